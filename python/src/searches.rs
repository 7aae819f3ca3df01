//! Training by searches: groups of games on other machines, the learner here. What comes of it is what one machine makes.

use crate::training::{fault, wanted};
use kontra_learn::Trouble;
use kontra_learn::run::search::{LessonPlayers, LessonShare, SearchSummary, SearchTrainer};
use kontra_learn::run::{BadRun, Fault};
use kontra_learn::searched::PlayedLessons;
use kontra_learn::searched::just4fun::Sight;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Whether a run file is for `train_by_searches` or for `train_elsewhere`, without looking at more than its game.
#[pyfunction]
pub(crate) fn run_learns_from_searches(run: &str) -> PyResult<bool> {
    BadRun::check_elsewhere(run).map_err(|bad| fault(bad.into()))?;
    Ok(BadRun::game_of(run).as_deref() == Some("just4fun"))
}

/// Plays groups of games of an iteration of a run with a network as safetensors: bytes for `train_by_searches`. The same groups give
/// the same bytes on every machine of a kind.
#[pyfunction]
#[pyo3(signature = (run, iteration, network, groups, first, last, *, threads = 1))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn play_lessons<'py>(
    py: Python<'py>,
    run: &str,
    iteration: u64,
    network: Vec<u8>,
    groups: u64,
    first: u64,
    last: u64,
    threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let share = LessonShare { iteration, network, groups };
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let play = || kontra_learn::run::search::play_lessons(run, &share, first..last, threads);
    let bytes = py.detach(|| play().map(|played| played.to_bytes()));
    Ok(PyBytes::new(py, &bytes.map_err(fault)?))
}

/// A Python function that knows how to have games played.
struct PythonPlayers {
    play: Py<PyAny>,
    raised: Option<PyErr>,
}

impl LessonPlayers for PythonPlayers {
    fn play(&mut self, share: &LessonShare) -> Result<PlayedLessons<Sight>, Trouble> {
        let parts = Python::attach(|py| -> PyResult<Vec<Vec<u8>>> {
            py.check_signals()?;
            let network = PyBytes::new(py, &share.network);
            self.play.bind(py).call1((share.iteration, network, share.groups))?.extract()
        });
        let parts = parts.map_err(|exception| {
            self.raised = Some(exception);
            Trouble("the players raised an exception".to_owned())
        })?;
        let mut all = PlayedLessons::default();
        for bytes in parts {
            let bad =
                || Trouble("lessons: expected those of this run, found other bytes".to_owned());
            all.append(PlayedLessons::from_bytes(&bytes).ok_or_else(bad)?);
        }
        Ok(all)
    }
}

/// Trains a network by a run file that learns from searches. `play(iteration, network, groups)` returns what `play_lessons` has made
/// of all groups from 0 on, in their order and in any number of parts. Returns what was done. The folder is that of `kontra-train`, and
/// the weights are those that it makes on one machine of the same kind.
#[pyfunction]
#[pyo3(signature = (run, folder, play, *, resume = false, device = "auto", threads = 1, minutes = None, progress = false))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn train_by_searches<'py>(
    py: Python<'py>,
    run: &str,
    folder: PathBuf,
    play: Py<PyAny>,
    resume: bool,
    device: &str,
    threads: usize,
    minutes: Option<f64>,
    progress: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let (choice, limits) = wanted(device, minutes)?;
    let mut players = PythonPlayers { play, raised: None };
    // The learner stays in this thread, and Python's lock is released until players are asked.
    let outcome = py.detach(|| -> Result<SearchSummary, Fault> {
        let note = |sentence: &str| {
            if progress {
                eprintln!("{sentence}");
            }
        };
        let threads = threads.max(1);
        let mut trainer = SearchTrainer::new(run, &folder, resume, choice, threads, note)?;
        Ok(trainer.train_elsewhere(limits, note, &mut players)?)
    });
    let summary = match (outcome, players.raised) {
        (_, Some(exception)) => return Err(exception),
        (outcome, None) => outcome.map_err(fault)?,
    };
    let dict = PyDict::new(py);
    dict.set_item("iterations", summary.progress.iteration)?;
    dict.set_item("steps", summary.progress.step)?;
    dict.set_item("games", summary.progress.games)?;
    dict.set_item("decisions", summary.progress.decisions)?;
    dict.set_item("complete", summary.complete)?;
    dict.set_item("against_random", summary.rates.and_then(|rates| rates.random))?;
    dict.set_item("against_cheating", summary.rates.and_then(|rates| rates.cheating))?;
    dict.set_item("network", folder.join("network.safetensors"))?;
    Ok(dict)
}
