//! A match in ranges of deals, on several machines, is the match in one piece.

use crate::common::{Folder, kontra};
use serde_json::Value;

const AGENTS: [&str; 6] = ["match", "doppelkopf", "-a", "beginner", "-a", "random"];

fn done(args: &[&str]) -> String {
    let run = kontra(args);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
    run.stdout
}

/// The table of these deals, without its times.
fn table(deals: &str, more: &[&str]) -> Value {
    let args = [&AGENTS[..], &["--deals", deals, "--seating", "all", "--json"], more].concat();
    let mut table: Value = serde_json::from_str(&done(&args)).unwrap();
    for time in ["elapsed_s", "thinking_s"] {
        table[time] = Value::Null;
    }
    for row in table["agents"].as_array_mut().unwrap() {
        row["ms_per_decision"] = Value::Null;
    }
    table
}

fn complaint(args: &[&str]) -> String {
    let run = kontra(args);
    assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
    run.stderr
}

#[test]
fn ranges_in_several_stores_make_the_table_of_the_whole() {
    let folder = Folder::new("ranges");
    let paths = ["all.db", "a.db", "b.db", "c.db"].map(|name| folder.path(name));
    let [all, a, b, c] = paths.each_ref().map(String::as_str);
    let whole = table("12", &[]);
    // Out of order, with an overlap, and the last range in two steps.
    assert_eq!(table("7..12", &["--store", a])["games"], 30);
    assert_eq!(table("0..5", &["--store", b])["games"], 30);
    table("5..6", &["--store", c]);
    table("4..7", &["--store", c]);
    let merged = done(&["store", "merge", all, a, b, c]);
    let lines: Vec<&str> = merged.lines().collect();
    assert!(
        lines[0].starts_with("30 games of ") && lines[1].starts_with("30 games of "),
        "{merged}"
    );
    // The games of deal 4 are there already.
    assert!(lines[2].starts_with("12 games of "), "{merged}");
    assert_eq!(done(&["store", "check", all]), format!("72 games in order in {all}\n"));
    assert_eq!(table("12", &["--store", all]), whole);
    assert!(done(&["store", "merge", all, a]).starts_with("0 games of "));
}

#[test]
fn a_range_without_a_store() {
    let (first, rest) = (table("3", &[]), table("3..4", &[]));
    let whole = table("4", &[]);
    let games = |table: &Value| table["agents"][0]["mean"].as_f64().unwrap();
    assert_eq!(rest["deals"], 1);
    assert!((games(&first) * 3.0 + games(&rest) - games(&whole) * 4.0).abs() < 1e-9);
}

#[test]
fn what_is_no_range_and_no_part_is_refused() {
    let folder = Folder::new("ranges-refused");
    let (all, other) = (folder.path("all.db"), folder.path("other.db"));
    for deals in ["5..5", "6..5", "..5", "5..", "-1..3", "1...3", "x..y"] {
        let said = complaint(&[&AGENTS[..], &[&format!("--deals={deals}")]].concat());
        assert!(said.contains("1000..2000"), "{deals}: {said}");
    }
    let said = complaint(&[&AGENTS[..], &["--deals", "0..5", "--sprt"]].concat());
    assert!(said.contains("--deals: expected a number with --sprt, found 0..5"), "{said}");
    table("2..4", &["--store", &all]);
    let said = complaint(&["store", "merge", &all, &all]);
    assert!(said.contains("merge: expected another store to be added, found the same file twice"));
    // Another version of the program plays other games.
    table("0..2", &["--store", &other]);
    let database = kontra_store::rusqlite::Connection::open(&other).unwrap();
    database.execute_batch("UPDATE matches SET program = '0.0.1'").unwrap();
    drop(database);
    let run = kontra(&["store", "merge", &all, &other]);
    assert_ne!(run.code, 0);
    assert_eq!(done(&["store", "check", &all]), format!("12 games in order in {all}\n"));
}
