//! The JSON that other programs rely on, and what is behind it.

use crate::common::{Folder, kontra, some_records};
use serde_json::{Value, json};

#[test]
fn games_are_listed() {
    let games = kontra(&["games", "--json"]).json();
    let doppelkopf = &games[0];
    assert_eq!(doppelkopf["name"], "doppelkopf");
    assert_eq!((&doppelkopf["seats_min"], &doppelkopf["seats_max"]), (&json!(4), &json!(4)));
    assert!(kontra(&["games"]).stdout.contains("--rules announcing=step"));
}

#[test]
fn agents_are_listed() {
    let agents = kontra(&["agents", "--json"]).json();
    let random = &agents[0];
    assert_eq!((&random["name"], &random["kind"]), (&json!("random"), &json!("random")));
    assert_eq!(random["spec"], "random");
    assert!(random["games"].as_array().unwrap().contains(&json!("doppelkopf")));
    let of_game = kontra(&["agents", "--game", "doppelkopf", "--json"]).json();
    assert!(of_game.as_array().unwrap().iter().any(|agent| agent["name"] == "beginner"));
}

const MATCH: [&str; 12] = [
    "match",
    "doppelkopf",
    "-a",
    "beginner",
    "-a",
    "random",
    "--deals",
    "20",
    "--seating",
    "all",
    "--seed",
    "7",
];

#[test]
fn a_match_reports_what_it_promises() {
    let table = kontra(&[&MATCH[..], &["--json"]].concat()).json();
    assert_eq!(table["game"], "doppelkopf");
    assert_eq!((&table["deals"], &table["games"]), (&json!(20), &json!(120)));
    assert_eq!((&table["distinct_games"], &table["seed"]), (&json!(120), &json!(7)));
    assert!(table["elapsed_s"].as_f64().unwrap() > 0.0);
    let endings = table["endings"].as_object().unwrap();
    assert_eq!(endings.values().map(|n| n.as_u64().unwrap()).sum::<u64>(), 120);
    let agents = table["agents"].as_array().unwrap();
    assert_eq!((&agents[0]["spec"], &agents[1]["spec"]), (&json!("beginner"), &json!("random")));
    for agent in agents {
        let count = |key: &str| agent[key].as_u64().unwrap();
        assert_eq!(count("games"), 240);
        assert_eq!(count("wins") + count("draws") + count("losses"), 240);
        let rate = count("wins") as f64 / 240.0;
        assert!((agent["win_rate"].as_f64().unwrap() - rate).abs() < 1e-12);
        assert!(agent["ci95"].as_f64().unwrap() > 0.0);
        assert!(agent["ms_per_decision"].as_f64().is_some());
    }
    let mean = |i: usize| agents[i]["mean"].as_f64().unwrap();
    assert!(mean(0) > 2.0, "a beginner beats random players: {}", mean(0));
    assert!((mean(0) + mean(1)).abs() < 1e-9);
}

#[test]
fn the_same_seed_gives_the_same_records() {
    let folder = Folder::new("same-seed");
    let records = |file: &str| {
        let path = folder.path(file);
        kontra(&[&MATCH[..], &["--records", &path, "--json"]].concat()).json();
        std::fs::read_to_string(path).unwrap()
    };
    let (first, second) = (records("a"), records("b"));
    assert_eq!(first, second);
    assert_eq!(first.lines().count(), 120);
    let replay = kontra(&["replay", &folder.path("a"), "--json"]).json();
    assert_eq!(replay, json!({ "games": 120, "ok": 120, "errors": [] }));
}

