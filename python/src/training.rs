//! Training with games that are played elsewhere: the learner, and players for other machines.

use crate::error::expected;
use kontra_game::BadInput;
use kontra_learn::Trouble;
use kontra_learn::run::{
    BadRun, DeviceChoice, Elsewhere, Fault, PlayOrder, Played, RemotePlayer, Reporter, Summary,
    Trainer, TrainingLimits,
};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

pub(crate) fn fault(fault: Fault) -> PyErr {
    match fault {
        Fault::Input(BadRun(sentence)) => pyo3::exceptions::PyValueError::new_err(sentence),
        Fault::Failed(trouble) => failed(&trouble),
    }
}

fn failed(trouble: &Trouble) -> PyErr {
    PyRuntimeError::new_err(trouble.to_string())
}

/// Plays games of a training run for a learner somewhere else, on threads of its own. A few results wait to be fetched; then it
/// pauses until somebody does. `kontra_games.ray` has one on every processor of a cluster.
///
/// `run` is the text of a run file, as `kontra-train` reads it; players with different seeds play different games.
#[pyclass(module = "kontra_games", frozen)]
pub(crate) struct SelfPlayer {
    player: Mutex<RemotePlayer>,
}

#[pymethods]
impl SelfPlayer {
    #[new]
    #[pyo3(signature = (run, seed, threads = 1))]
    fn new(run: &str, seed: u64, threads: usize) -> PyResult<SelfPlayer> {
        let player = RemotePlayer::new(run, seed, threads).map_err(fault)?;
        Ok(SelfPlayer { player: Mutex::new(player) })
    }

    /// The next games, played by this order or one of the last: bytes for the learner. `order` is what the learner has published.
    fn play<'py>(
        &self,
        py: Python<'py>,
        order: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let order = read_order(order)?;
        let played = py.detach(|| {
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            player.follow(order);
            player.fetch().map(|played| played.to_bytes())
        });
        Ok(PyBytes::new(py, &played.map_err(|trouble| failed(&trouble))?))
    }
}

fn read_order(order: &Bound<'_, PyDict>) -> PyResult<PlayOrder> {
    let field = |name: &str| {
        order.get_item(name)?.ok_or_else(|| expected("order", format!("a field {name}"), "none"))
    };
    Ok(PlayOrder {
        number: field("number")?.extract()?,
        segment: field("segment")?.extract()?,
        rough: field("rough")?.extract()?,
        fade: field("fade")?.extract()?,
        company: field("company")?.extract()?,
        networks: field("networks")?.extract()?,
    })
}

fn write_order<'py>(py: Python<'py>, order: &PlayOrder) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("number", order.number)?;
    dict.set_item("segment", order.segment)?;
    dict.set_item("rough", order.rough)?;
    dict.set_item("fade", order.fade)?;
    dict.set_item("company", order.company)?;
    let networks = order.networks.iter().map(|network| PyBytes::new(py, network));
    dict.set_item("networks", PyList::new(py, networks)?)?;
    Ok(dict)
}

/// Players whom a Python object knows how to reach.
struct PythonPlayers {
    players: Py<PyAny>,
    /// Words of a position and of its flags.
    sizes: [usize; 2],
    /// The exception that ended the run.
    raised: Option<PyErr>,
}

impl PythonPlayers {
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Result<T, Trouble> {
        let answer = Python::attach(|py| {
            py.check_signals()?;
            question(self.players.bind(py))
        });
        answer.map_err(|exception| {
            self.raised = Some(exception);
            Trouble("the players raised an exception".to_owned())
        })
    }
}

impl Elsewhere for PythonPlayers {
    fn publish(&mut self, order: &PlayOrder) -> Result<(), Trouble> {
        self.ask(|players| {
            players.call_method1("publish", (write_order(players.py(), order)?,)).map(drop)
        })
    }

    fn next(&mut self) -> Result<Played, Trouble> {
        let bytes: Vec<u8> = self.ask(|players| players.call_method0("next")?.extract())?;
        let [words, flag_words] = self.sizes;
        Played::from_bytes(&bytes, words, flag_words)
    }
}

/// The device and the limits that somebody wants.
pub(crate) fn wanted(
    device: &str,
    minutes: Option<f64>,
) -> PyResult<(DeviceChoice, TrainingLimits)> {
    let choice = DeviceChoice::NAMES.into_iter().find(|(name, _)| *name == device);
    let Some((_, choice)) = choice else {
        return Err(expected("device", "cpu, cuda or auto", format!("'{device}'")));
    };
    if minutes.is_some_and(|minutes| minutes.is_nan() || minutes <= 0.0) {
        return Err(expected("minutes", "more than 0", minutes.unwrap_or_default()));
    }
    Ok((choice, TrainingLimits { minutes, segments: None }))
}

/// Trains a network by a run file with games that `players` bring: an object with `publish(order)`, which is told how games are to be
/// played and with which networks, and `next()`, which returns what a `SelfPlayer` has played. Returns what was done.
/// Checkpoints, network and log are in `folder`, as `kontra-train` writes them; the same run can be resumed there.
#[pyfunction]
#[pyo3(signature = (run, folder, players, *, resume = false, device = "auto", threads = 1, minutes = None, progress = false))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn train_elsewhere<'py>(
    py: Python<'py>,
    run: &str,
    folder: PathBuf,
    players: Py<PyAny>,
    resume: bool,
    device: &str,
    threads: usize,
    minutes: Option<f64>,
    progress: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let (choice, limits) = wanted(device, minutes)?;
    BadRun::check_elsewhere(run).map_err(|bad| fault(bad.into()))?;
    if BadRun::game_of(run).as_deref() == Some("just4fun") {
        let expected = "doppelkopf: a run that learns from searches is for train_by_searches";
        let bad = BadInput::expected("run file, game", expected, "'just4fun'");
        return Err(crate::error::bad_input(bad));
    }
    let mut players = PythonPlayers { players, sizes: [0; 2], raised: None };
    // The learner stays in this thread, and Python's lock is released until players are asked.
    let outcome = py.detach(|| -> Result<Summary, Fault> {
        let note = |sentence: &str| {
            if progress {
                eprintln!("{sentence}");
            }
        };
        let trainer = Trainer::new(run, &folder, resume, choice, threads.max(1), note)?;
        let mut trainer = trainer.made_by(kontra_version::PROGRAM);
        players.sizes = [trainer.setup().words, trainer.setup().flags.div_ceil(64)];
        let steps = trainer.run().training.steps;
        let (mut err, mut nowhere) = (std::io::stderr(), std::io::sink());
        let out: &mut dyn std::io::Write = if progress { &mut err } else { &mut nowhere };
        let mut live = Reporter::new(out, false, steps, minutes);
        Ok(trainer.train_elsewhere(limits, &mut live, &mut players)?)
    });
    let summary = match (outcome, players.raised) {
        (_, Some(exception)) => return Err(exception),
        (outcome, None) => outcome.map_err(fault)?,
    };
    let dict = PyDict::new(py);
    dict.set_item("steps", summary.counts.step)?;
    dict.set_item("games", summary.counts.games)?;
    dict.set_item("decisions", summary.counts.decisions)?;
    dict.set_item("samples", summary.counts.samples)?;
    dict.set_item("complete", summary.complete)?;
    dict.set_item("points", summary.figures.map(|figures| figures.points))?;
    dict.set_item("network", folder.join("network.safetensors"))?;
    Ok(dict)
}
