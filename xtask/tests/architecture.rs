//! ARCHITECTURE.md names files and types that are there.

mod common;

use common::{files, root};
use std::collections::BTreeSet;

/// The texts in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The names of all types of the program.
fn types(sources: &[(String, String)]) -> BTreeSet<&str> {
    let words = sources.iter().flat_map(|(_, text)| {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        words.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
    });
    let declares = |word: &str| ["struct", "enum", "trait", "type"].contains(&word);
    words.filter(|(before, _)| declares(before)).map(|(_, name)| name).collect()
}

#[test]
fn every_file_and_type_that_it_names_is_there() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let sources = files(&root(), &["rs"]);
    let types = types(&sources);
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let (mut checked, mut missing) = (0, vec![]);
    for name in quoted(&text) {
        let last = name.rsplit("::").next().unwrap_or(name);
        let is_type = name.starts_with(char::is_uppercase) && is_name(name) && name != "Copy";
        if name.ends_with(".rs") {
            checked += 1;
            let ending = format!("/{name}");
            if !sources.iter().any(|(place, _)| place == name || place.ends_with(&ending)) {
                missing.push(name);
            }
        } else if is_type && name.chars().any(char::is_lowercase) {
            checked += 1;
            if !types.contains(last) {
                missing.push(name);
            }
        }
    }
    assert!(checked > 150, "only {checked} names found");
    assert!(missing.is_empty(), "ARCHITECTURE.md names what is not there: {missing:?}");
}
