use super::number::{ours, paper as printed, z};
use super::overview;
use super::page::{Mark, PaperPart, ReportEntry, ReportPage};
use crate::experiment::Grid;
use std::fmt::Write;

/// How to read the cells, for both forms of the report.
pub(super) const LEGEND: &str = "Each cell has the paper's number first and ours below it, with 95 % intervals, \
    and z: ours less the paper's, divided by the standard error of that difference. \
    ✓ agrees: z lies within ±1.96. ? doubtful: beyond that, within ±3. ✗ differs: beyond ±3. · shown, but not to be compared. \
    Where only chance is at work, 5 cells of 100 are not ✓ and 3 of 1,000 are ✗. \
    The standard error has ours, the paper's where it gives one, and the rounding of the paper's number; \
    where the paper gives no error, z looks greater than it is. \
    A conclusion holds if our numbers differ beyond their 95 % interval as the paper says, is contradicted if they differ beyond it the other way round, \
    and is undecided otherwise; then the number of units that would decide it is the one that does so in four runs of five if the paper's difference is true.";

/// What a distribution of many cells can say.
pub(super) const SPREAD: &str = "If only chance tells our numbers from the paper's, z is spread like the standard normal distribution. \
    Cells of one match are correlated: what one player wins the others lose, and tables share matches. \
    So the numbers below are less certain than those of as many independent cells.";

/// The front page: what there is, and how well it agrees.
pub(super) fn summary(page: &ReportPage) -> String {
    let mut text = "# Results\n\nThe tables and figures of the five papers, run again. \
        Made by `kontra experiment report` from `measurements.jsonl`; the same as a page with all plots: [index.html](index.html). \
        How experiments are made and read: [the book](../src/experiments.md).\n\n"
        .to_owned();
    line(&mut text, &overview::HEAD);
    rule(&mut text, overview::HEAD.len());
    for part in &page.papers {
        let mut cells = vec![format!("[{}]({}.md)", part.paper.name, part.paper.id)];
        cells.extend(overview::row(part));
        line(&mut text, &cells);
    }
    let _ = writeln!(text, "\n{LEGEND}\n\n## How far apart\n\n{SPREAD}\n");
    spreads(&mut text, &overview::all_spreads(page));
    for part in page.papers.iter().filter(|part| part.plot.is_some()) {
        let _ = writeln!(text, "\n{}:\n\n![z]({})", part.paper.name, part.plot_path());
    }
    text
}

fn spreads(text: &mut String, rows: &[Vec<String>]) {
    line(text, &overview::SPREAD_HEAD);
    rule(text, overview::SPREAD_HEAD.len());
    rows.iter().for_each(|row| line(text, row));
}

fn line(text: &mut String, cells: &[impl AsRef<str>]) {
    for cell in cells {
        let _ = write!(text, "| {} ", cell.as_ref());
    }
    text.push_str("|\n");
}

fn rule(text: &mut String, columns: usize) {
    let _ = writeln!(text, "|{}", "---|".repeat(columns));
}

/// The page of a paper.
pub(super) fn paper(part: &PaperPart) -> String {
    let mut text = format!("# {}\n\n{}\n\n", part.paper.name, part.paper.citation);
    let _ = writeln!(text, "{}\n\n{LEGEND}\n", part.paper.about);
    let mut rows = vec![overview::expected_row()];
    rows.extend(overview::spread_rows(part));
    if rows.len() > 1 {
        let _ = writeln!(text, "{SPREAD}\n");
        spreads(&mut text, &rows);
        text.push('\n');
    }
    if part.plot.is_some() {
        let _ = writeln!(text, "![z]({})\n", part.plot_path());
    }
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
            let _ = writeln!(text, "| {} | **{}** |", cell(&claim.text), entry.verdict(*verdict));
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
                let sign = Mark::of(finding).sign().0;
                let ours =
                    if ours.is_empty() { ours } else { format!("**{ours}** {sign}{}", z(finding)) };
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
