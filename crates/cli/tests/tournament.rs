//! `kontra tournament`: who met whom, in which form it is told, and what is left after a kill.

use crate::common::{Folder, kontra};
use serde_json::Value;

/// Six agents that take some time, all of them different.
const SIX: [&str; 6] = [
    "random",
    "so-ismcts(iterations=5)",
    "so-ismcts(iterations=10)",
    "so-ismcts(iterations=20)",
    "so-ismcts(iterations=40)",
    "so-ismcts(iterations=80)",
];

fn args<'a>(agents: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["tournament", "tic-tac-toe"];
    args.extend(agents.iter().flat_map(|agent| ["-a", agent]));
    args.extend(more);
    args
}

/// The table without what depends on the clock.
fn timeless(mut table: Value) -> Value {
    table["elapsed_s"] = Value::Null;
    for row in table["agents"].as_array_mut().unwrap() {
        row["ms_per_decision"] = Value::Null;
        row["rollouts_per_s"] = Value::Null;
    }
    table
}

#[test]
fn everybody_meets_everybody_or_the_first_meets_all() {
    let table = kontra(&args(&SIX[..3], &["--deals", "4", "--json"])).json();
    let pairs = table["pairs"].as_array().unwrap();
    let names: Vec<(&str, &str)> =
        pairs.iter().map(|p| (p["a"].as_str().unwrap(), p["b"].as_str().unwrap())).collect();
    assert_eq!(names, [(SIX[0], SIX[1]), (SIX[0], SIX[2]), (SIX[1], SIX[2])]);
    assert_eq!((&table["games"], &pairs[0]["games"]), (&24.into(), &8.into()));
    assert_eq!(table["ratings"].as_array().unwrap().len(), 3);
    // Each of them met two others on four deals, in both seats.
    assert!(table["agents"].as_array().unwrap().iter().all(|row| row["games"] == 16));
    let table = kontra(&args(&SIX[..3], &["--deals", "4", "--json", "--gauntlet"])).json();
    let opponents: Vec<&Value> =
        table["pairs"].as_array().unwrap().iter().map(|pair| &pair["b"]).collect();
    assert_eq!(opponents, [SIX[1], SIX[2]]);
}

#[test]
fn a_pairing_is_the_match_of_the_two() {
    let table = kontra(&args(&SIX[..3], &["--deals", "5", "--json", "--seed", "3"])).json();
    let alone = ["match", "tic-tac-toe", "-a", SIX[0], "-a", SIX[2], "--deals", "5", "--seed", "3"];
    let alone = kontra(&[&alone[..], &["--seating", "all", "--json"]].concat()).json();
    let pair = &table["pairs"][1];
    assert_eq!(pair["mean"], alone["agents"][0]["mean"]);
    assert_eq!(pair["ci95"], alone["agents"][0]["ci95"]);
    assert_eq!(pair["b_mean"], alone["agents"][1]["mean"]);
}

#[test]
fn every_form_says_the_same_within_80_columns() {
    let text = kontra(&args(&SIX, &["--deals", "2"])).stdout;
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.contains("round robin of 6 agents, 60 games in 15 pairings"), "{text}");
    assert_eq!(text.matches('·').count(), 6, "nobody meets themselves: {text}");
    let csv = kontra(&args(&SIX, &["--deals", "2", "--format", "csv"])).stdout;
    assert_eq!(csv.lines().count(), 16, "{csv}");
    assert!(csv.starts_with("a,b,deals,games,mean,ci95,wins,draws,losses\n"), "{csv}");
    let markdown = kontra(&args(&SIX, &["--deals", "2", "--format", "markdown"])).stdout;
    assert_eq!(markdown.matches("|---|").count(), 2, "{markdown}");
}

#[test]
fn what_is_no_tournament_gets_a_sentence() {
    let sentence =
        |agents: &[&str], more: &[&str]| kontra(&args(agents, more)).sentence().to_owned();
    assert_eq!(sentence(&["random"], &["--deals", "1"]), "agents: expected at least two, found 1");
    assert_eq!(
        sentence(&["random", "so-ismcts", "random"], &["--deals", "1"]),
        "agents: expected each of them once, found 'random' twice"
    );
    assert!(
        sentence(&["random", "so-ismtcs"], &["--deals", "1"]).contains("did you mean 'so-ismcts'")
    );
    assert!(sentence(&["random", "so-ismcts"], &["--deals", "0"]).contains("--deals"));
    sentence(&["random", "so-ismcts"], &["--deals", "1", "--gauntlet", "--round-robin"]);
}

#[cfg(unix)]
#[test]
fn a_round_robin_of_six_killed_ten_times_has_the_same_cross_table() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let folder = Folder::new("tournament-killed");
    let (whole, killed) = (folder.path("whole.db"), folder.path("killed.db"));
    let options =
        |store| args(&SIX, &["--deals", "12", "--json", "--threads", "2", "--store", store]);
    let expected = timeless(kontra(&options(&whole)).json());
    let size = || {
        let size = |file: &str| std::fs::metadata(file).map_or(0, |data| data.len());
        (size(&killed), size(&format!("{killed}-wal")))
    };
    for _ in 0..10 {
        let before = size();
        let mut child = Command::new(env!("CARGO_BIN_EXE_kontra"))
            .args(options(&killed))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // As soon as something new is there, or when it is over on a fast machine.
        while size() == before && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(timeless(kontra(&options(&killed)).json()), expected);
}
