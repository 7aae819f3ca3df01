use super::Places;
use crate::problem::Problem;
use crate::table;
use kontra_experiments::{Experiment, Finding, Readiness, Results, Times, Work};
use serde_json::{Value, json};
use std::io::Write;

/// Every measured table and figure of the papers, and how far it was measured
///
/// Units are what is counted: deals of a match, positions of a search, batches of a hundred random games. An experiment is as far
/// as the least of its measurements. 'left' is how long the rest takes on one core, by the times of earlier runs; '?' where a
/// measurement was never timed.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  kontra experiment list\n  kontra experiment list sievers2015 --json"
)]
pub(super) struct Args {
    /// A paper or an experiment; all without it
    name: Option<String>,
    #[command(flatten)]
    places: Places,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let (shelf, results) = (args.places.shelf(None)?, args.places.measured()?);
    let experiments: Vec<&Experiment> = match &args.name {
        Some(name) => shelf.find(name)?,
        None => shelf.experiments.iter().collect(),
    };
    let times = args.places.times()?;
    let rows: Vec<Row<'_>> = experiments.iter().map(|e| Row::new(e, &results, &times)).collect();
    if args.json {
        let list: Vec<Value> = rows.iter().map(Row::json).collect();
        writeln!(out, "{}", Value::from(list))?;
        return Ok(());
    }
    let head = ["experiment", "cells", "units", "of", "left", "agree", "not"];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    lines.extend(rows.iter().map(Row::cells));
    let mut columns = vec![];
    table::print(&mut columns, &lines)?;
    let columns = String::from_utf8_lossy(&columns).into_owned();
    let width = columns.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    // The state is a sentence, so it stands at the end and begins where it likes.
    let states = rows.iter().map(|row| row.experiment.state.to_string());
    for (line, state) in columns.lines().zip(std::iter::once("state".to_owned()).chain(states)) {
        writeln!(out, "{line:width$}  {state}")?;
    }
    let count = |word| rows.iter().filter(|row| row.experiment.state.word() == word).count();
    let (ready, waits, never) = (count("ready"), count("waits"), count("impossible"));
    let all = rows.len();
    writeln!(
        out,
        "\n{all} tables and figures: {ready} ready, {waits} wait, {never} not reproducible"
    )?;
    // Several experiments may rest on one measurement: all of them together are less than their sum.
    let work = Work::of(experiments.iter().copied(), &results, &times);
    let left = time(work.seconds);
    let Work { done, planned, .. } = work;
    let percent = 100 * done / planned.max(1);
    writeln!(out, "{done} of {planned} units ({percent} %), {left} of one core left")?;
    Ok(())
}

/// An experiment and how far it is.
struct Row<'a> {
    experiment: &'a Experiment,
    units: u64,
    /// How long the rest takes on one core.
    seconds: Option<f64>,
    agree: usize,
    differ: usize,
}

/// A time as people say it, to one or two digits.
fn time(seconds: Option<f64>) -> String {
    match seconds {
        None => "?".to_owned(),
        Some(seconds) if seconds < 99.5 => format!("{seconds:.0} s"),
        Some(seconds) if seconds < 99.5 * 60.0 => format!("{:.0} min", seconds / 60.0),
        Some(seconds) => format!("{:.0} h", seconds / 3600.0),
    }
}

impl<'a> Row<'a> {
    fn new(experiment: &'a Experiment, results: &Results, times: &Times) -> Row<'a> {
        let runnable = experiment.cells.iter().filter(|cell| !cell.terms.is_empty());
        let findings: Vec<Finding> = runnable.map(|cell| Finding::of(cell, results)).collect();
        let count = |agrees| findings.iter().filter(|f| f.agrees == Some(agrees)).count();
        Row {
            experiment,
            seconds: Work::of([experiment], results, times).seconds,
            units: findings.iter().map(|finding| finding.units).min().unwrap_or(0),
            agree: count(true),
            differ: count(false),
        }
    }

    fn cells(&self) -> Vec<String> {
        let Experiment { name, cells, state, budget, .. } = self.experiment;
        let number = |number: String| match state {
            Readiness::Ready => number,
            Readiness::Waits(_) | Readiness::Impossible(_) => "-".to_owned(),
        };
        vec![
            name.clone(),
            cells.len().to_string(),
            number(self.units.to_string()),
            number(budget.full.to_string()),
            number(time(self.seconds)),
            number(self.agree.to_string()),
            number(self.differ.to_string()),
        ]
    }

    fn json(&self) -> Value {
        let Experiment { name, paper, place, title, state, budget, cells, .. } = self.experiment;
        json!({
            "name": name,
            "paper": paper,
            "place": place,
            "title": title,
            "state": state.word(),
            "reason": state.reason(),
            "cells": cells.len(),
            "units": self.units,
            "quick": budget.quick,
            "full": budget.full,
            "seconds_left": self.seconds,
            "agree": self.agree,
            "differ": self.differ,
            "timed": self.experiment.is_timed(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn times_are_short() {
        let texts = [0.0, 99.4, 100.0, 5900.0, 6000.0, 360_000.0].map(|s| time(Some(s)));
        assert_eq!(texts, ["0 s", "99 s", "2 min", "98 min", "2 h", "100 h"]);
        assert_eq!(time(None), "?");
    }
}