/// A result tells which version and commit made it.
#[test]
fn every_result_names_its_program() {
    let folder = Folder::new("program");
    let version = kontra(&["--version"]);
    let program = version.stdout.trim().strip_prefix("kontra ").unwrap();
    let (number, commit) = program.split_once('+').unwrap_or((program, ""));
    assert_eq!((number, version.code), (env!("CARGO_PKG_VERSION"), 0));
    assert!(commit.bytes().all(|byte| byte.is_ascii_hexdigit()), "{program}");

    let (games, store) = (folder.path("games.jsonl"), folder.path("store.db"));
    let played = ["match", "doppelkopf", "-a", "random-cards", "--deals", "1", "--records", &games];
    let position = ["--record", &games, "--ply", "50"];
    let analyze = ["analyze", "doppelkopf", "-a", "so-ismcts(iterations=10)"];
    for (command, more) in [
        (&played[..], &["--store", &store][..]),
        (&["store", "show", &store, "1"], &[]),
        (&["perft", "doppelkopf", "--seed", "1", "--depth", "1"], &[]),
        (&["solve", "doppelkopf"], &position),
        (&["statistics", "doppelkopf", "--records", &games], &[]),
        (&["worlds", "doppelkopf", "--seat", "0"], &position),
        (&analyze, &position),
    ] {
        let answer = kontra(&[command, more, &["--json"]].concat()).json();
        assert_eq!(answer["program"], program, "{command:?}");
    }
    let matches = kontra(&["store", "list", &store, "--json"]).json();
    assert_eq!(matches[0]["configuration"]["program"], program);
}

