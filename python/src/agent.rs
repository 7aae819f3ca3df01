use crate::error::{bad_input, expected};
use crate::interrupt::interruptible;
use crate::playing::{AnyState, Playing};
use crate::seat::{AnyView, Known};
use crate::state::State;
use crate::supported::{Supported, with_supported};
use crate::view::View;
use kontra_agents::{AgentSpec, GameId, Manner, Player, Recipe};
use kontra_game::{BadInput, History, Seat, Streams, Turn};
use kontra_search::Limits;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// An agent by its spec, as on the command line. It belongs to one seat of one game at a time: some keep what they found out from one
/// decision to the next. The same seed and the same positions give the same decisions.
///
/// >>> import kontra_games as kg
/// >>> state = kg.load_game("kuhn-poker").new_initial_state(1)
/// >>> agent = kg.Agent("so-ismcts(iterations=200)", seed=1)
/// >>> agent.choose(state) in state.legal_actions()
/// True
/// >>> kg.Agent("so-ismcts(iterations=many)").choose(state)
/// Traceback (most recent call last):
/// ValueError: agent 'so-ismcts(iterations=many)': expected a whole number from 1 to 1000000000 for iterations, found 'many'
#[pyclass(module = "kontra_games", frozen)]
pub(crate) struct Agent {
    spec: AgentSpec,
    seed: u64,
    /// One for each game that it was shown.
    seated: Mutex<HashMap<GameId, Box<dyn AnyAgent>>>,
}

/// What a search found, with ids for actions.
struct Found {
    chosen: usize,
    actions: Vec<i64>,
    visits: Vec<i64>,
    values: Vec<f64>,
    errors: Vec<f64>,
    priors: Vec<f64>,
    iterations: u64,
    nodes: u64,
    worlds: u64,
    effective_worlds: f64,
    max_depth: u32,
    mean_depth: f64,
    variation: Vec<usize>,
    elapsed_s: f64,
}

/// A player of any game.
trait AnyAgent: Send {
    fn set_limits(&mut self, limits: &Limits);
    fn choose(&mut self, position: Position<'_>) -> Result<usize, BadInput>;
    fn analyze(&mut self, position: Position<'_>) -> Result<Option<Found>, BadInput>;
}

/// Where an agent is asked: a full state, of which it sees its view unless it cheats, or a view.
#[derive(Clone, Copy)]
enum Position<'a> {
    State(&'a dyn AnyState),
    View(&'a dyn AnyView),
}

struct Seated<G: Supported> {
    player: Player<G>,
}

/// What is asked of an agent in one game.
struct Asked<'a, G: Supported> {
    game: Option<&'a G>,
    view: G::View,
    history: History<'a, G>,
}

fn to_move(turn: Turn) -> Result<Seat, BadInput> {
    let found = match turn {
        Turn::Seat(seat) => return Ok(seat),
        Turn::Chance => "one in which chance decides",
        Turn::Over => "one that is over",
    };
    Err(BadInput::expected("state", "one in which a player is to move", found))
}

impl<G: Supported> Seated<G> {
    fn asked<'a>(position: Position<'a>) -> Result<Asked<'a, G>, BadInput> {
        let other = || BadInput::expected("state", format!("one of {}", G::NAME), "another game");
        match position {
            Position::State(state) => {
                let playing = state.as_any().downcast_ref::<Playing<G>>().ok_or_else(other)?;
                let seat = to_move(playing.game.turn())?;
                let view = playing.game.view(seat);
                Ok(Asked { game: Some(&playing.game), view, history: playing.seen(seat) })
            }
            Position::View(view) => {
                let known = view.as_any().downcast_ref::<Known<G>>().ok_or_else(other)?;
                if to_move(view.turn())? != view.seat() {
                    let found = "that of another one";
                    return Err(BadInput::expected("view", "that of the player to move", found));
                }
                Ok(Asked { game: None, view: known.view.clone(), history: known.seen.history() })
            }
        }
    }
}

impl<G: Supported> AnyAgent for Seated<G> {
    fn set_limits(&mut self, limits: &Limits) {
        if let Player::Honest(agent) = &mut self.player {
            agent.set_limits(limits);
        }
    }

    fn choose(&mut self, position: Position<'_>) -> Result<usize, BadInput> {
        let Asked { game, view, history } = Seated::<G>::asked(position)?;
        let action = match (&mut self.player, game) {
            (Player::Honest(agent), _) => agent.choose(&view, history),
            (Player::Cheating(cheat), Some(game)) => cheat.choose(game),
            (Player::Cheating(_), None) => {
                let found = "a view";
                return Err(BadInput::expected("agent", "a full state for one that cheats", found));
            }
            (Player::Guest(_), _) => return Err(outside()),
        };
        Ok(G::action_id(action))
    }

