use crate::browser::{self, PACKAGE};
use crate::docs;
use crate::step::{Outcome, Steps, cargo, is_installed};
use std::process::Command;

/// How much is tested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// Long tests at a fiftieth of their size, in the dev profile.
    Quick,
    /// Long tests at full size, in the profile `checked`: optimised, with every assertion on.
    Full,
}

pub(crate) fn run(size: Size, browser: bool) -> Outcome {
    let mut steps = Steps::default();
    steps.take("format", &mut cargo("fmt --all --check"))?;
    let lints = "clippy --quiet --workspace --all-targets --all-features -- -D warnings";
    steps.take("lints", &mut cargo(lints))?;
    steps.take("tests", &mut tests(size))?;
    steps.take("tests in the documentation", &mut doctests(size))?;
    docs::build(&mut steps)?;
    if browser {
        browser::all(&mut steps)?;
    }
    steps.report();
    Ok(())
}

/// All tests but those that need a browser: with nextest where it is installed, which runs test files side by side.
fn tests(size: Size) -> Command {
    let nextest = is_installed("cargo-nextest", &["nextest", "--version"]);
    let words = match (nextest, size) {
        (true, Size::Quick) => "nextest run --workspace --all-features",
        (true, Size::Full) => {
            "nextest run --workspace --all-features --no-fail-fast --cargo-profile checked"
        }
        (false, Size::Quick) => "test --workspace --all-features --lib --bins --tests",
        (false, Size::Full) => {
            "test --workspace --all-features --lib --bins --tests --no-fail-fast --profile checked"
        }
    };
    // With nextest the browser tests are built with the rest, and run later: one build for both.
    let but = match nextest {
        true => format!("--filterset not(package({PACKAGE}))"),
        false => format!("--exclude {PACKAGE}"),
    };
    with_size(cargo(&format!("{words} {but}")), size)
}

fn doctests(size: Size) -> Command {
    let words = match size {
        Size::Quick => "test --quiet --workspace --all-features --doc",
        Size::Full => "test --quiet --workspace --all-features --doc --profile checked",
    };
    with_size(cargo(words), size)
}

fn with_size(mut command: Command, size: Size) -> Command {
    match size {
        Size::Quick => command.env_remove("KONTRA_FULL"),
        Size::Full => command.env("KONTRA_FULL", "1"),
    };
    command
}
