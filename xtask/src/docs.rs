use crate::step::{Outcome, Steps, cargo, is_installed, root, target};
use std::path::Path;
use std::process::Command;
use std::{fs, io};

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
        let [book, results] = ["docs/book", "docs/results"].map(|folder| root().join(folder));
        add_results(&book, &results).map_err(|error| format!("{}: {error}", book.display()))?;
    } else {
        println!("mdbook is not installed: the book is not built");
    }
    Ok(())
}

fn has_book() -> bool {
    root().join("docs/book.toml").exists() && is_installed("mdbook", &["--version"])
}

/// Puts the report of the experiments into the book, so that the folder of the book is the whole site.
fn add_results(book: &Path, results: &Path) -> io::Result<()> {
    let target = book.join("results");
    fs::create_dir_all(&target)?;
    fs::copy(results.join("index.html"), target.join("index.html"))?;
    for entry in fs::read_dir(book)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "html") {
            let page = fs::read_to_string(&path)?;
            // mdBook knows pages of its own only; in the repository these links lead to the report in Markdown.
            let linked = page
                .replace("../results/README.html", "results/index.html")
                .replace("../results/README.md", "results/index.html");
            if linked != page {
                fs::write(&path, linked)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_is_part_of_the_book() {
        let folder = std::env::temp_dir().join(format!("kontra-book-{}", std::process::id()));
        let (book, results) = (folder.join("book"), folder.join("results"));
        fs::create_dir_all(&book).unwrap();
        fs::create_dir_all(&results).unwrap();
        fs::write(results.join("index.html"), "the report").unwrap();
        fs::write(book.join("experiments.html"), "<a href=\"../results/README.html\">").unwrap();
        add_results(&book, &results).unwrap();
        let read = |path: &str| fs::read_to_string(book.join(path)).unwrap();
        assert_eq!(read("results/index.html"), "the report");
        assert_eq!(read("experiments.html"), "<a href=\"results/index.html\">");
        fs::remove_dir_all(&folder).unwrap();
    }
}
