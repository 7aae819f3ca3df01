use crate::browser::{self, PACKAGE};
use crate::docs;
use crate::instructions;
use crate::python;
use crate::slowest;
use crate::step::{Outcome, Steps, cargo, is_installed};
use std::process::Command;

/// How much is tested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// Long tests at a small part of their size, in the profile `dev`.
    Short,
    /// Long tests at full size, in the profile `checked`: optimised, with every assertion on.
    Full,
}

impl Size {
    /// The profile that tests and the program are built with.
    pub(crate) fn profile(self) -> &'static str {
        match self {
            Size::Short => "dev",
            Size::Full => "checked",
        }
    }

    /// The folder in the target directory that this profile builds in.
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Size::Short => "debug",
            Size::Full => "checked",
        }
    }
}

/// What can be asked for.
pub(crate) const OPTIONS: [&str; 3] = ["--full", "--no-browser", "--no-python"];

/// Takes every step, also after one that failed, and tells at the end everything that failed.
pub(crate) fn run(options: &[&str]) -> Outcome {
    let size = if options.contains(&"--full") { Size::Full } else { Size::Short };
    let browser = !options.contains(&"--no-browser");
    let mut steps = Steps::default();
    if browser {
        browser::look();
    }
    slowest::forget();
    // Each outcome is in `steps`, too.
    // Those of all systems: tests of the packages ask cargo about them, without a network.
    let _ = steps.take("dependencies", &mut cargo("fetch --quiet --locked"));
    let _ = steps.take("format", &mut cargo("fmt --all --check"));
    let lints = "clippy --quiet --workspace --all-targets --all-features -- -D warnings";
    let _ = steps.take("lints", &mut in_one_go(cargo(lints)));
    let tested = steps.take("tests", &mut tests(size));
    slowest::print();
    let _ = steps.take("tests in the documentation", &mut doctests(size));
    let _ = docs::build(&mut steps);
    if size == Size::Full {
        steps.timed("instructions", || instructions::run(false));
    }
    if !options.contains(&"--no-python") {
        let outcome = python::all(&mut steps, size);
        steps.note("the Python package", outcome);
    }
    if browser {
        let outcome = browser::all(&mut steps, size);
        steps.note("browser tests", outcome);
    }
    if tested.is_err() {
        println!("\nSome tests failed: `cargo nextest run NAME` repeats one.");
    }
    steps.report();
    steps.outcome()
}

/// All tests but those that need a browser: with nextest where it is installed, which runs test files side by side.
fn tests(size: Size) -> Command {
    let profile = size.profile();
    let nextest = is_installed("cargo-nextest", &["nextest", "--version"]);
    // With nextest the browser tests are built with the rest, and run later: one build for both.
    let words = match nextest {
        true => format!(
            "nextest run --workspace --all-features --no-fail-fast --cargo-profile {profile} \
             --filterset not(package({PACKAGE}))"
        ),
        false => format!(
            "test --workspace --all-features --lib --bins --tests --no-fail-fast --profile {profile} \
             --exclude {PACKAGE}"
        ),
    };
    with_size(cargo(&words), size)
}

fn doctests(size: Size) -> Command {
    let profile = size.profile();
    let words =
        format!("test --quiet --workspace --all-features --doc --no-fail-fast --profile {profile}");
    with_size(cargo(&words), size)
}

fn with_size(command: Command, size: Size) -> Command {
    let mut command = in_one_go(command);
    match size {
        Size::Short => command.env_remove("KONTRA_FULL"),
        Size::Full => command.env("KONTRA_FULL", "1"),
    };
    command
}

/// Builds without notes for the next build: they take a fifth of the time, and everything is built once here.
pub(crate) fn in_one_go(mut command: Command) -> Command {
    command.env("CARGO_INCREMENTAL", "0");
    command
}
