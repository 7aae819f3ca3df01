//! Whatever a command does, it does for every game of the list, or says that the game has no such thing.

use crate::common::{Folder, kontra, kontra_with};
use serde_json::Value;

fn games() -> Vec<String> {
    let list = kontra(&["games", "--json"]).json();
    let name = |game: &Value| game["name"].as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(name).collect()
}

#[test]
fn every_game_is_matched_replayed_counted_and_stored() {
    let folder = Folder::new("every-game");
    let store = folder.path("games.db");
    for game in games() {
        let records = folder.path(&format!("{game}.jsonl"));
        let args =
            ["match", &game, "-a", "flat(iterations=2)", "-a", "random", "--deals", "2", "--json"];
        let table =
            kontra(&[&args[..], &["--records", &records, "--store", &store]].concat()).json();
        assert_eq!(table["games"], 2, "{game}");
        assert_eq!(kontra(&["replay", &records]).code, 0, "{game}");
        assert_eq!(
            kontra(&["perft", &game, "--seed", "1", "--depth", "1", "--json"]).code,
            0,
            "{game}"
        );
        let position = ["analyze", &game, "-a", "so-ismcts(iterations=20)", "--json"];
        let found = kontra(&[&position[..], &["--record", &records, "--ply", "0"]].concat());
        // Where chance moves first there is nothing to analyze, and that is said.
        assert!(found.code == 0 || found.sentence().contains("ply"), "{game}: {}", found.stderr);
    }
    assert_eq!(kontra(&["store", "check", &store]).code, 0);
    assert_eq!(kontra(&["ratings", "--store", &store, "--json"]).code, 0);
}

#[test]
fn every_game_can_be_watched_and_has_agents_and_benchmarks() {
    let rows = kontra(&["bench", "--list"]).stdout;
    for game in games() {
        let watched = kontra(&["play", &game, "--watch", "-a", "random", "--seed", "1"]);
        assert_eq!(watched.code, 0, "{game}: {}", watched.stderr);
        let agents = kontra(&["agents", "--game", &game, "--json"]).json();
        assert!(
            agents.as_array().unwrap().iter().any(|agent| agent["name"] == "so-ismcts"),
            "{game}"
        );
        assert!(rows.lines().any(|row| row.starts_with(&format!("{game}/"))), "{game} in {rows}");
    }
}

#[test]
fn a_benchmark_of_any_game_has_a_checksum_that_does_not_change() {
    for row in
        ["hearts/world", "hearts/so-ismcts", "kuhn-poker/playout", "leduc-poker/world", "pig/deal"]
    {
        let once = || kontra(&["bench", "--once", row, "--work", "300"]);
        let (first, second) = (once(), once());
        assert_eq!((first.code, first.stdout), (0, second.stdout), "{row}: {}", first.stderr);
    }
}

#[test]
fn what_a_game_does_not_have_is_said() {
    let solved = "doppelkopf or just4fun or ontop has";
    for game in games() {
        for (command, what, others) in [
            ("solve", "solver", solved),
            ("statistics", "statistics", "doppelkopf, just4fun or ontop has"),
            ("worlds", "counter of worlds", "doppelkopf has"),
        ] {
            if others.contains(&game) {
                continue;
            }
            let more: &[&str] = if command == "worlds" { &["--seat", "0"] } else { &[] };
            let run = kontra(&[&[command, game.as_str()], more].concat());
            assert_eq!(run.sentence(), format!("{game} has no {what}; {others}"));
        }
    }
}

#[test]
fn rules_are_checked_by_their_options() {
    let run = |rule: &str| kontra(&["play", "pig", "--watch", "-a", "random", "--rules", rule]);
    assert_eq!(run("target=10").code, 0);
    assert_eq!(
        run("target=0").sentence(),
        "--rules, target: expected a whole number from 1 to 1000, found 0"
    );
    assert_eq!(
        run("goal=1").sentence(),
        "--rules, goal: expected only the fields target, found another one"
    );
    let list = kontra(&["games", "--json"]).json();
    let pig = list.as_array().unwrap().iter().find(|game| game["name"] == "pig").unwrap();
    assert_eq!(pig["rules"][0]["expected"], "a whole number from 1 to 1000");
    let hearts = list.as_array().unwrap().iter().find(|game| game["name"] == "hearts").unwrap();
    assert_eq!(
        hearts["rules"][0]["values"],
        serde_json::json!(["left", "right", "across", "none"])
    );
}

#[test]
fn a_person_plays_kuhn_poker_in_the_terminal() {
    let run =
        kontra_with(&["play", "kuhn-poker", "--seed", "3", "-a", "random"], "check\n1\n1\n1\n");
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("card: "), "{}", run.stdout);
    assert!(run.stdout.contains("1  check"), "{}", run.stdout);
    assert!(run.stdout.contains("The game is over: "), "{}", run.stdout);
}

#[test]
fn in_hearts_nobody_is_told_what_others_pass() {
    let answers = "1\n".repeat(40);
    let run = kontra_with(&["play", "hearts", "--seed", "3", "-a", "random"], &answers);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    for name in ["Bert", "Carla", "Dirk"] {
        assert!(!run.stdout.contains(&format!("{name}: pass-")), "{}", run.stdout);
    }
}
