use crate::error::{bad_input, expected};
use crate::json;
use crate::state::State;
use crate::supported;
use crate::table::{self, AnyTable};
use kontra_agents::{AgentSpec, GameId, kinds, with_game};
use kontra_game::{Seat, TensorPart};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;

/// A game with its rules; made by `load_game`.
///
/// >>> import kontra_games as kg
/// >>> game = kg.load_game("ontop", players=3)
/// >>> game
/// load_game('ontop', players=3, teams=False, colours='fixed', board='reconstruction')
/// >>> game.num_players(), game.num_distinct_actions()
/// (3, 192)
#[pyclass(module = "kontra_games", frozen, from_py_object)]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) table: Arc<dyn AnyTable>,
}

/// A game by its name, with the rules that are a choice as further arguments.
///
/// >>> import kontra_games as kg
/// >>> kg.load_game("doppelkopf").num_players()
/// 4
/// >>> kg.load_game("chess")
/// Traceback (most recent call last):
/// ValueError: game: expected doppelkopf or just4fun or ontop or tic-tac-toe or pig or kuhn-poker or leduc-poker or hearts, found 'chess'
#[pyfunction]
#[pyo3(signature = (name, /, **rules))]
pub(crate) fn load_game(name: &str, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
    let rules = match rules {
        None => serde_json::json!({}),
        Some(rules) => json::from_python("rules", rules)?,
    };
    Ok(Game { table: table::open(name, &rules).map_err(bad_input)? })
}

/// The names of all games.
///
/// >>> import kontra_games as kg
/// >>> kg.game_names()
/// ['doppelkopf', 'just4fun', 'ontop', 'tic-tac-toe', 'pig', 'kuhn-poker', 'leduc-poker']
#[pyfunction]
pub(crate) fn game_names() -> Vec<&'static str> {
    supported::names()
}

/// The agents that can play a game: for each its spec with all defaults.
///
/// >>> import kontra_games as kg
/// >>> kg.agent_names("kuhn-poker")[:2]
/// ['random', 'external(cmd=..., seconds=10, start=60)']
#[pyfunction]
pub(crate) fn agent_names(game: &str) -> PyResult<Vec<String>> {
    let id: GameId = game.parse().map_err(bad_input)?;
    let written = |spec: AgentSpec| spec.to_string();
    Ok(with_game!(id, G => {
        let kinds = kinds::<G>();
        let presets = <G as kontra_agents::Playable>::PRESETS.iter();
        let presets = presets.map(|preset| preset.name.to_owned());
        kinds.iter().map(|kind| written(kind.default_spec())).chain(presets).collect()
    }))
}

/// What pickle keeps: what is called, and with which arguments.
type Pickled<'py> = (Bound<'py, PyAny>, (&'static str, Bound<'py, PyAny>));

impl Game {
    /// A seat of this game.
    pub(crate) fn seat(table: &dyn AnyTable, player: i64) -> PyResult<Seat> {
        let seats = table.sizes().seats;
        let seat = usize::try_from(player).ok().filter(|&player| player < seats);
        seat.and_then(Seat::new)
            .ok_or_else(|| expected("player", format!("a seat from 0 to {}", seats - 1), player))
    }
}

#[pymethods]
impl Game {
    /// The game's name.
    #[getter]
    fn name(&self) -> &'static str {
        self.table.id().name()
    }

    /// The rules that are a choice, as a dictionary.
    ///
    /// >>> import kontra_games as kg
    /// >>> kg.load_game("doppelkopf").rules["announcing"]
    /// 'step'
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.table.rules())
    }

    /// How many players sit at the table.
    fn num_players(&self) -> usize {
        self.table.sizes().seats
    }

    /// Action ids of players are below this number: the size of a network's output, and of a mask.
    fn num_distinct_actions(&self) -> usize {
        self.table.sizes().decisions
    }

    /// All action ids are below this number, those of chance included.
    fn num_action_ids(&self) -> usize {
        self.table.sizes().actions
    }

    /// The length of an observation, as a list with one number.
    fn observation_tensor_shape(&self) -> Vec<usize> {
        vec![self.table.sizes().observation]
    }

    /// The length of an observation.
    fn observation_tensor_size(&self) -> usize {
        self.table.sizes().observation
    }

    /// The length of an information state, as a list with one number.
    fn information_state_tensor_shape(&self) -> Vec<usize> {
        vec![self.table.sizes().information]
    }

    /// The length of an information state.
    fn information_state_tensor_size(&self) -> usize {
        self.table.sizes().information
    }

    /// Every part of the information state: name, offset, size, meaning. It begins with the observation.
    ///
    /// >>> import kontra_games as kg
    /// >>> kg.load_game("kuhn-poker").tensor_layout()[1]
    /// {'name': 'card', 'offset': 1, 'size': 3, 'meaning': 'The own card: jack, queen, king.', 'past': False}
    fn tensor_layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let layout = PyList::empty(py);
        let observation = self.table.sizes().observation;
        for kontra_game::Range { offset, part: TensorPart { name, size, meaning } } in
            self.table.layout()
        {
            let entry = PyDict::new(py);
            entry.set_item("name", name)?;
            entry.set_item("offset", offset)?;
            entry.set_item("size", size)?;
            entry.set_item("meaning", meaning)?;
            entry.set_item("past", offset >= observation)?;
            layout.append(entry)?;
        }
        Ok(layout)
    }

    /// How the action with this id is written, wherever it is legal.
    ///
    /// >>> import kontra_games as kg
    /// >>> kg.load_game("doppelkopf").action_name(37)
    /// 'HT'
    fn action_name(&self, action: usize) -> PyResult<String> {
        let name = Some(self.table.action_name(action)).filter(|name| !name.is_empty());
        let ids = self.table.sizes().actions;
        name.ok_or_else(|| expected("action", format!("an id from 0 to {}", ids - 1), action))
    }

    /// A game before its first decision: the deal with this number of a seed, the same that matches play.
    ///
    /// >>> import kontra_games as kg
    /// >>> kg.load_game("doppelkopf").new_initial_state(seed=7)
    /// <doppelkopf after 0 decisions, player 0 to move>
    #[pyo3(signature = (seed = 1, deal = 0))]
    fn new_initial_state(&self, seed: u64, deal: u64) -> State {
        State { state: Arc::clone(&self.table).deal(seed, deal) }
    }

    /// Every possible start with its probability, for games where they can be listed: those of the tiny games.
    ///
    /// >>> import kontra_games as kg
    /// >>> len(kg.load_game("kuhn-poker").initial_states())
    /// 6
    fn initial_states(&self) -> PyResult<Vec<(State, f64)>> {
        let starts = Arc::clone(&self.table).starts().ok_or_else(|| {
            expected("game", "one whose starts can be listed", self.table.id().name())
        })?;
        Ok(starts.into_iter().map(|(state, share)| (State { state }, share)).collect())
    }

    fn __eq__(&self, other: &Game) -> bool {
        table::description(&*self.table) == table::description(&*other.table)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = kontra_game::StableHasher::default();
        table::description(&*self.table).to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!("load_game('{}'", self.name());
        for (name, value) in self.rules(py)?.cast::<PyDict>()? {
            text += &format!(", {name}={}", value.repr()?);
        }
        Ok(text + ")")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let load = py.import("kontra_games")?.getattr("_load_game")?;
        Ok((load, (self.name(), self.rules(py)?)))
    }
}
