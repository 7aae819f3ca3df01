use crate::error::{bad_input, expected};
use crate::game::Game;
use crate::supported::Supported;
use crate::table::AnyTable;
use kontra_batch::{Arrays, BatchShape, GameBatch, Tensor, random_actions};
use kontra_game::{BadInput, SearchRng, Streams};
use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2,
};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// A batch of any game.
pub(crate) trait AnyBatch: Send + Sync {
    fn shape(&self) -> BatchShape;
    fn reset(&mut self, arrays: &mut Arrays<'_>);
    fn step(&mut self, actions: &[i32], arrays: &mut Arrays<'_>) -> Result<(), BadInput>;
}

impl<G: Supported> AnyBatch for GameBatch<G> {
    fn shape(&self) -> BatchShape {
        self.shape()
    }

    fn reset(&mut self, arrays: &mut Arrays<'_>) {
        self.reset(arrays);
    }

    fn step(&mut self, actions: &[i32], arrays: &mut Arrays<'_>) -> Result<(), BadInput> {
        self.step(actions, arrays)
    }
}

/// Many games side by side. A step plays one action in every game and writes into arrays that are made once: what `reset` and
/// `step` return is always the same memory, to be read or copied before the next step. Python's lock is released meanwhile.
///
/// A game that is over is followed by the next one at once: `done` is true, `rewards` has what it was worth to each player, and the
/// observation is that of the new game. Game `i` begins with deal `i` of the seed, then come the deals `i + n`, `i + 2 n` and so on.
/// With `information_state=True` the observations are information states.
///
/// >>> import kontra_games as kg, numpy as np
/// >>> env = kg.BatchEnv("tic-tac-toe", 4, seed=1)
/// >>> observations, masks, rewards, done, seat = env.reset()
/// >>> observations.shape, masks.shape, rewards.shape
/// ((4, 19), (4, 9), (4, 2))
/// >>> _ = env.step(np.array([0, 1, 2, 3], dtype=np.int32))
/// >>> masks.argmin(axis=1)
/// array([0, 1, 2, 3])
/// >>> env.step([0, 0, 0, 0])
/// Traceback (most recent call last):
/// ValueError: actions[0]: expected a legal action (1 2 3 4 5 6 7 8), found 0
#[pyclass(module = "kontra_games")]
pub(crate) struct BatchEnv {
    batch: Box<dyn AnyBatch>,
    table: Arc<dyn AnyTable>,
    /// What the seat to move sees, one row for each game.
    #[pyo3(get)]
    observations: Py<PyArray2<f32>>,
    /// Which action ids are legal, one row for each game.
    #[pyo3(get)]
    masks: Py<PyArray2<bool>>,
    /// What the game that has just ended was worth to each player, one row for each game.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// Whether the last step has ended the game.
    #[pyo3(get)]
    done: Py<PyArray1<bool>>,
    /// Whose turn it is.
    #[pyo3(get)]
    seat: Py<PyArray1<i32>>,
    /// What `random_actions` returns, and where its numbers come from.
    actions: Py<PyArray1<i32>>,
    seed: u64,
    rng: SearchRng,
}

/// What `reset` and `step` return.
type Step = (
    Py<PyArray2<f32>>,
    Py<PyArray2<bool>>,
    Py<PyArray2<f32>>,
    Py<PyArray1<bool>>,
    Py<PyArray1<i32>>,
);

/// The arrays while they are written.
struct Borrowed<'py> {
    observations: PyReadwriteArray2<'py, f32>,
    masks: PyReadwriteArray2<'py, bool>,
    rewards: PyReadwriteArray2<'py, f32>,
    done: PyReadwriteArray1<'py, bool>,
    seat: PyReadwriteArray1<'py, i32>,
}

impl<'py> Borrowed<'py> {
    fn arrays(&mut self) -> PyResult<Arrays<'_>> {
        Ok(Arrays {
            observations: self.observations.as_slice_mut()?,
            masks: self.masks.as_slice_mut()?,
            rewards: self.rewards.as_slice_mut()?,
            done: self.done.as_slice_mut()?,
            seats: self.seat.as_slice_mut()?,
        })
    }
}

impl BatchEnv {
    fn borrow<'py>(&self, py: Python<'py>) -> PyResult<Borrowed<'py>> {
        Ok(Borrowed {
            observations: self.observations.bind(py).try_readwrite()?,
            masks: self.masks.bind(py).try_readwrite()?,
            rewards: self.rewards.bind(py).try_readwrite()?,
            done: self.done.bind(py).try_readwrite()?,
            seat: self.seat.bind(py).try_readwrite()?,
        })
    }

    fn result(&self, py: Python<'_>) -> Step {
        (
            self.observations.clone_ref(py),
            self.masks.clone_ref(py),
            self.rewards.clone_ref(py),
            self.done.clone_ref(py),
            self.seat.clone_ref(py),
        )
    }
}

