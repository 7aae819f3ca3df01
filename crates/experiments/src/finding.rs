use crate::{Cell, Results};
use kontra_arena::wilson_half_width;
use serde::Serialize;

/// A cell's value beside the paper's; in JSON as the command line promises it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// The row and the column.
    pub label: String,
    /// The paper's number.
    pub paper: Option<f64>,
    /// Half the width of the paper's interval: as printed, or that of a share of this many games.
    pub paper_ci: Option<f64>,
    /// Our number.
    pub ours: Option<f64>,
    /// Half the width of our 95 % interval; 0 where the number is exact.
    pub ours_ci: Option<f64>,
    /// Whether the two intervals overlap; `None` where one of them is not known or they are not about the same thing.
    pub agrees: Option<bool>,
    /// How many units our number rests on: deals, positions, batches.
    pub units: u64,
    /// Digits after the point that the paper prints.
    #[serde(skip)]
    pub decimals: usize,
}

impl Finding {
    /// What the results say about a cell.
    pub fn of(cell: &Cell, results: &Results) -> Finding {
        let (ours, ours_ci, units) = ours(cell, results);
        let printed = cell.paper;
        let paper_ci =
            printed.and_then(|p| p.half.or_else(|| share_of(p.value, cell.paper_games?)));
        let mut finding = Finding {
            label: cell.label.clone(),
            paper: printed.map(|p| p.value),
            paper_ci,
            ours,
            ours_ci,
            agrees: None,
            units,
            decimals: printed.map_or(1, |p| p.decimals),
        };
        if let (true, Some(printed), Some((low, high))) =
            (cell.comparable, printed, finding.ours_range())
        {
            let half = paper_ci.unwrap_or(0.0) + printed.rounding() + 1e-9;
            finding.agrees = Some(low <= printed.value + half && high >= printed.value - half);
        }
        finding
    }

    /// The ends of our interval, if both are known.
    pub fn ours_range(&self) -> Option<(f64, f64)> {
        let (ours, half) = (self.ours?, self.ours_ci?);
        Some((ours - half, ours + half))
    }
}

/// Our number, its interval and how many units it rests on: the sum of the cell's terms.
fn ours(cell: &Cell, results: &Results) -> (Option<f64>, Option<f64>, u64) {
    let (mut sum, mut squares, mut units) = (0.0, Some(0.0), u64::MAX);
    for term in &cell.terms {
        let measured = results.of(&term.what).and_then(|measured| {
            let (value, half) = term.statistic.of(measured)?;
            Some((value, half.or(term.what.is_exact().then_some(0.0)), measured.units))
        });
        let Some((value, half, done)) = measured else { return (None, None, 0) };
        sum += value;
        squares = squares.zip(half).map(|(squares, half)| squares + half * half);
        units = units.min(done);
    }
    match cell.terms.is_empty() {
        true => (None, None, 0),
        false => (Some(sum), squares.map(f64::sqrt), units),
    }
}

/// Half the width of the 95 % interval of a share in per cent, seen in this many games (Wilson).
fn share_of(percent: f64, games: u64) -> Option<f64> {
    let is_share = (0.0..=100.0).contains(&percent) && games > 0;
    is_share.then(|| 100.0 * wilson_half_width(percent / 100.0, games as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_few_games_has_a_wide_interval() {
        assert!((share_of(50.0, 100).unwrap() - 9.62).abs() < 0.01);
        assert!((share_of(80.0, 1400).unwrap() - 2.09).abs() < 0.01);
        assert!(share_of(0.0, 100).unwrap() > 0.0);
        assert_eq!(share_of(150.0, 100), None);
    }
}
