//! The chapter on adding a game is complete and true: what it says is enough to add its game.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const GAME: &str = "examples/hearts";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn chapter() -> String {
    fs::read_to_string(root().join("docs/src/add-a-game.md")).unwrap()
}

/// The files that the chapter shows whole: the path that it gives them, and where the text comes from.
fn files(chapter: &str) -> Vec<(String, PathBuf)> {
    let shown = chapter.split("{{#include ").skip(1).map(|rest| rest.split_once("}}").unwrap().0);
    let mut files = vec![];
    for source in shown {
        let path = source.strip_prefix("../../").unwrap();
        assert!(chapter.contains(&format!("\n`{path}`:\n")), "{path} is not named above its text");
        files.push((path.to_owned(), root().join(path)));
    }
    files
}

/// The block of code that follows these words.
fn block<'a>(chapter: &'a str, words: &str) -> &'a str {
    let (_, after) =
        chapter.split_once(words).unwrap_or_else(|| panic!("{words} is not in the chapter"));
    let (_, after) = after.split_once("```").unwrap();
    let (_, after) = after.split_once('\n').unwrap();
    after.split_once("```").unwrap().0
}

/// The two lines outside of the game's crate, each with its file.
fn lines(chapter: &str) -> [(&'static str, String); 2] {
    let line = |words: &str| {
        let text = block(chapter, words).to_owned();
        assert_eq!(text.lines().count(), 1, "one line: {text}");
        text
    };
    [
        (
            "crates/agents/Cargo.toml",
            line("In `crates/agents/Cargo.toml`, under `[dependencies]`:"),
        ),
        (
            "crates/agents/src/games.rs",
            line("In `crates/agents/src/games.rs`, at the end of `each_game!`:"),
        ),
    ]
}

/// All files below a folder, but for built things, hidden ones and data that tests write themselves.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with('.') || ["target", "node_modules"].contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() { walk(&path, found) } else { found.push(path) }
    }
}

/// What a game needs in a registry and not to be played.
fn only_to_publish(path: &str) -> bool {
    ["README.md", "LICENSE-MIT", "LICENSE-APACHE"].iter().any(|name| path.ends_with(name))
}

#[test]
fn the_chapter_shows_every_file_of_the_game() {
    let chapter = chapter();
    let shown: BTreeSet<String> = files(&chapter).into_iter().map(|(path, _)| path).collect();
    let mut found = vec![];
    walk(&root().join(GAME), &mut found);
    let there: BTreeSet<String> = found
        .iter()
        .map(|path| path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/"))
        .filter(|path| !path.contains("/tests/data/") && !only_to_publish(path))
        .collect();
    assert_eq!(shown, there);
}

#[test]
fn the_two_lines_of_the_chapter_are_the_only_ones() {
    for (file, line) in lines(&chapter()) {
        let text = fs::read_to_string(root().join(file)).unwrap();
        assert_eq!(text.matches(&line).count(), 1, "{line} in {file}");
    }
    // No other file of the program knows the game.
    let mut found = vec![];
    for folder in ["crates", "xtask"] {
        walk(&root().join(folder), &mut found);
    }
    let registered = ["crates/agents/Cargo.toml", "crates/agents/src/games.rs"];
    for path in
        found.iter().filter(|path| path.extension().is_some_and(|end| end == "rs" || end == "toml"))
    {
        let name = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        let is_test = name.contains("/tests/") || registered.contains(&name.as_str());
        let text = fs::read_to_string(path).unwrap();
        assert!(
            is_test || !text.contains("kontra_hearts") && !text.contains("kontra-hearts"),
            "{name}"
        );
    }
}

/// Writes a file where it is new or different: what was built from it stays valid otherwise.
fn put(path: &Path, text: &[u8]) {
    if fs::read(path).is_ok_and(|there| there == text) {
        return;
    }
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A copy of Kontra without the chapter's game, then what the chapter says.
fn scratch(chapter: &str) -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("add-a-game");
    let mut found = vec![];
    walk(&root(), &mut found);
    let added = lines(chapter);
    for path in found {
        let name = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        if name.starts_with(GAME) {
            continue;
        }
        let mut bytes = fs::read(&path).unwrap();
        if let Some((_, line)) = added.iter().find(|(file, _)| *file == name) {
            // Without the line and with it again, where the chapter puts it.
            let without = String::from_utf8(bytes).unwrap().replacen(line, "", 1);
            bytes = with_line(&name, &without, line).into_bytes();
        }
        // Both workspaces share a target directory. Another version and another program's name keep what is built here
        // apart from the real Kontra, which would be built again after this test otherwise.
        let apart = match name.as_str() {
            "Cargo.toml" => Some(("\nversion = \"0.1.0\"", "\nversion = \"0.1.99\"")),
            "crates/cli/Cargo.toml" => {
                Some(("[[bin]]\nname = \"kontra\"", "[[bin]]\nname = \"kontra-add-a-game\""))
            }
            _ => None,
        };
        if let Some((real, other)) = apart {
            let text = String::from_utf8(bytes).unwrap();
            assert!(text.contains(real), "{name} has no {real}");
            bytes = text.replacen(real, other, 1).into_bytes();
        }
        put(&scratch.join(name), &bytes);
    }
    for (path, source) in files(chapter) {
        put(&scratch.join(path), &fs::read(source).unwrap());
    }
    scratch
}

fn with_line(file: &str, text: &str, line: &str) -> String {
    if file.ends_with(".toml") {
        return text.replacen("[dependencies]\n", &format!("[dependencies]\n{line}"), 1);
    }
    let list = text.find("macro_rules! each_game").unwrap();
    let end = list + text[list..].find("        }\n    };").unwrap();
    format!("{}{line}{}", &text[..end], &text[end..])
}

/// Builds half of Kontra again, so it runs at full size only.
#[test]
fn the_chapter_builds_a_game_that_plays() {
    if !kontra_game::testkit::is_full() {
        return;
    }
    let chapter = chapter();
    let scratch = scratch(&chapter);
    // The same profile and the same target directory as this test: what Kontra depends on is built already.
    let built = Path::new(env!("CARGO_BIN_EXE_kontra")).parent().unwrap();
    let target = built.parent().unwrap();
    let profile = match built.file_name().unwrap().to_str().unwrap() {
        "debug" => "dev",
        other => other,
    };
    let cargo = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .args(["--offline", "--profile", profile, "--target-dir"])
            .arg(target)
            .current_dir(&scratch)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    };
    cargo(&["build", "-p", "kontra"]);
    cargo(&["test", "-p", "kontra-hearts", "--test", "rules"]);
    for command in block(&chapter, "## A match").lines() {
        let arguments = split(command.strip_prefix("kontra ").unwrap());
        let program = built.join("kontra-add-a-game");
        let output = Command::new(program).args(&arguments).current_dir(&scratch).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.is_empty(), "{command}");
        if arguments == ["games"] {
            assert!(text.contains("hearts (4 seats)"), "{text}");
        }
    }
}

/// The words of a command, of which some are in quotes.
fn split(command: &str) -> Vec<String> {
    let quoted = command.split('"').enumerate();
    quoted
        .flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}
