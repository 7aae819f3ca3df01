use crate::step::{Outcome, Steps, cargo, is_installed, root, target};
use std::process::Command;

pub(crate) fn run() -> Outcome {
    let mut steps = Steps::default();
    build(&mut steps)?;
    steps.report();
    println!("\nThe crates: {}", target().join("doc/kontra_game/index.html").display());
    if has_book() {
        println!("The book:   {}", root().join("docs/book/index.html").display());
    }
    Ok(())
}

/// Builds the documentation of the crates without a warning, and the book where mdbook is installed.
pub(crate) fn build(steps: &mut Steps) -> Outcome {
    let mut doc = cargo("doc --quiet --workspace --no-deps --all-features --lib");
    steps.take("documentation", doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    if has_book() {
        steps.take("book", Command::new("mdbook").arg("build").arg(root().join("docs")))?;
    } else {
        println!("mdbook is not installed: the book is not built");
    }
    Ok(())
}

fn has_book() -> bool {
    root().join("docs/book.toml").exists() && is_installed("mdbook", &["--version"])
}
