//! Reports follow from the results, byte by byte.

use kontra_experiments::{Results, Shelf, report};
use std::path::{Path, PathBuf};

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Compares every file of a report with the one that is kept in a folder.
#[track_caller]
fn compare(shelf: &Shelf, results: &Path, kept: &Path) {
    let results = Results::load(results).unwrap();
    for report::ReportFile { path, text } in report::files(shelf, &results) {
        let expected = std::fs::read_to_string(kept.join(&path)).unwrap_or_default();
        let line = text.lines().zip(expected.lines()).find(|(ours, kept)| ours != kept);
        assert_eq!(line, None, "{path}: write it anew with `kontra experiment report`");
        assert!(text == expected, "{path}: one is longer than the other");
    }
}

#[test]
fn the_report_of_an_example() {
    let shelf = Shelf::folder(&here("tests/fixture/experiments"), None).unwrap();
    compare(&shelf, &here("tests/fixture"), &here("tests/fixture/report"));
}

#[test]
fn the_report_of_the_repository_is_that_of_its_results() {
    let results = here("../../docs/results");
    compare(&Shelf::embedded(None).unwrap(), &results, &results);
}

#[test]
fn every_link_inside_the_page_leads_somewhere() {
    let page = std::fs::read_to_string(here("../../docs/results/index.html")).unwrap();
    let links: Vec<&str> =
        page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(links.len() > 100, "{}", links.len());
    for link in links {
        assert!(page.contains(&format!("id=\"{link}\"")), "{link}");
    }
}
