use crate::step::{Outcome, Steps, cargo, is_installed, root, target};
use crate::system;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The package with the browser tests.
pub(crate) const PACKAGE: &str = "kontra-browser-tests";

/// Where Chromium is found: its names on Linux, then its places on a Mac.
const CHROMIUM: [&str; 6] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// `cargo xtask browser`: the tests whose names contain one of the words, or all.
pub(crate) fn run(words: &[&str]) -> Outcome {
    let mut steps = Steps::default();
    take(
        &mut steps,
        &format!("--package {PACKAGE} --features chromium"),
        "--package kontra",
        words,
    )?;
    steps.report();
    println!("\nPictures of the pages: {}", screenshots().display());
    Ok(())
}

/// The browser tests among all tests: whatever was built for those is not built again.
pub(crate) fn all(steps: &mut Steps) -> Outcome {
    if has_nextest() {
        let these = format!("--workspace --all-features --filterset package({PACKAGE})");
        take(steps, &these, "--workspace --all-features --bins", &[])
    } else {
        let these = format!("--package {PACKAGE} --all-features");
        take(steps, &these, "--workspace --all-features --bins", &[])
    }
}

/// Where the tests put pictures of the pages.
pub(crate) fn screenshots() -> PathBuf {
    target().join("screenshots")
}

fn take(steps: &mut Steps, tests: &str, program: &str, words: &[&str]) -> Outcome {
    let chromium = chromium(steps)?;
    let axe = axe(steps)?;
    let mut build = cargo(&format!("build --quiet --profile checked {program}"));
    steps.take("the program", &mut build)?;
    let mut tests = match has_nextest() {
        true => cargo(&format!("nextest run --cargo-profile checked --no-fail-fast {tests}")),
        false => cargo(&format!("test --profile checked --no-fail-fast {tests} --")),
    };
    tests.args(words);
    tests.env("CHROMIUM", chromium).env("KONTRA_AXE", axe);
    tests.env(
        "KONTRA_BIN",
        target().join("checked").join(format!("kontra{}", env::consts::EXE_SUFFIX)),
    );
    tests.env("KONTRA_SCREENSHOTS", screenshots());
    steps.take("browser tests", &mut tests)
}

fn has_nextest() -> bool {
    is_installed("cargo-nextest", &["nextest", "--version"])
}

/// Finds Chromium, or installs it.
fn chromium(steps: &mut Steps) -> Result<String, String> {
    if let Ok(named) = env::var("CHROMIUM") {
        return match is_installed(&named, &["--version"]) {
            true => Ok(named),
            false => Err(format!("CHROMIUM: expected a program that starts, found '{named}'")),
        };
    }
    let find = || CHROMIUM.into_iter().find(|name| is_installed(name, &["--version"]));
    if let Some(name) = find() {
        return Ok(name.to_owned());
    }
    let tried = system::install(steps, "Chromium", &system::CHROMIUM);
    find().map(str::to_owned).ok_or_else(|| {
        format!(
            "browser tests: expected {} or a program named by CHROMIUM, found none, and {}; \
             `cargo xtask test --no-browser` leaves these tests out",
            CHROMIUM[..4].join(", "),
            tried.err().unwrap_or_else(|| "installing it did not bring one".to_owned())
        )
    })
}

/// Fetches axe-core, the checker of accessibility. The lock file beside the tests has its version and its checksum.
fn axe(steps: &mut Steps) -> Result<PathBuf, String> {
    let lock = root().join("crates/browser-tests/axe");
    let folder = target().join("axe");
    let script = folder.join("node_modules/axe-core/axe.min.js");
    if script.exists() && same(&lock, &folder, "package-lock.json") {
        return Ok(script);
    }
    if !is_installed("npm", &["--version"]) {
        system::install(steps, "npm", &system::NPM).map_err(|why| {
            format!("browser tests: expected npm, to fetch axe-core, found none, and {why}; `cargo xtask test --no-browser` leaves these tests out")
        })?;
    }
    let copy = |name| fs::copy(lock.join(name), folder.join(name)).map(drop);
    fs::create_dir_all(&folder)
        .and_then(|()| copy("package.json"))
        .and_then(|()| copy("package-lock.json"))
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut npm = Command::new("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(&folder);
    steps.take("axe-core", &mut npm)?;
    Ok(script)
}

fn same(one: &Path, other: &Path, name: &str) -> bool {
    matches!((fs::read(one.join(name)), fs::read(other.join(name))), (Ok(a), Ok(b)) if a == b)
}
