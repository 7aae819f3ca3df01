//! Experiments in shares, for several machines.

use crate::error::bad_input;
use crate::json;
use kontra_experiments::{Experiment, Finding, Plan, Results, Shelf, UnitShare, Waiting};
use kontra_game::BadInput;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Experiments of the papers, measured in shares: ranges of units that can be measured on any machine, since a unit depends on
/// nothing but its number. The results are those of `kontra experiment run`, to the last digit, in the same file.
///
/// Without a folder nothing is kept: this is what a machine needs that only measures.
///
/// >>> import kontra_games as kg
/// >>> run = kg.ExperimentRun(["briesemeister2009/table-3.1"], quick=True)
/// >>> run.shares(size=10)
/// [(0, 0, 10, False), (0, 10, 20, False)]
/// >>> for measurement, first, last, alone in reversed(run.shares(size=10)):
/// ...     run.add(measurement, first, run.measure(measurement, first, last))
/// >>> run.shares(), run.findings()[0]["cells"][0]["units"]
/// ([], 20)
#[pyclass(module = "kontra_games", frozen)]
pub(crate) struct ExperimentRun {
    names: Vec<String>,
    experiments: Vec<Experiment>,
    plan: Plan,
    quick: bool,
    seed: Option<u64>,
    folder: Option<PathBuf>,
    state: Mutex<(Results, Waiting)>,
}

fn chosen(names: &[String], seed: Option<u64>) -> Result<Vec<Experiment>, BadInput> {
    let shelf = Shelf::embedded(seed)?;
    let mut chosen: Vec<Experiment> = vec![];
    for name in names {
        chosen.extend(shelf.find(name)?.into_iter().cloned());
    }
    chosen.retain(|experiment| experiment.state.reason().is_none());
    if chosen.is_empty() {
        let expected = "at least one experiment that can be run";
        return Err(BadInput::expected(names.join(", "), expected, "none"));
    }
    Ok(chosen)
}

fn failed(path: &Path, error: &std::io::Error) -> PyErr {
    PyOSError::new_err(format!("{}: writing failed: {error}", path.display()))
}

impl ExperimentRun {
    fn with<T>(&self, work: impl FnOnce(&mut (Results, Waiting)) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Tells in the folder which program measures, as the command line does.
    fn note(&self, folder: &Path) -> std::io::Result<()> {
        let mut run = json!({ "program": kontra_version::PROGRAM, "experiments": self.names });
        if let Some(seed) = self.seed {
            run["seed"] = seed.into();
        }
        let (line, path) = (format!("{run}\n"), folder.join("runs.jsonl"));
        if std::fs::read_to_string(&path).is_ok_and(|text| text.ends_with(&line)) {
            return Ok(());
        }
        std::fs::create_dir_all(folder)?;
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&path)?;
        file.write_all(line.as_bytes())
    }
}

#[pymethods]
impl ExperimentRun {
    #[new]
    #[pyo3(signature = (names, results = None, *, quick = false, seed = None))]
    fn new(
        names: Vec<String>,
        results: Option<PathBuf>,
        quick: bool,
        seed: Option<u64>,
    ) -> PyResult<ExperimentRun> {
        let experiments = chosen(&names, seed).map_err(bad_input)?;
        let plan = Plan::new(&experiments).map_err(bad_input)?;
        let found = match &results {
            Some(folder) => Results::load(folder).map_err(bad_input)?,
            None => Results::default(),
        };
        let state = Mutex::new((found, Waiting::default()));
        Ok(ExperimentRun { names, experiments, plan, quick, seed, folder: results, state })
    }

    /// What is missing: tuples of a measurement, its first unit, the unit after the last, and whether it measures time and
    /// needs a machine for itself.
    #[pyo3(signature = (size = 1))]
    fn shares(&self, size: u64) -> Vec<(usize, u64, u64, bool)> {
        let shares = self.with(|(results, _)| self.plan.shares(results, self.quick, size));
        let tuple = |UnitShare { measurement, units, alone }: UnitShare| {
            (measurement, units.start, units.end, alone)
        };
        shares.into_iter().map(tuple).collect()
    }

    /// Measures units of a measurement: text for `add`.
    fn measure(
        &self,
        py: Python<'_>,
        measurement: usize,
        first: u64,
        last: u64,
    ) -> PyResult<String> {
        py.detach(|| self.plan.measure(measurement, first..last)).map_err(bad_input)
    }

    /// Adds what was measured from unit `first` on. Shares may come in any order, each once.
    fn add(&self, measurement: usize, first: u64, values: &str) -> PyResult<()> {
        self.with(|(results, waiting)| {
            self.plan.add(results, waiting, measurement, first, values).map_err(bad_input)
        })
    }

    /// Saves what there is in the folder of results. What another run has saved meanwhile is kept.
    fn save(&self) -> PyResult<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        self.note(folder).map_err(|error| failed(folder, &error))?;
        let mut all = self.with(|(results, _)| results.clone());
        all.merge(Results::load(folder).map_err(bad_input)?);
        all.save(folder).map_err(|error| failed(&folder.join(Results::FILE), &error))
    }

    /// Every experiment with its cells beside the paper's: what `kontra experiment run --json` prints.
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let list: Vec<Value> = self.with(|(results, _)| {
            let one = |experiment: &Experiment| {
                let cells: Vec<Finding> =
                    experiment.cells.iter().map(|cell| Finding::of(cell, results)).collect();
                let Experiment { name, place, title, .. } = experiment;
                json!({ "name": name, "place": place, "title": title, "cells": cells })
            };
            self.experiments.iter().map(one).collect()
        });
        json::to_python(py, &Value::Array(list))
    }
}
