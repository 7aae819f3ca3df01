//! ARCHITECTURE.md names files and types that are there; files of tests are built.

mod common;

use common::{files, root};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

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

/// The names of the modules and programs that the folder `tests` of a crate could have.
fn candidates(tests: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(tests).unwrap().map(|entry| entry.unwrap().path());
    let is_test = |path: &PathBuf| {
        path.join("mod.rs").exists() || path.extension().is_some_and(|end| end == "rs")
    };
    let name = |path: PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    entries.filter(is_test).map(name).filter(|name| name != "main").collect()
}

#[test]
fn every_file_of_tests_is_built() {
    let mut checked = 0;
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(modules) = std::fs::read_to_string(folder.join("tests/main.rs")) else { continue };
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        for name in candidates(&folder.join("tests")) {
            checked += 1;
            let is_built = modules.contains(&format!("mod {name};"))
                || manifest.contains(&format!("[[test]]\nname = \"{name}\""));
            assert!(is_built, "{}: add `mod {name};` to tests/main.rs", folder.display());
        }
    }
    assert!(checked > 80, "only {checked} files found");
}
