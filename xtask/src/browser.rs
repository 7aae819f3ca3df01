use crate::step::{Outcome, Steps, cargo, is_installed, root, target};
use crate::system;
use crate::test::{Size, in_one_go};
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
    look();
    let tests = format!("--package {PACKAGE} --features chromium");
    let taken = take(&mut steps, Size::Short, &tests, Program::Build, words);
    steps.report();
    taken?;
    println!("\nPictures of the pages: {}", screenshots().display());
    Ok(())
}

/// The browser tests among all tests, after the others: whatever was built for those is not built again, nor is the program, which
/// other tests start.
pub(crate) fn all(steps: &mut Steps, size: Size) -> Outcome {
    let these = match has_nextest() {
        true => format!("--workspace --all-features --filterset package({PACKAGE})"),
        false => format!("--package {PACKAGE} --all-features"),
    };
    take(steps, size, &these, Program::IsBuilt, &[])
}

/// Says what is missing and how it will be installed, before anything takes time.
pub(crate) fn look() {
    let named = env::var_os("CHROMIUM").is_some();
    if !named && !CHROMIUM.iter().any(|name| is_installed(name, &["--version"])) {
        println!("Chromium is missing: {}", system::plan(&system::CHROMIUM));
    }
    if !has_axe() && !is_installed("npm", &["--version"]) {
        println!("npm is missing: {}", system::plan(&system::NPM));
    }
}

/// Where the tests put pictures of the pages.
pub(crate) fn screenshots() -> PathBuf {
    target().join("screenshots")
}

/// Whether the program must be built before the tests.
#[derive(PartialEq)]
enum Program {
    Build,
    IsBuilt,
}

fn take(steps: &mut Steps, size: Size, tests: &str, program: Program, words: &[&str]) -> Outcome {
    let chromium = chromium(steps)?;
    let axe = axe(steps)?;
    let profile = size.profile();
    if program == Program::Build {
        let mut build = cargo(&format!("build --quiet --profile {profile} --package kontra"));
        steps.take("the program", &mut build)?;
    }
    let mut tests = match has_nextest() {
        true => cargo(&format!("nextest run --cargo-profile {profile} --no-fail-fast {tests}")),
        false => cargo(&format!("test --profile {profile} --no-fail-fast {tests} --")),
    };
    if program == Program::IsBuilt {
        tests = in_one_go(tests);
    }
    tests.args(words);
    tests.env("CHROMIUM", chromium).env("KONTRA_AXE", axe);
    tests.env("KONTRA_BIN", program_path(size));
    tests.env("KONTRA_SCREENSHOTS", screenshots());
    steps.take("browser tests", &mut tests)
}

/// The program, once it is built.
pub(crate) fn program_path(size: Size) -> PathBuf {
    target().join(size.folder()).join(format!("kontra{}", env::consts::EXE_SUFFIX))
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
    let (lock, folder) = axe_folders();
    let script = folder.join(AXE_SCRIPT);
    if has_axe() {
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

/// The script in the folder that npm fills.
const AXE_SCRIPT: &str = "node_modules/axe-core/axe.min.js";

/// Where the lock file of axe-core is, and where it is installed.
fn axe_folders() -> (PathBuf, PathBuf) {
    (root().join("crates/browser-tests/axe"), target().join("axe"))
}

fn has_axe() -> bool {
    let (lock, folder) = axe_folders();
    folder.join(AXE_SCRIPT).exists() && same(&lock, &folder, "package-lock.json")
}

fn same(one: &Path, other: &Path, name: &str) -> bool {
    matches!((fs::read(one.join(name)), fs::read(other.join(name))), (Ok(a), Ok(b)) if a == b)
}