/// This many threads; 0: one for each core.
pub(crate) fn threads(number: u16) -> NonZeroUsize {
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    NonZeroUsize::new(number.into()).unwrap_or_else(cores)
}

/// A game, or the name of one.
pub(crate) fn game_or_name(game: &Bound<'_, PyAny>) -> PyResult<Game> {
    if let Ok(game) = game.extract::<Game>() {
        return Ok(game);
    }
    crate::game::load_game(&game.extract::<String>()?, None)
}

#[pymethods]
impl BatchEnv {
    #[new]
    #[pyo3(signature = (game, n, seed = 1, threads = 1, information_state = false))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        n: usize,
        seed: u64,
        threads: u16,
        information_state: bool,
    ) -> PyResult<BatchEnv> {
        let table = game_or_name(game)?.table;
        let tensor = if information_state { Tensor::Information } else { Tensor::Observation };
        let numbers =
            if information_state { table.sizes().information } else { table.sizes().observation };
        if n.checked_mul(numbers).is_none_or(|all| all > isize::MAX as usize / 8) {
            return Err(expected("n", "a number of games whose arrays fit into memory", n));
        }
        let batch = py.detach(|| table.batch(n, seed, self::threads(threads), tensor));
        let batch = batch.map_err(bad_input)?;
        let shape = batch.shape();
        let mut env = BatchEnv {
            table,
            observations: PyArray2::zeros(py, [n, shape.tensor], false).unbind(),
            masks: PyArray2::zeros(py, [n, shape.mask], false).unbind(),
            rewards: PyArray2::zeros(py, [n, shape.seats], false).unbind(),
            done: PyArray1::zeros(py, [n], false).unbind(),
            seat: PyArray1::zeros(py, [n], false).unbind(),
            actions: PyArray1::zeros(py, [n], false).unbind(),
            seed,
            rng: Streams::new(seed).test(0),
            batch,
        };
        env.reset(py)?;
        Ok(env)
    }

    /// The game.
    fn get_game(&self) -> Game {
        Game { table: Arc::clone(&self.table) }
    }

    /// Begins every game again from its first deal.
    fn reset(&mut self, py: Python<'_>) -> PyResult<Step> {
        let mut borrowed = self.borrow(py)?;
        let (mut arrays, batch) = (borrowed.arrays()?, &mut self.batch);
        py.detach(|| batch.reset(&mut arrays));
        drop(borrowed);
        self.rng = Streams::new(self.seed).test(0);
        Ok(self.result(py))
    }

    /// A random legal action for every game, each being equally likely, in an array that is made once. The numbers follow
    /// from the seed, and begin again with `reset`.
    ///
    /// >>> import kontra_games as kg
    /// >>> env = kg.BatchEnv("kuhn-poker", 100, seed=1)
    /// >>> _ = env.step(env.random_actions())
    /// >>> sorted(set(env.seat.tolist()))
    /// [1]
    fn random_actions(&mut self, py: Python<'_>) -> PyResult<Py<PyArray1<i32>>> {
        let masks = self.masks.bind(py).try_readonly()?;
        let mut actions = self.actions.bind(py).try_readwrite()?;
        let (masks, out, rng) = (masks.as_slice()?, actions.as_slice_mut()?, &mut self.rng);
        let width = self.batch.shape().mask;
        py.detach(|| random_actions(masks, width, rng, out));
        drop(actions);
        Ok(self.actions.clone_ref(py))
    }

    /// Plays one action in every game: an array of `n` whole numbers, best of type int32. If one of them is not legal, nothing is
    /// played anywhere.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<Step> {
        let actions: PyReadonlyArray1<'_, i32> = match actions.extract() {
            Ok(actions) => actions,
            Err(_) => whole_numbers(py, actions)?.extract()?,
        };
        let mut borrowed = self.borrow(py)?;
        let (mut arrays, batch) = (borrowed.arrays()?, &mut self.batch);
        let actions = actions.as_slice()?;
        let played = py.detach(|| batch.step(actions, &mut arrays));
        played.map_err(bad_input)?;
        drop(borrowed);
        Ok(self.result(py))
    }

    fn __len__(&self) -> usize {
        self.batch.shape().games
    }

    fn __repr__(&self) -> String {
        format!("<{} games of {}>", self.batch.shape().games, self.table.id().name())
    }
}

/// Actions of another type than int32, as an array of that type.
fn whole_numbers<'py>(py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("ascontiguousarray", (actions,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if kind != "i" && kind != "u" {
        let found = array.getattr("dtype")?.str()?;
        return Err(expected("actions", "whole numbers", found));
    }
    // What does not fit becomes an id that no action has.
    let clipped = numpy.call_method1("clip", (array, -1, i32::MAX))?;
    clipped.call_method1("astype", (numpy.getattr("int32")?,))
}
