//! The first page: how far each paper is, and how well it agrees.

use super::number::plain;
use super::page::{CellCounts, PaperPart, ReportPage};
use crate::{Work, ZSpread};

/// The columns, in the order of [`row`].
pub(super) const HEAD: [&str; 10] = [
    "paper",
    "ready",
    "wait",
    "not reproducible",
    "played of planned",
    "cells compared",
    "✓",
    "?",
    "✗",
    "conclusions: hold, contradicted, undecided",
];

/// What the columns after the first say about a paper.
pub(super) fn row(part: &PaperPart) -> Vec<String> {
    let ([ready, waits, never], counts) = (part.states(), part.counts());
    let CellCounts { agree, doubtful, differ, hold, contradicted, undecided, .. } = counts;
    let numbers = [agree + doubtful + differ, agree, doubtful, differ].map(|n| n.to_string());
    let mut cells = [ready, waits, never].map(|n| n.to_string()).to_vec();
    cells.push(played(part.work));
    cells.extend(numbers);
    cells.push(format!("{hold}, {contradicted}, {undecided}"));
    cells
}

fn played(Work { done, planned, .. }: Work) -> String {
    if planned == 0 {
        return "–".to_owned();
    }
    let percent = (100.0 * done as f64 / planned as f64).floor();
    let [done, planned] = [done, planned].map(|units| plain(units as f64, 0));
    format!("{done} of {planned} units ({percent} %)")
}

/// What chance alone would give, above the rows of [`spread_row`].
pub(super) const SPREAD_HEAD: [&str; 6] =
    ["cells", "number", "mean of z", "standard deviation", "beyond ±1.96", "beyond ±3"];

/// The row of the distribution that is expected.
pub(super) fn expected_row() -> Vec<String> {
    ["chance alone", "", "0", "1", "5 %", "0.27 %"].map(str::to_owned).to_vec()
}

/// How the differences of some cells are spread.
pub(super) fn spread_row(name: String, spread: &ZSpread) -> Vec<String> {
    let number = |number: Option<f64>| number.map_or("–".to_owned(), |n| plain(n, 2));
    let share = |count: usize| match spread.values.is_empty() {
        true => "–".to_owned(),
        false => format!("{count} ({} %)", plain(spread.percent(count), 1)),
    };
    vec![
        name,
        plain(spread.values.len() as f64, 0),
        number(spread.mean()),
        number(spread.deviation()),
        share(spread.beyond_95()),
        share(spread.beyond_3()),
    ]
}

/// The spreads of a paper: one row for the cells with the paper's error, and one for those without, where there are any.
pub(super) fn spread_rows(part: &PaperPart) -> Vec<Vec<String>> {
    let (known, unknown) = part.spreads();
    let name = &part.paper.name;
    let rows = [(name.clone(), known), (format!("{name}, where it gives no error"), unknown)];
    let filled = rows.into_iter().filter(|(_, spread)| !spread.values.is_empty());
    filled.map(|(name, spread)| spread_row(name, &spread)).collect()
}

/// The spreads of all papers.
pub(super) fn all_spreads(page: &ReportPage) -> Vec<Vec<String>> {
    let mut rows = vec![expected_row()];
    rows.extend(page.papers.iter().flat_map(spread_rows));
    rows
}
