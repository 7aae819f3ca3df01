use super::{Places, unwritable};
use crate::answer;
use crate::defaults;
use crate::interrupt;
use crate::problem::Problem;
use crate::table;
use indicatif::{ProgressBar, ProgressStyle};
use kontra_experiments::{
    Experiment, Finding, Plan, Progress, Results, RunEnding, RunLimits, Times,
};
use kontra_game::BadInput;
use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Run experiments, or resume them where an earlier run stopped
///
/// What is measured is saved twice a second, and a run that is interrupted, by Ctrl-C or by anything else, resumes from there
/// with the same result as if nothing had happened. Several tables of a paper may rest on the same match, which is then played once.
/// With --until all experiments are made longer step by step, so that none is left out when the time is up.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    kontra experiment run sievers2012/table-6.60 --quick\n  \
    kontra experiment run gastegger2024 --threads 2\n  \
    kontra experiment run --all --until 20m --results docs/results")]
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
    /// Stop after this time: 90s, 20m or 2h; minutes without a letter
    #[arg(long, value_name = "TIME", alias = "budget-minutes", value_parser = duration)]
    until: Option<Duration>,
    /// At most this many units of each measurement, for example to learn how long one takes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    units: Option<u64>,
    /// Threads that measure; the results do not depend on it. 0: one for each core
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = defaults::threads)]
    #[arg(env = defaults::THREADS, hide_env_values = true)]
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

/// Reads a time such as 90s, 20m or 2h.
fn duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time from 1s to 2000h, such as 90s, 20m or 2h".to_owned();
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let each = match &text[digits.len()..] {
        "s" => 1,
        "m" | "" => 60,
        "h" => 3600,
        _ => return Err(expected()),
    };
    let seconds = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(each));
    let seconds = seconds.filter(|seconds| (1..=2000 * 3600).contains(seconds));
    seconds.map(Duration::from_secs).ok_or_else(expected)
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
    if let [experiment] = chosen.as_slice()
        && experiment.is_trained()
    {
        let name = &experiment.name;
        return Err(Problem::Input(format!(
            "{name}: expected an experiment without training, found one for `kontra-train experiment {name}`"
        )));
    }
    chosen.retain(|experiment| experiment.state.reason().is_none() && !experiment.is_trained());
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
        answer::print(out, value)?;
    } else {
        print(&chosen, &results, out)?;
    }
    match ending {
        RunEnding::Complete | RunEnding::Late => Ok(()),
        RunEnding::Stopped => {
            Err(Problem::Interrupted("interrupted; run it again to resume".to_owned()))
        }
    }
}

fn measure(args: &Args, plan: &Plan) -> Result<(Results, RunEnding), Problem> {
    let folder = args.places.folder();
    let (mut results, mut times) = (args.places.measured()?, args.places.times()?);
    let begin = Instant::now();
    let limits = RunLimits {
        quick: args.quick,
        deadline: args.until.map(|time| begin + time),
        units: args.units,
        threads: defaults::cores(args.threads),
    };
    let interrupted = interruption();
    let bar = bar();
    let mut saved = Instant::now();
    let mut noted = false;
    let each = |results: &Results, times: &Times, Progress { done, of, pass }| {
        bar.set_length(of);
        bar.set_position(done);
        bar.set_message(format!("step {pass}"));
        if !noted {
            note(args, &folder)?;
            noted = true;
        }
        if saved.elapsed() > Duration::from_millis(500) {
            save(results, times, &folder)?;
            saved = Instant::now();
        }
        Ok::<_, Problem>(if interrupted.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    };
    let ending = plan.run(&mut results, &mut times, limits, each)?;
    bar.finish_and_clear();
    save(&results, &times, &folder)?;
    Ok((results, ending))
}

/// The file that tells which programs have measured, and what. The results beside it depend on no commit.
const RUNS: &str = "runs.jsonl";

/// Notes who measures, unless the last line says so already.
fn note(args: &Args, folder: &Path) -> Result<(), Problem> {
    let names = if args.all { vec!["--all".to_owned()] } else { args.names.clone() };
    let mut run = json!({ "program": kontra_version::PROGRAM, "experiments": names });
    if let Some(seed) = args.seed {
        run["seed"] = seed.into();
    }
    let (line, path) = (format!("{run}\n"), folder.join(RUNS));
    let noted = std::fs::read_to_string(&path).is_ok_and(|text| text.ends_with(&line));
    if noted {
        return Ok(());
    }
    let write = || {
        std::fs::create_dir_all(folder)?;
        let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
        file.write_all(line.as_bytes())
    };
    write().map_err(|error| unwritable(&path, &error))
}

/// Saves, and keeps what another run may have saved meanwhile.
fn save(results: &Results, times: &Times, folder: &Path) -> Result<(), Problem> {
    let mut all = results.clone();
    all.merge(Results::load(folder)?);
    all.save(folder).map_err(|error| unwritable(&folder.join(Results::FILE), &error))?;
    times.save(folder).map_err(|error| unwritable(&folder.join(Times::FILE), &error))
}

/// Becomes true on the first Ctrl-C; the second one ends the program at once.
fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    interrupt::handle(move || {
        if set.swap(true, Ordering::Relaxed) {
            interrupt::leave();
        }
    });
    flag
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
        let head = ["", "paper", "", "ours", "", "units", "z", "agrees"].map(str::to_owned);
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
        finding.z.map_or("-".to_owned(), |z| format!("{z:+.1}")),
        agrees.to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_letter_or_is_in_minutes() {
        let seconds = |text| duration(text).map(|time| time.as_secs());
        assert_eq!(seconds("90s"), Ok(90));
        assert_eq!(seconds("20m"), seconds("20"));
        assert_eq!(seconds("2h"), Ok(7200));
        for text in ["", "m", "0", "-3m", "3d", "1.5h", "999999999999999999h", "20m m"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
