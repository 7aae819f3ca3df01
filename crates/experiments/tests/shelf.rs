//! The experiments of the repository: every file can be read, every agent in it is one, and the book counts them right.

use kontra_experiments::{
    Finding, NetworkTrainer, Plan, Readiness, Results, RunLimits, Shelf, Times, What,
};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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

/// Trains nothing.
struct NoTrainer;

impl NetworkTrainer for NoTrainer {
    fn predict(&self, what: &What, number: u64) -> [f64; 2] {
        assert!(what.is_trained());
        [0.5, 0.75 + number as f64]
    }
}

#[test]
fn networks_are_trained_elsewhere() {
    let shelf = Shelf::embedded(None).unwrap();
    let tables = shelf.find("dockhorn2017").unwrap();
    let trained: Vec<_> = tables.iter().filter(|table| table.is_trained()).copied().collect();
    assert_eq!(trained.len(), 3, "tables II to IV");
    assert!(Plan::new(trained.iter().copied()).unwrap().is_empty());
    let trainer: Arc<dyn NetworkTrainer> = Arc::new(NoTrainer);
    let plan = Plan::trained(tables, &trainer).unwrap();
    // 17 networks of table II, 35 of table IV, and 8 of table III that table IV has not.
    assert_eq!(plan.len(), 17 + 35 + 8);
    let (mut results, mut times) = (Results::default(), Times::default());
    let threads = NonZeroUsize::MIN;
    let limits = RunLimits { quick: true, deadline: None, units: None, threads };
    let each = |_: &Results, _: &Times, _| Ok::<_, ()>(ControlFlow::Continue(()));
    plan.run(&mut results, &mut times, limits, each).unwrap();
    for cell in trained.iter().flat_map(|table| &table.cells) {
        let ours = Finding::of(cell, &results).ours.unwrap();
        let is_legal = cell.label.ends_with("legal cards");
        assert_eq!(ours, if is_legal { 0.75 } else { 0.5 }, "{}", cell.label);
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
