//! What is needed to publish Kontra's crates, as far as it can be checked without a network.

mod licences;
mod packages;
mod workflow;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Cargo in the workspace, without a network.
fn cargo(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.arg("--offline").args(words.split_whitespace()).current_dir(root());
    command
}

/// What cargo knows about the workspace and everything that it depends on.
static METADATA: LazyLock<Value> = LazyLock::new(|| {
    let output = cargo("metadata --format-version 1 --all-features --locked").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
});

/// A package as cargo describes it.
struct Package(&'static Value);

impl Package {
    fn all() -> impl Iterator<Item = Package> {
        METADATA["packages"].as_array().unwrap().iter().map(Package)
    }

    /// The packages of the workspace.
    fn own() -> impl Iterator<Item = Package> {
        Package::all().filter(|package| package.0["source"].is_null())
    }

    /// Those that go to a registry.
    fn published() -> impl Iterator<Item = Package> {
        // An empty list of registries is `publish = false`.
        Package::own().filter(|package| package.0["publish"].is_null())
    }

    fn name(&self) -> &'static str {
        self.0["name"].as_str().unwrap()
    }

    fn folder(&self) -> &'static Path {
        Path::new(self.0["manifest_path"].as_str().unwrap()).parent().unwrap()
    }

    fn texts(&self, field: &str) -> Vec<&'static str> {
        self.0[field].as_array().unwrap().iter().filter_map(Value::as_str).collect()
    }
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
