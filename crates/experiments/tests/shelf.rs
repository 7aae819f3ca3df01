//! The experiments of the repository: every file can be read, every agent in it is one, and the book counts them right.

use kontra_experiments::{Plan, Readiness, Shelf};
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn every_file_is_an_experiment_that_can_be_run() {
    let shelf = Shelf::folder(&repository().join("crates/experiments/papers"), None).unwrap();
    assert_eq!(shelf, Shelf::embedded(None).unwrap(), "the program has the same ones");
    // A plan makes every measurement ready, and so refuses agents, rules and seatings that are none.
    let plan = Plan::new(&shelf.experiments).unwrap();
    assert!(plan.len() > 400, "{}", plan.len());
    for experiment in &shelf.experiments {
        let runs = experiment.cells.iter().any(|cell| !cell.terms.is_empty());
        assert_eq!(runs, experiment.state == Readiness::Ready, "{}", experiment.name);
    }
}

#[test]
fn the_chapter_counts_the_files() {
    let shelf = Shelf::embedded(None).unwrap();
    let chapter = std::fs::read_to_string(repository().join("docs/src/experiments.md")).unwrap();
    let count = |paper: Option<&str>, word: &str| {
        let of_paper = shelf.experiments.iter().filter(|e| paper.is_none_or(|id| e.paper == id));
        of_paper.filter(|experiment| experiment.state.word() == word).count()
    };
    let mut rows: Vec<(String, Option<&str>)> =
        shelf.papers.iter().map(|paper| (paper.name.clone(), Some(paper.id.as_str()))).collect();
    rows.push(("all".to_owned(), None));
    for (name, id) in rows {
        let [ready, waits, never] = ["ready", "waits", "impossible"].map(|word| count(id, word));
        let row = format!("| {name} | {} | {ready} | {waits} | {never} |", ready + waits + never);
        assert!(chapter.contains(&row), "the chapter lacks: {row}");
    }
}
