use super::number::{ours, paper as printed};
use super::page::{CellCounts, PaperPart, ReportEntry, ReportPage, mark};
use crate::experiment::Grid;
use std::fmt::Write;

/// How to read the cells, for both forms of the report.
pub(super) const LEGEND: &str = "Each cell has the paper's number first and ours below it, with 95 % intervals. \
    ✓ agrees: the intervals overlap. ✗ differs: they do not. · shown, but not to be compared. \
    Where few deals were played our interval is wide, and an overlap says little. \
    A conclusion holds if our intervals lie apart as the paper says, is contradicted if they lie apart the other way round, \
    and is undecided if they overlap.";

/// The front page: what there is, and how well it agrees.
pub(super) fn summary(page: &ReportPage) -> String {
    let mut text = "# Results\n\nThe tables and figures of the five papers, run again. \
        Made by `kontra experiment report` from `measurements.jsonl`; the same as a page with all plots: [index.html](index.html). \
        How experiments are made and read: [the book](../src/experiments.md).\n\n"
        .to_owned();
    text += "| paper | ready | wait | not reproducible | cells measured | agree | differ | conclusions hold | contradicted | undecided |\n";
    text += "|---|---|---|---|---|---|---|---|---|---|\n";
    for part in &page.papers {
        let ([ready, waits, never], counts) = (part.states(), part.counts());
        let CellCounts { measured, agree, differ, hold, contradicted, undecided } = counts;
        let (id, name) = (&part.paper.id, &part.paper.name);
        let _ = writeln!(
            text,
            "| [{name}]({id}.md) | {ready} | {waits} | {never} | {measured} | {agree} | {differ} | {hold} | {contradicted} | {undecided} |"
        );
    }
    let _ = writeln!(text, "\n{LEGEND}");
    text
}

/// The page of a paper.
pub(super) fn paper(part: &PaperPart) -> String {
    let mut text = format!("# {}\n\n{}\n\n", part.paper.name, part.paper.citation);
    let _ = writeln!(text, "{}\n\n{LEGEND}\n", part.paper.about);
    for entry in &part.entries {
        text += &section(entry);
    }
    text
}

fn section(entry: &ReportEntry) -> String {
    let experiment = &entry.experiment;
    let mut text =
        format!("## {}: {}\n\n{}\n\n", experiment.place, experiment.title, experiment.shows);
    if let Some(assumed) = &experiment.assumed {
        let _ = writeln!(text, "*Assumed:* {assumed}\n");
    }
    if let Some(found) = &experiment.found {
        let _ = writeln!(text, "**Found:** {found}\n");
    }
    let _ = writeln!(text, "{}\n", entry.effort());
    if !entry.verdicts.is_empty() {
        text += "| conclusion of the paper | ours |\n|---|---|\n";
        for (claim, verdict) in &entry.verdicts {
            let _ = writeln!(text, "| {} | **{}** |", cell(&claim.text), verdict.word());
        }
        text.push('\n');
    }
    for (number, grid) in entry.grids() {
        text += &table(entry, number, grid);
    }
    if entry.plot.is_some() {
        let _ = writeln!(text, "![paper and Kontra]({})\n", entry.plot_path());
    }
    text
}

fn table(entry: &ReportEntry, number: usize, grid: &Grid) -> String {
    let title = [grid.title.as_str(), grid.unit.as_str()];
    let title: Vec<&str> = title.into_iter().filter(|part| !part.is_empty()).collect();
    let mut text = format!("| {} |", cell(&title.join(", ")));
    for column in &grid.columns {
        let _ = write!(text, " {} |", cell(column));
    }
    let _ = writeln!(text, "\n|---|{}", "---|".repeat(grid.columns.len()));
    for (row, label) in grid.rows.iter().enumerate() {
        let _ = write!(text, "| {} |", cell(label));
        for column in 0..grid.columns.len() {
            let content = entry.at(number, row, column).map_or(String::new(), |finding| {
                let ours = ours(finding);
                let ours =
                    if ours.is_empty() { ours } else { format!("**{ours}** {}", mark(finding).0) };
                let parts = [printed(finding), ours];
                parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("<br>")
            });
            let _ = write!(text, " {content} |");
        }
        text.push('\n');
    }
    text.push('\n');
    text
}

/// Text that does not end a cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
