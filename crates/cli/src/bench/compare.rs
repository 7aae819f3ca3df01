//! A report beside one that was saved before.

use super::{Report, Row, thousands};
use crate::answer;
use crate::problem::Problem;
use crate::table;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;

/// What `kontra bench --json` wrote.
#[derive(Deserialize)]
pub(super) struct SavedReport {
    checksum: String,
    rows: Vec<SavedRow>,
    program: String,
}

#[derive(Deserialize)]
struct SavedRow {
    name: String,
    per_second: f64,
    median_per_second: f64,
    interval: [f64; 2],
}

/// One row, before and now.
#[derive(Serialize)]
struct RowChange<'a> {
    name: &'a str,
    unit: &'static str,
    /// Medians.
    before: f64,
    now: f64,
    ratio: f64,
    /// Where the ratio of medians lies with 95 %.
    interval: [f64; 2],
    verdict: Verdict,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Verdict {
    Slower,
    Same,
    Faster,
}

impl SavedReport {
    /// Reads a report. Nothing is measured before it is known to be one.
    pub(super) fn read(path: &Path) -> Result<SavedReport, Problem> {
        let input = |why: String| Problem::Input(format!("--compare '{}': {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| input(error.to_string()))?;
        let report: SavedReport = serde_json::from_str(&text).map_err(|error| {
            input(format!("expected what 'kontra bench --json' prints, {error}"))
        })?;
        let speeds = |row: &SavedRow| {
            let [low, high] = row.interval;
            let all = [row.per_second, row.median_per_second, low, high];
            all.into_iter().all(|speed| speed.is_finite() && speed > 0.0) && low <= high
        };
        match report.rows.iter().find(|row| !speeds(row)) {
            Some(row) => Err(input(format!("expected speeds above 0 in the row '{}'", row.name))),
            None => Ok(report),
        }
    }

    /// Prints every row that both have. An error where one is slower by more than `tolerance`, beyond what chance explains.
    pub(super) fn compare(
        &self,
        now: &Report,
        tolerance: f64,
        json: bool,
        out: &mut dyn Write,
    ) -> Result<(), Problem> {
        let changes: Vec<RowChange<'_>> = now
            .rows
            .iter()
            .filter_map(|row| {
                let before = self.rows.iter().find(|before| before.name == row.name)?;
                Some(RowChange::new(before, row, tolerance))
            })
            .collect();
        if changes.is_empty() {
            let why = "expected a report with the rows that were measured, found none of them";
            return Err(Problem::Input(format!("--compare: {why}")));
        }
        // A report of fewer games has another checksum.
        let same_rows = changes.len() == now.rows.len() && changes.len() == self.rows.len();
        let same = same_rows.then(|| self.checksum == now.checksum());
        if json {
            let answer = serde_json::json!({ "before": self.program, "same_results": same, "rows": changes });
            answer::print(out, answer)?;
        } else {
            self.print(&changes, same, out)?;
        }
        let slower = changes.iter().filter(|change| change.verdict == Verdict::Slower).count();
        match slower {
            0 => Ok(()),
            1 => Err(Problem::Failed("1 row is slower than before".to_owned())),
            more => Err(Problem::Failed(format!("{more} rows are slower than before"))),
        }
    }

    fn print(
        &self,
        changes: &[RowChange<'_>],
        same: Option<bool>,
        out: &mut dyn Write,
    ) -> Result<(), Problem> {
        let head = ["", "before", "now", "now : before", "95 %", ""];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for RowChange { name, before, now, ratio, interval: [low, high], verdict, .. } in changes {
            let number = |speed: &f64| thousands(speed.round() as u64);
            let verdict = match verdict {
                Verdict::Slower => "slower",
                Verdict::Same => "",
                Verdict::Faster => "faster",
            };
            rows.push(vec![
                (*name).to_owned(),
                number(before),
                number(now),
                format!("{ratio:.3}"),
                format!("{low:.3} to {high:.3}"),
                verdict.to_owned(),
            ]);
        }
        table::print(out, &rows)?;
        writeln!(out)?;
        match same {
            Some(true) => writeln!(out, "  the same results as {}", self.program)?,
            Some(false) => writeln!(out, "  other results than {}", self.program)?,
            None => writeln!(out, "  before: {}", self.program)?,
        }
        Ok(())
    }
}

impl<'a> RowChange<'a> {
    fn new(before: &SavedRow, now: &'a Row, tolerance: f64) -> RowChange<'a> {
        let ratio = now.median / before.median_per_second;
        // Both medians err by chance, each by about half of its interval, on a scale of ratios.
        let half = |[low, high]: [f64; 2]| 0.5 * (high / low).ln();
        let half = half(before.interval).hypot(half(now.interval));
        let interval = [ratio * (-half).exp(), ratio * half.exp()];
        // The best times say the same where nothing but the machine was slower for a while.
        let best = now.best / before.per_second;
        let verdict = if interval[1].max(best) < 1.0 - tolerance {
            Verdict::Slower
        } else if interval[0].min(best) > 1.0 + tolerance {
            Verdict::Faster
        } else {
            Verdict::Same
        };
        RowChange {
            name: &now.name,
            unit: now.unit,
            before: before.median_per_second,
            now: now.median,
            ratio,
            interval,
            verdict,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(speed: f64, spread: f64) -> SavedRow {
        let interval = [speed / (1.0 + spread), speed * (1.0 + spread)];
        SavedRow { name: "a/b".to_owned(), per_second: speed, median_per_second: speed, interval }
    }

    fn row(speed: f64, spread: f64) -> Row {
        let SavedRow { name, per_second, median_per_second, interval } = saved(speed, spread);
        Row { name, unit: "games", best: per_second, median: median_per_second, interval }
    }

    fn verdict(before: &SavedRow, now: &Row) -> Verdict {
        RowChange::new(before, now, 0.03).verdict
    }

    #[test]
    fn a_row_is_slower_or_faster_only_beyond_chance_and_tolerance() {
        let before = saved(1000.0, 0.01);
        assert!(verdict(&before, &row(900.0, 0.01)) == Verdict::Slower);
        assert!(verdict(&before, &row(1100.0, 0.01)) == Verdict::Faster);
        assert!(verdict(&before, &row(980.0, 0.01)) == Verdict::Same, "within the tolerance");
        assert!(verdict(&before, &row(900.0, 0.2)) == Verdict::Same, "may be chance");
        let disturbed = Row { best: 1000.0, ..row(900.0, 0.01) };
        assert!(verdict(&before, &disturbed) == Verdict::Same, "the best is as fast as before");
    }

    #[test]
    fn the_interval_of_a_ratio_has_both_sides_chance() {
        let now = row(2000.0, 0.03);
        let change = RowChange::new(&saved(1000.0, 0.04), &now, 0.03);
        let half = (1.03_f64.ln()).hypot(1.04_f64.ln());
        assert!((change.ratio - 2.0).abs() < 1e-12);
        assert!((change.interval[0] - 2.0 * (-half).exp()).abs() < 1e-9);
        assert!((change.interval[1] - 2.0 * half.exp()).abs() < 1e-9);
    }
}
