use super::{Places, unwritable};
use crate::problem::Problem;
use crate::table;
use indicatif::{ProgressBar, ProgressStyle};
use kontra_experiments::{Ending, Experiment, Finding, Limits, Plan, Progress, Results};
use kontra_game::BadInput;
use serde_json::{Value, json};
use std::io::{IsTerminal, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Run experiments, going on where an earlier run was
///
/// What is measured is saved twice a second, and a run that is interrupted, by Ctrl-C or by anything else, goes on from there
/// with the same result as if nothing had happened. Several tables of a paper may rest on the same match, which is then played once.
/// With --budget-minutes all experiments are made longer step by step, so that none is left out when the time is up.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    kontra experiment run sievers2012/table-6.60 --quick\n  \
    kontra experiment run gastegger2024 --threads 2\n  \
    kontra experiment run --all --budget-minutes 20 --results docs/results")]
pub(super) struct Args {
    /// Experiments or papers; see `kontra experiment list`
    #[arg(required_unless_present = "all")]
    names: Vec<String>,
    /// Every experiment that can be run
    #[arg(long, conflicts_with = "names")]
    all: bool,
    /// Only the quick budget: a first look
    #[arg(long)]
    quick: bool,
    /// Stop after so many minutes
    #[arg(long, value_name = "M")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=100_000))]
    budget_minutes: Option<u64>,
    /// Threads that measure; the results do not depend on it. 0: one for each core
    #[arg(long, value_name = "T", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    threads: u16,
    /// A seed in place of each experiment's own
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    places: Places,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let shelf = args.places.shelf(args.seed)?;
    let mut chosen: Vec<&Experiment> = vec![];
    if args.all {
        chosen.extend(&shelf.experiments);
    }
    for name in &args.names {
        chosen.extend(shelf.find(name)?);
    }
    // A single experiment that cannot be run is told so; in a whole paper it is passed over.
    if let ([experiment], Some(reason)) = (chosen.as_slice(), chosen[0].state.reason()) {
        let expected = "an experiment that can be run";
        let (name, word) = (&experiment.name, experiment.state.word());
        let found =
            format!("one that {} {reason}", if word == "waits" { "waits for" } else { "cannot:" });
        return Err(Problem::Input(format!("{name}: expected {expected}, found {found}")));
    }
    chosen.retain(|experiment| experiment.state.reason().is_none());
    if chosen.is_empty() {
        let names = args.names.join(", ");
        let expected = "at least one experiment that can be run";
        return Err(
            BadInput::expected(names, expected, "none (see `kontra experiment list`)").into()
        );
    }
    let plan = Plan::new(chosen.iter().copied())?;
    let (results, ending) = measure(args, &plan)?;
    if args.json {
        let list: Vec<Value> = chosen.iter().map(|e| outcome(e, &results)).collect();
        let value =
            if let [one] = list.as_slice() { one.clone() } else { json!({ "experiments": list }) };
        writeln!(out, "{value}")?;
    } else {
        print(&chosen, &results, out)?;
    }
    match ending {
        Ending::Complete | Ending::Late => Ok(()),
        Ending::Stopped => Err(Problem::Failed("interrupted; run it again to go on".to_owned())),
    }
}

fn measure(args: &Args, plan: &Plan) -> Result<(Results, Ending), Problem> {
    let folder = args.places.folder();
    let mut results = args.places.measured()?;
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let begin = Instant::now();
    let limits = Limits {
        quick: args.quick,
        deadline: args.budget_minutes.map(|minutes| begin + Duration::from_secs(60 * minutes)),
        threads: NonZeroUsize::new(args.threads.into()).unwrap_or_else(cores),
    };
    let interrupted = interruption()?;
    let bar = bar();
    let mut saved = Instant::now();
    let ending = plan.run(&mut results, limits, |results, Progress { done, of, pass }| {
        bar.set_length(of);
        bar.set_position(done);
        bar.set_message(format!("step {pass}"));
        if saved.elapsed() > Duration::from_millis(500) {
            save(results, &folder)?;
            saved = Instant::now();
        }
        Ok::<_, Problem>(if interrupted.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })?;
    bar.finish_and_clear();
    save(&results, &folder)?;
    Ok((results, ending))
}

/// Saves, and keeps what another run may have saved meanwhile.
fn save(results: &Results, folder: &Path) -> Result<(), Problem> {
    let mut all = results.clone();
    all.merge(Results::load(folder)?);
    all.save(folder).map_err(|error| unwritable(&folder.join(Results::FILE), &error))
}

/// Becomes true on the first Ctrl-C; the second one ends the program at once.
fn interruption() -> Result<Arc<AtomicBool>, Problem> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    let handler = move || {
        if set.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Problem::Failed(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(flag)
}

fn bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "{msg} {bar:40} {pos}/{len} units, {elapsed} of about {duration}";
    let bar = ProgressBar::new(0);
    ProgressStyle::with_template(template).map_or(bar.clone(), |style| bar.with_style(style))
}

fn findings(experiment: &Experiment, results: &Results) -> Vec<Finding> {
    experiment.cells.iter().map(|cell| Finding::of(cell, results)).collect()
}

fn outcome(experiment: &Experiment, results: &Results) -> Value {
    let cells = findings(experiment, results);
    json!({ "name": experiment.name, "place": experiment.place, "title": experiment.title, "cells": cells })
}

/// Every cell of a few experiments, one line for each of many.
fn print(
    experiments: &[&Experiment],
    results: &Results,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    if experiments.len() > 3 {
        let head = ["experiment", "cells", "agree", "differ"].map(str::to_owned);
        let mut lines = vec![head.to_vec()];
        for experiment in experiments {
            let findings = findings(experiment, results);
            let count = |agrees| findings.iter().filter(|f| f.agrees == Some(agrees)).count();
            let numbers = [findings.len(), count(true), count(false)].map(|n| n.to_string());
            lines.push([vec![experiment.name.clone()], numbers.to_vec()].concat());
        }
        return Ok(table::print(out, &lines)?);
    }
    for experiment in experiments {
        let Experiment { name, place, title, shows, .. } = experiment;
        writeln!(out, "{name}: {place}, {title}\n{shows}\n")?;
        let head = ["", "paper", "", "ours", "", "units", "agrees"].map(str::to_owned);
        let mut lines = vec![head.to_vec()];
        lines.extend(findings(experiment, results).iter().map(line));
        table::print(out, &lines)?;
        writeln!(out)?;
    }
    Ok(())
}

fn line(finding: &Finding) -> Vec<String> {
    let places = finding.decimals.max(1);
    let number = |number: Option<f64>| number.map_or("-".to_owned(), |n| format!("{n:.places$}"));
    let half = |half: Option<f64>| half.map_or(String::new(), |h| format!("±{h:.places$}"));
    let agrees = match finding.agrees {
        Some(true) => "yes",
        Some(false) => "no",
        None => "-",
    };
    vec![
        finding.label.clone(),
        number(finding.paper),
        half(finding.paper_ci),
        number(finding.ours),
        half(finding.ours_ci),
        finding.units.to_string(),
        agrees.to_owned(),
    ]
}