    fn analyze(&mut self, position: Position<'_>) -> Result<Option<Found>, BadInput> {
        let Asked { view, history, .. } = Seated::<G>::asked(position)?;
        let Player::Honest(agent) = &mut self.player else { return Ok(None) };
        let Some(analysis) = agent.analyze(&view, history) else { return Ok(None) };
        let moves = &analysis.moves;
        Ok(Some(Found {
            chosen: G::action_id(analysis.chosen),
            actions: moves.iter().map(|entry| G::action_id(entry.action) as i64).collect(),
            visits: moves.iter().map(|entry| entry.visits as i64).collect(),
            values: moves.iter().map(|entry| entry.value).collect(),
            errors: moves.iter().map(|entry| entry.error).collect(),
            priors: moves.iter().map(|entry| entry.prior).collect(),
            iterations: analysis.iterations,
            nodes: analysis.nodes,
            worlds: analysis.worlds,
            effective_worlds: analysis.effective_worlds,
            max_depth: analysis.max_depth,
            mean_depth: analysis.mean_depth,
            variation: analysis.variation.iter().map(|&action| G::action_id(action)).collect(),
            elapsed_s: analysis.elapsed.as_secs_f64(),
        }))
    }
}

fn outside() -> BadInput {
    BadInput::expected("agent", "an agent of this program", "one outside of it")
}

fn seat(id: GameId, spec: &AgentSpec, seed: u64) -> Result<Box<dyn AnyAgent>, BadInput> {
    let rng = Streams::new(seed).agent(0, 0, Seat::wrapping(0, 1));
    with_supported!(id, G => {
        let recipe = Recipe::<G>::new(spec)?;
        if recipe.manner() == Manner::Guest {
            return Err(outside());
        }
        Ok(Box::new(Seated::<G> { player: recipe.player(rng) }))
    })
}

impl Agent {
    /// Asks the agent of this game. Python's lock is released while it thinks, and Ctrl-C stops it.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        question: impl Fn(&mut dyn AnyAgent, Position<'_>) -> Result<T, BadInput> + Send + Sync,
    ) -> PyResult<T> {
        let ask = |id: GameId, position: Position<'_>, limits: &Limits| -> Result<T, BadInput> {
            let mut seated = self.seated.lock().unwrap_or_else(PoisonError::into_inner);
            let agent = match seated.entry(id) {
                std::collections::hash_map::Entry::Occupied(agent) => agent.into_mut(),
                std::collections::hash_map::Entry::Vacant(place) => {
                    place.insert(seat(id, &self.spec, self.seed)?)
                }
            };
            agent.set_limits(limits);
            question(&mut **agent, position)
        };
        if let Ok(state) = position.cast::<State>() {
            let state = state.try_borrow()?;
            let (state, id) = (&*state.state, state.state.table().id());
            let work = |limits: &Limits| ask(id, Position::State(state), limits);
            return interruptible(py, work)?.map_err(bad_input);
        }
        if let Ok(view) = position.cast::<View>() {
            let view = &*view.get().view;
            let work = |limits: &Limits| ask(view.table().id(), Position::View(view), limits);
            return interruptible(py, work)?.map_err(bad_input);
        }
        Err(expected("position", "a State or a View", position.get_type()))
    }
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (spec, seed = 1))]
    fn new(spec: &str, seed: u64) -> PyResult<Agent> {
        let spec = spec.parse().map_err(bad_input)?;
        Ok(Agent { spec, seed, seated: Mutex::default() })
    }

    /// The spec, with its parameters sorted.
    #[getter]
    pub(crate) fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// The id of the action that the agent plays for the player to move; of a state it sees that player's view.
    fn choose(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.ask(py, position, |agent, position| agent.choose(position))
    }

    /// What the agent thinks of every legal action: a dictionary with arrays of one entry for each (`actions`, `visits`, `values`,
    /// `errors`, `priors`); None for agents that do not search.
    ///
    /// >>> import kontra_games as kg
    /// >>> state = kg.load_game("tic-tac-toe").new_initial_state()
    /// >>> analysis = kg.Agent("so-ismcts(iterations=100)").analyze(state)
    /// >>> analysis["iterations"], int(analysis["visits"].sum()), len(analysis["actions"])
    /// (100, 100, 9)
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let found = self.ask(py, position, |agent, position| agent.analyze(position))?;
        let Some(found) = found else { return Ok(None) };
        let dict = PyDict::new(py);
        dict.set_item("chosen", found.chosen)?;
        dict.set_item("actions", PyArray1::from_vec(py, found.actions))?;
        dict.set_item("visits", PyArray1::from_vec(py, found.visits))?;
        dict.set_item("values", PyArray1::from_vec(py, found.values))?;
        dict.set_item("errors", PyArray1::from_vec(py, found.errors))?;
        dict.set_item("priors", PyArray1::from_vec(py, found.priors))?;
        dict.set_item("iterations", found.iterations)?;
        dict.set_item("nodes", found.nodes)?;
        dict.set_item("worlds", found.worlds)?;
        dict.set_item("effective_worlds", found.effective_worlds)?;
        dict.set_item("max_depth", found.max_depth)?;
        dict.set_item("mean_depth", found.mean_depth)?;
        dict.set_item("variation", found.variation)?;
        dict.set_item("elapsed_s", found.elapsed_s)?;
        Ok(Some(dict))
    }

    fn __repr__(&self) -> String {
        format!("Agent('{}', seed={})", self.spec, self.seed)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String, u64)) {
        (py.get_type::<Agent>().into_any(), (self.spec(), self.seed))
    }
}
