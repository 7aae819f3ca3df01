use crate::{Package, root};
use std::fs;

fn text(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The line that begins with these words, without them.
fn rest_of_line(file: &str, words: &str) -> String {
    let text = text(file);
    let found = text.lines().find_map(|line| line.trim_start().strip_prefix(words));
    found.unwrap_or_else(|| panic!("{file}: '{words}' begins no line")).trim().to_owned()
}

#[test]
fn one_version_of_the_compiler_is_promised_everywhere() {
    for package in Package::own() {
        assert_eq!(package.0["rust_version"], "1.89", "{}", package.name());
    }
    assert!(text("README.md").contains("1.89 or newer"));
    let check = rest_of_line(".github/workflows/ci.yml", "run: cargo +1.89 ");
    assert!(check.starts_with("check --locked --workspace"), "{check}");
}

#[test]
fn the_citation_has_the_version_of_the_program() {
    let program = Package::own().find(|package| package.name() == "kontra").unwrap();
    assert_eq!(program.0["version"], *rest_of_line("CITATION.cff", "version: "));
}

/// YAML itself is read by those who run it; this finds what an editor does to it, and jobs that lose a system.
#[test]
fn the_workflow_covers_what_the_tests_cannot() {
    let checks = text(".github/workflows/ci.yml");
    for words in [
        "os: [ubuntu-latest, macos-latest, windows-latest]",
        "run: cargo xtask test --no-browser",
        "run: .ci/run",
        "run: cargo publish --workspace --dry-run --locked",
        "run: cargo deny --all-features check",
        "run: docker build --file Containerfile",
    ] {
        assert!(checks.contains(words), "{words}");
    }
    assert!(text(".github/workflows/release.yml").contains("cargo build --locked --profile dist"));
    for file in ["ci", "release"] {
        let file = format!(".github/workflows/{file}.yml");
        assert!(!text(&file).contains('\t'), "{file}: YAML has no tabs");
    }
    let commands = checks.lines().filter_map(|line| line.split_once("run: cargo xtask "));
    for (_, command) in commands {
        let usage = text("xtask/src/main.rs");
        assert!(command.split(' ').all(|word| usage.contains(word)), "cargo xtask {command}");
    }
}

#[test]
fn the_container_runs_without_rights_and_keeps_its_store() {
    assert_eq!(rest_of_line("Containerfile", "USER "), "10001");
    assert_eq!(rest_of_line("Containerfile", "VOLUME "), "/data");
    let command = rest_of_line("Containerfile", "CMD [\"serve\"");
    assert!(command.contains("\"--store\", \"/data/"), "{command}");
    assert!(text("Containerfile").contains("GET /healthz "));
}
