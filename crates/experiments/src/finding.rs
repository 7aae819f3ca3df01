use crate::{Cell, Printed, Results};
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
    /// Ours less the paper's, in units of the standard error of that difference; `None` where our interval is not known or the
    /// numbers are not about the same thing.
    pub z: Option<f64>,
    /// Whether `z` lies within ±1.96, as it does in 95 of 100 cells where only chance is at work.
    pub agrees: Option<bool>,
    /// How many units our number rests on: deals, positions, batches.
    pub units: u64,
    /// Digits after the point that the paper prints.
    #[serde(skip)]
    pub decimals: usize,
}

/// How many standard errors a 95 % interval reaches to each side.
pub(crate) const REACH: f64 = 1.959_963_985;

impl Finding {
    /// What the results say about a cell.
    pub fn of(cell: &Cell, results: &Results) -> Finding {
        let (ours, ours_ci, units) = ours(cell, results);
        let printed = cell.paper;
        let paper_ci =
            printed.and_then(|p| p.half.or_else(|| share_of(p.value, cell.paper_games?)));
        let z = match (cell.comparable, printed, ours, ours_ci) {
            (true, Some(printed), Some(ours), Some(half)) => {
                let error = combined_error(printed, paper_error(cell, printed), half);
                Some((ours - printed.value) / error)
            }
            _ => None,
        };
        Finding {
            label: cell.label.clone(),
            paper: printed.map(|p| p.value),
            paper_ci,
            ours,
            ours_ci,
            z,
            agrees: z.map(|z| z.abs() <= REACH),
            units,
            decimals: printed.map_or(1, |p| p.decimals),
        }
    }
}

/// The standard error of the paper's number; 0 where it gives none.
fn paper_error(cell: &Cell, printed: Printed) -> f64 {
    let sampled = || share_of(printed.value, cell.paper_games?).map(|half| half / REACH);
    match printed.half {
        Some(half) if !printed.range => half / REACH,
        // Somewhere in the range lies a share of this many games.
        Some(half) => (half / 3.0_f64.sqrt()).hypot(sampled().unwrap_or(0.0)),
        None => sampled().unwrap_or(0.0),
    }
}

/// The standard error of the difference: ours, the paper's where it gives one, and what the paper's rounding adds.
///
/// Our interval is Student's, so that with few deals it counts for more than the bare standard error.
fn combined_error(printed: Printed, paper: f64, ours_ci: f64) -> f64 {
    let rounding = printed.rounding() / 3.0_f64.sqrt();
    (ours_ci / REACH).hypot(paper).hypot(rounding)
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

    #[test]
    fn the_difference_has_the_errors_of_both_and_of_the_rounding() {
        let cell = |games| Cell {
            label: String::new(),
            table: 0,
            row: 0,
            column: 0,
            paper: None,
            paper_games: games,
            comparable: true,
            terms: vec![],
        };
        let error_of = |text: &str, games, half| {
            let printed = Printed::read(text).unwrap().unwrap();
            combined_error(printed, paper_error(&cell(games), printed), half)
        };
        let error = |text, half| error_of(text, None, half);
        // Three and four make five.
        assert!((error("1.000 ± 3.000", 4.0) * REACH - 5.0).abs() < 1e-6);
        // A bare number of the paper is off by up to half a unit of its last digit, anywhere in it.
        assert!((error("7", 0.0) - (1.0_f64 / 12.0).sqrt()).abs() < 1e-9);
        // A range as well, and a share of few games in it has its own error on top.
        assert!((error("40.00 to 50.00", 0.0) - 5.0 / 3.0_f64.sqrt()).abs() < 1e-3);
        let both = (25.0 / 3.0 + (share_of(45.0, 100).unwrap() / REACH).powi(2)).sqrt();
        assert!((error_of("40.00 to 50.00", Some(100), 0.0) - both).abs() < 1e-3);
    }
}
