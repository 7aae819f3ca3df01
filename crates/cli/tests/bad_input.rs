//! Bad input: one sentence that names the place, exit code 2, and nothing written.

use crate::common::{Folder, Run, kontra, some_records};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::Command;

/// One finished game, a hand of which and a move of which are then spoilt.
fn record(folder: &Folder) -> String {
    some_records(folder, &["beginner"], 1)
}

/// What `replay` says about a file with this content.
#[track_caller]
fn complaint(folder: &Folder, content: &str) -> String {
    let path = folder.write("bad.jsonl", content);
    let run = kontra(&["replay", &path, "--json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(report["ok"].as_u64() < report["games"].as_u64(), "{report}");
    let sentence = run.sentence().to_owned();
    assert_eq!(folder.files(), ["bad.jsonl"], "nothing else is written");
    let sentence = sentence.strip_prefix(&format!("{path}: ")).expect("the name of the file");
    assert!(sentence.starts_with(report["errors"][0].as_str().unwrap()));
    sentence.to_owned()
}

/// The first hand as text.
fn first_hand(record: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(record).unwrap();
    value["start"]["hands"][0].as_str().unwrap().to_owned()
}

#[test]
fn a_wrong_card_name() {
    let folder = Folder::new("wrong-card");
    let record = record(&folder);
    let hand = first_hand(&record);
    let bad = record.replacen(&hand, &hand.replacen(&hand[..2], "X7", 1), 1);
    assert_eq!(
        complaint(&folder, &bad),
        "record 1, start.hands[0]: expected a card such as CQ or HT (C S H D, then A T K Q J 9), found 'X7'"
    );
}

#[test]
fn a_hand_of_13() {
    let folder = Folder::new("hand-of-13");
    let record = record(&folder);
    let hand = first_hand(&record);
    // A card that is nobody's second one, so that the number of cards is what is wrong.
    let extra =
        ["C9", "S9", "H9", "D9", "CK"].into_iter().find(|card| !hand.contains(card)).unwrap();
    let bad = record.replacen(&hand, &format!("{hand} {extra}"), 1);
    assert_eq!(complaint(&folder, &bad), "record 1, start.hands[0]: expected 12 cards, found 13");
}

#[test]
fn a_third_queen_of_clubs() {
    let folder = Folder::new("third-queen");
    let record = record(&folder);
    let value: serde_json::Value = serde_json::from_str(&record).unwrap();
    let last = value["start"]["hands"][3].as_str().unwrap();
    let other = last.split(' ').find(|card| *card != "CQ").unwrap();
    let bad = record.replacen(last, &last.replacen(other, "CQ", 1), 1);
    assert_eq!(
        complaint(&folder, &bad),
        "record 1, start.hands[3]: expected each card twice, found a third CQ"
    );
}

#[test]
fn a_move_out_of_turn() {
    let folder = Folder::new("out-of-turn");
    let record = record(&folder);
    let bad = record.replacen(r#""moves":["0 no""#, r#""moves":["1 no""#, 1);
    assert_ne!(record, bad);
    assert_eq!(
        complaint(&folder, &bad),
        "record 1, moves[0]: expected a move of seat 0, found one of seat 1"
    );
}

#[test]
fn a_truncated_file() {
    let folder = Folder::new("truncated");
    let records = some_records(&folder, &["random"], 3);
    let bad = &records[..records.len() - 100];
    let sentence = complaint(&folder, bad);
    assert!(sentence.starts_with("record 3, line 3, column "), "{sentence}");
    assert!(sentence.contains("expected a record in JSON"), "{sentence}");
}

#[test]
fn a_file_with_several_wrong_records() {
    let folder = Folder::new("several");
    let good = record(&folder);
    let bad = good.replacen("doppelkopf", "chess", 1);
    let sentence = complaint(&folder, &format!("{good}{bad}{good}{bad}"));
    assert!(sentence.starts_with("record 2, game: expected doppelkopf or "), "{sentence}");
    assert!(sentence.ends_with(", found 'chess' (the first of 2 wrong records)"), "{sentence}");
}

/// Runs `kontra replay` with at most 48 MB of memory, where the system can limit it.
fn replay_in_little_memory(path: &str) -> Run {
    let mut command = if cfg!(target_os = "linux") {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -v 49152; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_kontra")]);
        shell
    } else {
        Command::new(env!("CARGO_BIN_EXE_kontra"))
    };
    Run::of(&command.args(["replay", path]).output().unwrap())
}

/// Files of 100 MB: some that are no records, and one that is nothing but records.
#[test]
fn files_of_100_mb() {
    const SIZE: usize = 100_000_000;
    let folder = Folder::new("large");
    let path = folder.path("large.jsonl");
    let fill = |content: &str, size: usize| {
        let mut file = BufWriter::new(File::create(&path).unwrap());
        for _ in 0..size.div_ceil(content.len()) {
            file.write_all(content.as_bytes()).unwrap();
        }
        file.flush().unwrap();
    };
    for content in ["x", "[", "1 ", "{} ", "\n", "\"aaaaaaaaaaaaaaa"] {
        fill(content, SIZE);
        let run = replay_in_little_memory(&path);
        assert!(run.sentence().starts_with(&path), "{content:?}");
    }
    let size = kontra_game::testkit::size(SIZE / 50, SIZE);
    fill(&some_records(&folder, &["beginner", "random"], 50), size);
    let run = replay_in_little_memory(&path);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    assert!(run.stdout.ends_with(" right, 0 wrong\n"), "{}", run.stdout);
}

#[test]
fn an_unknown_agent() {
    let folder = Folder::new("unknown-agent");
    let path = folder.path("games.jsonl");
    let run = kontra(&["match", "doppelkopf", "-a", "clever", "--deals", "5", "--records", &path]);
    let sentence = run.sentence();
    assert!(
        sentence.starts_with("agent 'clever': expected an agent that plays doppelkopf (random, ")
    );
    assert!(sentence.ends_with("), found 'clever'"));
    assert_eq!(run.stdout, "");
    assert!(folder.files().is_empty(), "nothing is written");
}

/// The sentence about a command line.
#[track_caller]
fn check(args: &str, expected: &str) {
    let args: Vec<&str> = args.split(' ').collect();
    assert_eq!(kontra(&args).sentence(), expected);
}

#[test]
fn command_lines_that_make_no_sense() {
    let run = kontra(&["match", "chess", "-a", "random", "--deals", "1"]);
    assert!(run.sentence().starts_with("game: expected doppelkopf or "));
    assert!(run.sentence().ends_with(", found 'chess'"));
    check(
        "match doppelkopf -a random(x=1) --deals 1",
        "agent 'random(x=1)': expected no parameters, found 'x'",
    );
    check(
        "match doppelkopf -a random(x --deals 1",
        "agent 'random(x': expected ')' at the end, found none",
    );
    check(
        "match doppelkopf -a random -a random -a random --deals 1",
        "agents: expected 1 or 2 or 4 for 4 seats, found 3",
    );
    check(
        "match doppelkopf -a random --deals 1 --seating some",
        "seating: expected fixed, rotate or all, found 'some'",
    );
    check(
        "match doppelkopf -a random --deals 1 --rules announcing=loud",
        "--rules, announcing: expected 'choose' or 'step', found 'loud'",
    );
    check(
        "match doppelkopf -a random --deals 1 --rules trumps=all",
        "--rules, trumps: expected only the fields announcing, found another one",
    );
    check(
        "match doppelkopf -a random --deals 1 --sprt 1,0",
        "--sprt: expected two means, the smaller first, such as 0,0.5, found '1,0'",
    );
    check(
        "match doppelkopf -a random --deals 1 --sprt --alpha 0.5",
        "--alpha: expected a share above 0 and below 0.5, found 0.5",
    );
    check(
        "match doppelkopf -a random --deals 1 --beta 0.1",
        "the following required arguments were not provided: --sprt [<H0,H1>]; see --help",
    );
    check("play doppelkopf --seat 4", "--seat: expected a seat from 0 to 3, found 4");
    check(
        "replay no-such-file",
        "no-such-file: expected a file to read, found no such file or folder",
    );
    check(
        "match doppelkopf -a random",
        "the following required arguments were not provided: --deals <N>; see --help",
    );
    check("dance", "unrecognized subcommand 'dance'; see --help");
}

#[test]
fn a_file_is_not_overwritten_unless_it_is_asked_for() {
    let folder = Folder::new("overwrite");
    let path = folder.write("games.jsonl", "precious");
    let args = ["match", "doppelkopf", "-a", "random", "--deals", "2", "--records", &path];
    let run = kontra(&args);
    assert!(run.sentence().contains("expected a new file, found an existing one"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    assert_eq!(kontra(&[&args[..], &["--overwrite"]].concat()).code, 0);
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 2);
    assert_eq!(folder.files(), ["games.jsonl"], "no temporary file is left");
}

#[test]
fn positions_that_do_not_exist() {
    let folder = Folder::new("positions");
    let file = folder.write("a", &record(&folder));
    let args = ["worlds", "doppelkopf", "--record", &file, "--seat", "0"];
    let run = kontra(&[&args[..], &["--ply", "9999"]].concat());
    assert!(run.sentence().starts_with("--ply: expected a number up to "));
    let run = kontra(&[&args[..], &["--ply", "0", "--nth", "2"]].concat());
    assert!(run.sentence().ends_with("record 2: expected a record, found only 1 before"));
}
