//! The book says what an attacker cannot do, and names the tests that hold it: they are there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The names of all tests.
fn tests() -> BTreeSet<String> {
    let mut files = vec![];
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
    let mut names = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(file).unwrap();
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            match line.strip_prefix("fn ").and_then(|rest| rest.split_once('(')) {
                Some((name, _)) if is_test => drop(names.insert(name.to_owned())),
                // Between the mark and the function there may be other marks.
                None if line.starts_with("#[") => {
                    is_test |= line == "#[test]";
                    continue;
                }
                _ => {}
            }
            is_test = false;
        }
    }
    names
}

#[test]
fn every_line_of_the_threat_table_names_a_test_that_is_there() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/public-server.md");
    let book = fs::read_to_string(book).unwrap();
    let (_, table) = book.split_once("| somebody tries to |").expect("the table");
    let rows: Vec<&str> = table.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() >= 15, "{}", rows.len());
    let known = tests();
    for row in rows {
        let cell = row.trim_end_matches([' ', '|']).rsplit('|').next().unwrap();
        let named: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "no test holds: {row}");
        for name in named {
            assert!(known.contains(name), "there is no test {name}");
        }
    }
}