#[test]
fn a_sequential_test_is_part_of_the_table() {
    let args = ["match", "doppelkopf", "-a", "beginner", "-a", "random", "--deals", "1000"];
    let table =
        kontra(&[&args[..], &["--sprt", "0,1", "--alpha", "0.01", "--json"]].concat()).json();
    let test = &table["sprt"];
    assert_eq!((&test["h0"], &test["h1"]), (&json!(0.0), &json!(1.0)));
    assert_eq!((&test["alpha"], &test["beta"]), (&json!(0.01), &json!(0.05)));
    assert_eq!((&test["verdict"], &table["deals"]), (&json!("h1"), &json!(100)));
    assert!(test["log_ratio"].as_f64() > test["bounds"][1].as_f64());
    // The test alone is no reason to complain about deals that were not played.
    let run = kontra(&[&args[..], &["--sprt"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains(" deals decided: 0.2 or more, not 0\n"), "{}", run.stdout);
    let row = &table["agents"][0];
    assert_eq!(row["round_mean"].as_f64(), row["mean"].as_f64().map(|mean| 4.0 * mean));
    let [low, high] = [0, 1].map(|end| row["win_rate_ci95"][end].as_f64().unwrap());
    assert!((low..high).contains(&row["win_rate"].as_f64().unwrap()));
}

/// Ctrl-C ends a match after the current deal: what was played is reported and written.
#[cfg(unix)]
#[test]
fn an_interrupted_match_loses_nothing() {
    interrupted_by("-INT");
}

/// So does a request to terminate.
#[cfg(unix)]
#[test]
fn a_match_that_is_asked_to_terminate_loses_nothing() {
    interrupted_by("-TERM");
}

#[cfg(unix)]
fn interrupted_by(signal: &str) {
    use std::process::{Command, Stdio};
    let folder = Folder::new(&format!("interrupted{signal}"));
    let path = folder.path("games.jsonl");
    let child = Command::new(env!("CARGO_BIN_EXE_kontra"))
        .args(["match", "doppelkopf", "-a", "random", "--deals", "1000000000", "--json"])
        .args(["--records", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Something has been played as soon as something has been written.
    let written =
        |file: &str| std::fs::metadata(folder.path(file)).is_ok_and(|data| data.len() > 0);
    while !folder.files().iter().any(|file| written(file)) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.starts_with("kontra: interrupted after "), "{stderr}");
    let table: Value = serde_json::from_slice(&output.stdout).unwrap();
    let replay = kontra(&["replay", &path, "--json"]).json();
    assert_eq!((&replay["games"], &replay["ok"]), (&table["games"], &table["games"]));
    assert_eq!(folder.files(), ["games.jsonl"], "no temporary file is left");
}

#[test]
fn perft_counts_from_a_seed_and_from_a_record() {
    let seed = kontra(&["perft", "doppelkopf", "--seed", "1", "--depth", "5", "--json"]).json();
    assert_eq!(seed["depth"], 5);
    assert!(seed["nodes"].as_u64().unwrap() > 20);
    let folder = Folder::new("perft");
    let file = folder.write("a", &some_records(&folder, &["beginner"], 3));
    let args = ["perft", "doppelkopf", "--record", &file, "--nth", "2", "--ply", "0", "--json"];
    let one = kontra(&[&args[..], &["--depth", "0"]].concat()).json();
    assert_eq!((&one["nodes"], &one["depth"]), (&json!(1), &json!(0)));
}

#[test]
fn worlds_are_counted_and_sampled() {
    let folder = Folder::new("worlds");
    let file = folder.write("a", &some_records(&folder, &["beginner"], 1));
    let args = ["worlds", "doppelkopf", "--record", &file, "--ply", "0", "--seat", "2"];
    let worlds = kontra(&[&args[..], &["--count", "3", "--json"]].concat()).json();
    assert_eq!(worlds["worlds"], "3384731762521200", "36! / 12!³");
    let samples = worlds["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 3);
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    for sample in samples {
        assert_eq!(sample.as_array().unwrap().len(), 4);
        assert_eq!(sample[2], record["start"]["hands"][2], "a player knows their own hand");
        assert_ne!(sample, &record["start"]["hands"]);
    }
}

#[test]
fn bench_has_the_rows_that_others_compare() {
    // One row's work is enough here: the whole command takes its time.
    let once = |work: &str| {
        let run = kontra(&["bench", "--once", "doppelkopf/playout", "--work", work]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    assert_eq!(once("200"), once("200"), "a checksum never changes");
    assert_ne!(once("200"), once("201"));
    for row in ["doppelkopf/bare", "doppelkopf/world/1", "doppelkopf/world/4", "doppelkopf/world/8"]
    {
        assert_eq!(kontra(&["bench", "--once", row, "--work", "10"]).code, 0, "{row}");
    }
}

#[test]
fn bench_compares_with_a_saved_report() {
    let folder = Folder::new("bench-compare");
    let file = folder.path("before.json");
    let saved = kontra(&["bench", "kuhn-poker", "--json"]).stdout;
    std::fs::write(&file, &saved).unwrap();
    // How fast the machine is right now must not matter here.
    let compare = |file: &str| {
        let words = ["bench", "kuhn-poker", "--json", "--tolerance", "0.999", "--compare", file];
        kontra(&words)
    };
    let found = compare(&file);
    assert_eq!(found.code, 0, "{}", found.stderr);
    let found = found.json();
    assert_eq!(found["same_results"], true);
    let before: Value = serde_json::from_str(&saved).unwrap();
    let rows = found["rows"].as_array().unwrap();
    assert_eq!(rows.len(), before["rows"].as_array().unwrap().len());
    for row in rows {
        let [low, ratio, high] = [&row["interval"][0], &row["ratio"], &row["interval"][1]]
            .map(|number| number.as_f64().unwrap());
        assert!(low <= ratio && ratio <= high, "{row}");
    }
    for (name, text, expected) in [
        ("nothing.json", None, "No such file"),
        ("other.json", Some("{}"), "expected what 'kontra bench --json' prints, missing field"),
        (
            "zero.json",
            Some(&*saved.replace("\"per_second\":", "\"per_second\":0,\"x\":")),
            "expected speeds above 0",
        ),
    ] {
        let file = folder.path(name);
        if let Some(text) = text {
            std::fs::write(&file, text).unwrap();
        }
        let refused = compare(&file);
        assert_eq!(refused.code, 2, "{}", refused.stderr);
        assert!(refused.stderr.contains(expected), "{}", refused.stderr);
        assert_eq!(refused.stderr.lines().count(), 1);
    }
    let other = kontra(&["bench", "kuhn-poker", "--tolerance", "1", "--compare", &file]);
    assert_eq!(other.code, 2, "{}", other.stderr);
}

#[test]
fn every_command_explains_itself_with_an_example() {
    for command in
        ["games", "agents", "play", "match", "replay", "perft", "worlds", "solve", "bench"]
    {
        let run = kontra(&[command, "--help"]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.contains(&format!("kontra {command}")), "{command}");
        assert!(run.stdout.contains("Example"), "{command}");
    }
    assert_eq!(kontra(&["--version"]).code, 0);
}

#[test]
fn announcements_are_counted_from_records() {
    let folder = Folder::new("announcements");
    let file = folder.path("games.jsonl");
    let played = ["match", "doppelkopf", "-a", "random-cards(announces=yes)", "-a", "beginner"];
    let rest = ["--deals", "5", "--seating", "all", "--records", &file];
    assert_eq!(kontra(&[&played[..], &rest].concat()).code, 0);
    let counted = kontra(&["statistics", "doppelkopf", "--records", &file, "--json"]).json();
    assert_eq!(counted["games"], 30);
    let players = counted["players"].as_array().unwrap();
    assert_eq!(players.len(), 2);
    let total: i64 = players.iter().map(|player| player["score"].as_i64().unwrap()).sum();
    assert_eq!(total, 0);
    let loud = players.iter().find(|player| player["player"] != "beginner").unwrap();
    assert_eq!(loud["games"], 60);
    let of = |what: &str| {
        let rows = loud["said"].as_array().unwrap();
        rows.iter().find(|row| row["what"] == what).unwrap().clone()
    };
    let all = of("all announcements");
    let (made, kept) = (all["made"].as_u64().unwrap(), all["kept"].as_u64().unwrap());
    assert!(made > 50 && kept < made, "{all}");
    // A player who announces at random seldom takes every trick.
    assert!(of("black")["share"].as_f64().unwrap() < 0.2);
    let text = kontra(&["statistics", "doppelkopf", "--records", &file]).stdout;
    assert!(text.contains("all announcements") && text.contains("beginner: 60 games"), "{text}");
}

/// Searches with random announcements in their playouts announce black in every seventh game and keep three of ten
/// announcements. People met these at the table once.
#[test]
fn the_players_that_people_meet_keep_what_they_announce() {
    let folder = Folder::new("levels");
    let file = folder.path("games.jsonl");
    let played = ["match", "doppelkopf", "-a", "club", "-a", "expert", "--seed", "5"];
    let rest = ["--deals", "4", "--seating", "all", "--records", &file];
    assert_eq!(kontra(&[&played[..], &rest].concat()).code, 0);
    let counted = kontra(&["statistics", "doppelkopf", "--records", &file, "--json"]).json();
    for player in counted["players"].as_array().unwrap() {
        let rows = player["said"].as_array().unwrap();
        let of = |what: &str| rows.iter().find(|row| row["what"] == what).unwrap();
        let all = of("all announcements");
        assert!(all["made"].as_u64().unwrap() >= 5, "{player}");
        assert!(all["share"].as_f64().unwrap() > 0.6, "{player}");
        assert_eq!(of("black")["made"], 0, "{player}");
    }
}

#[test]
fn statistics_that_there_are_not_are_refused() {
    assert_eq!(
        kontra(&["statistics", "doppelkopf"]).sentence(),
        "doppelkopf: expected --records FILE, found none: no paper reports numbers of random play"
    );
    let folder = Folder::new("no-statistics");
    let file = folder.path("games.jsonl");
    std::fs::write(&file, "").unwrap();
    let records = |game| kontra(&["statistics", game, "--records", &file]);
    assert!(records("doppelkopf").sentence().ends_with("expected at least one record, found none"));
    assert!(records("ontop").sentence().contains("doppelkopf"));
    let played = ["match", "ontop", "-a", "random", "--deals", "1", "--overwrite", "--records"];
    assert_eq!(kontra(&[&played[..], &[&file]].concat()).code, 0);
    let found = records("doppelkopf").sentence().to_owned();
    assert!(found.ends_with("record 1: game: expected doppelkopf, found 'ontop'"), "{found}");
}
