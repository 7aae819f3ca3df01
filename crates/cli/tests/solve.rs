//! `kontra solve`: exact values, and sentences where there are none.

use crate::common::{Folder, Run, kontra};
use serde_json::Value;

/// A recorded game, and positions of it to solve.
struct Recorded {
    game: &'static str,
    file: String,
    record: Value,
}

impl Recorded {
    /// The longest of some games of random players, or of beginners where there are some: few are played to the end.
    fn new(folder: &Folder, game: &'static str, rules: &[&str]) -> Recorded {
        let file = folder.path(game);
        let agent = if game == "doppelkopf" { "beginner" } else { "random" };
        let mut args = vec!["match", game, "-a", agent, "--deals", "30", "--json"];
        args.extend(["--records", &file]);
        args.extend(rules.iter().flat_map(|rule| ["--rules", rule]));
        kontra(&args).json();
        let lines = std::fs::read_to_string(&file).unwrap();
        let moves = |line: &&str| line.matches(',').count();
        let longest = lines.lines().max_by_key(moves).unwrap();
        let record = serde_json::from_str(longest).unwrap();
        Recorded { game, file: folder.write(game, longest), record }
    }

    fn moves(&self) -> Vec<&str> {
        self.record["moves"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
    }

    fn solve(&self, ply: usize, more: &[&str]) -> Run {
        let ply = ply.to_string();
        let args = ["solve", self.game, "--record", &self.file, "--ply", &ply];
        kontra(&[&args[..], more].concat())
    }

    fn values(&self, ply: usize, more: &[&str]) -> Vec<f64> {
        let solved = self.solve(ply, &[&["--json"], more].concat()).json();
        assert!(solved["nodes"].is_u64() && solved["elapsed_s"].as_f64() > Some(0.0), "{solved}");
        solved["value"].as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect()
    }
}

/// Along a game, what is left of it is worth no more to a player after their move than before.
#[track_caller]
fn check(recorded: &Recorded, last: usize) {
    let moves = recorded.moves();
    let mut after = recorded.values(moves.len(), &[]);
    let result = recorded.record["result"].as_array().unwrap();
    let result: Vec<f64> = result.iter().map(|value| value.as_f64().unwrap()).collect();
    assert_eq!(after, result, "a finished game is worth its result");
    for ply in (moves.len() - last..moves.len()).rev() {
        let before = recorded.values(ply, &[]);
        assert!(before.iter().sum::<f64>().abs() < 1e-9, "{before:?}");
        if let Ok(seat) = moves[ply].split(' ').next().unwrap().parse::<usize>() {
            assert!(before[seat] >= after[seat] - 1e-9, "{ply} {before:?} {after:?}");
        }
        after = before;
    }
}

#[test]
fn every_game_has_an_end_that_is_solved() {
    let folder = Folder::new("solve");
    check(&Recorded::new(&folder, "doppelkopf", &[]), 16);
    check(&Recorded::new(&folder, "just4fun", &[]), 8);
    check(&Recorded::new(&folder, "ontop", &[]), 12);
}

#[test]
fn teams_are_two_sides() {
    let folder = Folder::new("solve-teams");
    let teams = Recorded::new(&folder, "ontop", &["players=4", "teams=true"]);
    check(&teams, 10);
    let values = teams.values(teams.moves().len() - 3, &[]);
    assert_eq!((values[0], values[1]), (values[2], values[3]));
}

#[test]
fn card_points_are_another_objective() {
    let folder = Folder::new("solve-points");
    let recorded = Recorded::new(&folder, "doppelkopf", &[]);
    let ply = recorded.moves().len() - 16;
    // Two against two have 240 card points twice, one against three 240 and twice those of the three.
    let points = recorded.values(ply, &["--objective", "card-points"]);
    assert!(points.iter().sum::<f64>() >= 240.0, "{points:?}");
    let text = recorded.solve(ply, &["--objective", "card-points"]).stdout;
    assert!(text.starts_with("card points with everything open:\n  seat 0  "), "{text}");
    assert!(text.contains(" positions in "), "{text}");
    let run = recorded.solve(0, &["--objective", "fame"]);
    assert_eq!(run.sentence(), "--objective: expected score-points or card-points, found 'fame'");
}

#[test]
fn what_is_too_far_from_the_end_is_refused() {
    let folder = Folder::new("solve-far");
    let cases =
        [("doppelkopf", "9 tricks", 12), ("just4fun", "9 stones", 40), ("ontop", "8 tiles", 33)];
    for (game, limit, left) in cases {
        let recorded = Recorded::new(&folder, game, &[]);
        // The type of a game of Doppelkopf is found before its first card.
        let ply = if game == "doppelkopf" { 10 } else { 1 };
        let run = recorded.solve(ply, &[]);
        let most = format!("--ply: expected at most {limit} left (--left allows more), found ");
        let found = run.sentence().strip_prefix(&most).unwrap_or_else(|| panic!("{}", run.stderr));
        let found: u32 = found.parse().unwrap();
        assert!((left - 2..=left).contains(&found), "{found} {game}");
        let run = recorded.solve(ply, &["--left", "2"]);
        assert!(run.sentence().contains("expected at most 2 "), "{}", run.stderr);
        // Where more is allowed, time is still limited.
        let run = recorded.solve(ply, &["--left", "99", "--seconds", "0"]);
        let late = "kontra: not solved within 0 s (--seconds allows more), with ";
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(run.stderr.starts_with(late) && run.stdout.is_empty(), "{}", run.stderr);
    }
}

#[test]
fn games_without_a_value_of_their_own() {
    let folder = Folder::new("unsolvable");
    let doppelkopf = Recorded::new(&folder, "doppelkopf", &[]);
    let found = "--ply: expected a game whose type is found, found one before that";
    assert_eq!(doppelkopf.solve(0, &[]).sentence(), found);
    for game in ["just4fun", "ontop"] {
        let folder = Folder::new(&format!("unsolvable-{game}"));
        let recorded = Recorded::new(&folder, game, &["players=3"]);
        assert_eq!(
            recorded.solve(recorded.moves().len() - 2, &[]).sentence(),
            "--ply: expected a game of two sides, found one of 3, which has no value: a player \
             who cannot win decides who does (king-making)"
        );
    }
    let run = kontra(&["solve", "doppelkopf"]);
    assert_eq!(run.sentence(), "--record: expected a file with a record, found none");
    let run = kontra(&["solve", "chess"]);
    let sentence = run.sentence();
    assert!(
        sentence.starts_with("game: expected doppelkopf or just4fun or ontop or "),
        "{sentence}"
    );
    assert!(sentence.ends_with(", found 'chess'"), "{sentence}");
}

/// Ctrl-C gives up, with a sentence.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_solver_says_so() {
    use std::process::{Command, Stdio};
    let folder = Folder::new("solve-interrupted");
    let recorded = Recorded::new(&folder, "ontop", &[]);
    let child = Command::new(env!("CARGO_BIN_EXE_kontra"))
        .args(["solve", "ontop", "--record", &recorded.file, "--ply", "1", "--left", "99"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It listens for Ctrl-C on a second thread before it solves on a third.
    let threads =
        || std::fs::read_dir(format!("/proc/{}/task", child.id())).map_or(0, Iterator::count);
    while threads() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let run = Run::of(&child.wait_with_output().unwrap());
    assert_eq!((run.code, run.stdout.as_str()), (130, ""));
    assert_eq!(run.stderr, "kontra: interrupted, with 33 tiles left\n");
}

#[test]
fn an_equilibrium_of_a_tiny_game_is_found() {
    let run = kontra(&["equilibrium", "kuhn-poker", "--iterations", "500", "--policy"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    // Random play in Kuhn poker can be exploited by 11/24 of a chip, and the game is worth -1/18 to seat 0.
    assert!(run.stdout.contains("         0         +0.12500        0.458333"), "{}", run.stdout);
    assert_eq!(run.stdout.lines().filter(|line| line.starts_with("seat ")).count(), 12);
    let found = kontra(&["equilibrium", "kuhn-poker", "--iterations", "500", "--json"]).json();
    let last = found["approach"].as_array().unwrap().last().unwrap();
    assert_eq!(last["iterations"], 500);
    assert!(last["exploitability"].as_f64().unwrap() < 0.002, "{last}");
    assert!((last["values"][0].as_f64().unwrap() + 1.0 / 18.0).abs() < 0.002, "{last}");
    assert_eq!(found["policy"].as_array().unwrap().len(), 12);
}

#[test]
fn games_without_an_equilibrium_get_a_sentence() {
    let sentence = "ontop has no equilibrium that can be computed; kuhn-poker or leduc-poker has";
    assert_eq!(kontra(&["equilibrium", "ontop"]).sentence(), sentence);
    let run = kontra(&["equilibrium", "kuhn-poker", "--iterations", "9999999"]);
    let sentence = "--iterations: expected a number from 0 to 1000000, found 9999999";
    assert_eq!(run.sentence(), sentence);
}
