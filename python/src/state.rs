use crate::error::{bad_input, expected};
use crate::game::Game;
use crate::json;
use crate::playing::AnyState;
use crate::table;
use crate::view::View;
use kontra_game::{Reader, Turn};
use numpy::{PyArray1, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::Value;

/// Who moves at chance nodes and at the end, as in OpenSpiel.
const CHANCE: i64 = -1;
const TERMINAL: i64 = -4;

/// A game on its way: the full state, hidden cards included. Agents are given what `view` returns.
///
/// >>> import kontra_games as kg
/// >>> state = kg.load_game("tic-tac-toe").new_initial_state()
/// >>> state.apply_action(state.string_to_action("b2"))
/// >>> state.current_player(), state.legal_actions()
/// (1, [0, 1, 2, 3, 5, 6, 7, 8])
#[pyclass(module = "kontra_games")]
pub(crate) struct State {
    pub(crate) state: Box<dyn AnyState>,
}

/// The state that `State.serialize` has written; the text is checked.
///
/// >>> import kontra_games as kg
/// >>> state = kg.load_game("kuhn-poker").new_initial_state(3)
/// >>> kg.deserialize_state(state.serialize()) == state
/// True
#[pyfunction]
pub(crate) fn deserialize_state(text: &str) -> PyResult<State> {
    let bad = |error: serde_json::Error| {
        bad_input(kontra_game::BadInput::json("state", "a state in JSON", &error))
    };
    let value: Value = serde_json::from_str::<kontra_game::Json>(text).map_err(bad)?.0;
    let read = || {
        let mut fields = Reader::new(&value, "").object()?;
        let name = fields.field("game")?.text()?;
        let rules = fields.field("rules")?.value();
        let record = fields.field("record")?.value();
        fields.finish()?;
        table::open(name, rules)?.replay(record)
    };
    Ok(State { state: read().map_err(bad_input)? })
}

/// Either an action, or a player and an action: both ways of OpenSpiel.
fn last<'a, 'py>(
    first: &'a Bound<'py, PyAny>,
    second: Option<&'a Bound<'py, PyAny>>,
) -> &'a Bound<'py, PyAny> {
    second.unwrap_or(first)
}

impl State {
    /// The player that was asked for, or the one to move.
    fn player(&self, player: Option<i64>) -> PyResult<kontra_game::Seat> {
        match (player, self.state.turn()) {
            (Some(player), _) => Game::seat(&*self.state.table(), player),
            (None, Turn::Seat(seat)) => Ok(seat),
            (None, Turn::Chance | Turn::Over) => Game::seat(&*self.state.table(), 0),
        }
    }
}

#[pymethods]
impl State {
    /// The game.
    fn get_game(&self) -> Game {
        Game { table: self.state.table() }
    }

    /// The player to move; -1 where chance decides, -4 when the game is over.
    fn current_player(&self) -> i64 {
        match self.state.turn() {
            Turn::Seat(seat) => seat.index() as i64,
            Turn::Chance => CHANCE,
            Turn::Over => TERMINAL,
        }
    }

    /// How many players sit at the table.
    fn num_players(&self) -> usize {
        self.state.table().sizes().seats
    }

    /// Action ids of players are below this number.
    fn num_distinct_actions(&self) -> usize {
        self.state.table().sizes().decisions
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.state.turn() == Turn::Over
    }

    /// Whether chance decides.
    fn is_chance_node(&self) -> bool {
        self.state.turn() == Turn::Chance
    }

    /// Whether several players decide at once: never.
    fn is_simultaneous_node(&self) -> bool {
        false
    }

    /// The ids of the legal actions, or of what chance can decide, in the game's order; empty for a player whose turn it is not.
    #[pyo3(signature = (player = None))]
    fn legal_actions(&self, player: Option<i64>) -> PyResult<Vec<usize>> {
        match player {
            Some(player) if player != self.current_player() => {
                Game::seat(&*self.state.table(), player)?;
                Ok(vec![])
            }
            _ => Ok(self.state.choices()),
        }
    }

    /// The same as an array of truth values, one for each action id of players.
    #[pyo3(signature = (player = None))]
    fn legal_actions_mask<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(self.state.view(self.player(player)?).mask().to_pyarray(py))
    }

    /// What chance can decide: pairs of an action id and its probability.
    ///
    /// >>> import kontra_games as kg
    /// >>> state = kg.load_game("pig").new_initial_state()
    /// >>> state.apply_action(0)
    /// >>> len(state.chance_outcomes())
    /// 6
    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        self.state.chances()
    }

    /// Plays an action, or what chance decides.
    ///
    /// >>> import kontra_games as kg
    /// >>> kg.load_game("kuhn-poker").new_initial_state().apply_action(3)
    /// Traceback (most recent call last):
    /// ValueError: action: expected a legal action (0 1), found 3
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        let id = usize::try_from(action).unwrap_or(usize::MAX);
        let found = self.state.apply(id);
        if action < 0 {
            return found.map_err(|_| expected("action", "an id from 0 on", action));
        }
        found
    }

    /// A copy in which an action was played.
    fn child(&self, action: i64) -> PyResult<State> {
        let mut child = self.clone();
        child.apply_action(action)?;
        Ok(child)
    }

    /// What the game was worth to each player; all 0 until it is over.
    fn returns(&self) -> Vec<f64> {
        self.state.payoffs().unwrap_or_else(|| vec![0.0; self.num_players()])
    }

    /// The same: games of Kontra are paid at the end.
    fn rewards(&self) -> Vec<f64> {
        self.returns()
    }

    /// What the game was worth to one player.
    fn player_return(&self, player: i64) -> PyResult<f64> {
        Ok(self.returns()[Game::seat(&*self.state.table(), player)?.index()])
    }

    /// An independent copy.
    fn clone(&self) -> State {
        State { state: self.state.cloned() }
    }

    /// How an action is written; a player may stand before it, as in OpenSpiel.
    #[pyo3(signature = (player_or_action, action = None))]
    fn action_to_string(
        &self,
        player_or_action: &Bound<'_, PyAny>,
        action: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let id: i64 = last(player_or_action, action).extract()?;
        let text = usize::try_from(id).ok().and_then(|id| self.state.action_text(id));
        let ids = self.state.table().sizes().actions;
        text.ok_or_else(|| expected("action", format!("an id from 0 to {}", ids - 1), id))
    }

    /// The id of a legal action by how it is written; a player may stand before it, as in OpenSpiel.
    #[pyo3(signature = (player_or_text, text = None))]
    fn string_to_action(
        &self,
        player_or_text: &Bound<'_, PyAny>,
        text: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let text = last(player_or_text, text).cast::<PyString>()?;
        self.state.parse_action(&text.to_cow()?)
    }

    /// Every action so far; an empty list where the past of a world is not known.
    fn history(&self) -> Vec<usize> {
        self.state.history().unwrap_or_default()
    }

    /// How many decisions there were, chance included.
    fn move_number(&self) -> usize {
        self.state.history().map_or(0, |history| history.len())
    }

    /// What one player knows: the object that agents are given. Without a player: the one to move.
    #[pyo3(signature = (player = None))]
    fn view(&self, player: Option<i64>) -> PyResult<View> {
        Ok(View { view: self.state.view(self.player(player)?) })
    }

    /// What a player sees now, as numbers. `tensor_layout` of the game says what they mean.
    #[pyo3(signature = (player = None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        Ok(PyArray1::from_vec(py, self.state.view(self.player(player)?).observation()))
    }

    /// The observation, followed by what the player saw of the past.
    #[pyo3(signature = (player = None))]
    fn information_state_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        Ok(PyArray1::from_vec(py, self.state.view(self.player(player)?).information()))
    }

    /// What a player knows of the position, as text: equal for positions that look the same to the player.
    #[pyo3(signature = (player = None))]
    fn observation_string(&self, player: Option<i64>) -> PyResult<String> {
        Ok(self.view(player)?.observation_string())
    }

    /// The same with the past: equal exactly where the player cannot tell two states apart.
    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<i64>) -> PyResult<String> {
        Ok(self.view(player)?.information_state_string())
    }

    /// States that a player cannot tell from this one, each possible deal being equally likely.
    ///
    /// >>> import kontra_games as kg
    /// >>> state = kg.load_game("doppelkopf").new_initial_state(1)
    /// >>> {world.information_state_string(0) for world in state.worlds(0, 5)} == {state.information_state_string(0)}
    /// True
    #[pyo3(signature = (player, n = 1, seed = 1))]
    fn worlds(&self, py: Python<'_>, player: i64, n: usize, seed: u64) -> PyResult<Vec<State>> {
        let seat = Game::seat(&*self.state.table(), player)?;
        let state = &self.state;
        let worlds = py.detach(|| state.worlds(seat, n, seed));
        Ok(worlds.into_iter().map(|state| State { state }).collect())
    }

    /// How many deals a player cannot rule out, exactly; not for Just 4 Fun.
    ///
    /// >>> import kontra_games as kg
    /// >>> kg.load_game("doppelkopf").new_initial_state(1).count_worlds(0)
    /// 3384731762521200
    fn count_worlds(&self, player: i64) -> PyResult<u64> {
        self.view(Some(player))?.count_worlds()
    }

    /// One such state, as OpenSpiel asks for it: `probability_sampler` returns numbers from 0 to 1.
    fn resample_from_infostate(
        &self,
        player: i64,
        probability_sampler: &Bound<'_, PyAny>,
    ) -> PyResult<State> {
        let number: f64 = probability_sampler.call0()?.extract()?;
        let seed = (number.clamp(0.0, 1.0) * (1_u64 << 53) as f64) as u64;
        let seat = Game::seat(&*self.state.table(), player)?;
        let mut worlds = self.state.worlds(seat, 1, seed);
        let state = worlds.pop().ok_or_else(|| expected("worlds", "one", "none"))?;
        Ok(State { state })
    }

    /// The mean returns of `n` games that are played at random from here to their end.
    ///
    /// >>> import kontra_games as kg
    /// >>> returns = kg.load_game("tic-tac-toe").new_initial_state().random_playouts(1000)
    /// >>> returns[0] > 0 and returns[0] == -returns[1]
    /// True
    #[pyo3(signature = (n, seed = 1))]
    fn random_playouts(&self, py: Python<'_>, n: u64, seed: u64) -> Vec<f64> {
        let state = &self.state;
        py.detach(|| state.playouts(n, seed))
    }

    /// Everything, hidden cards included: the start and all decisions. Nothing that plays should look at it.
    fn cheat_and_show_everything<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.state.serialize()?)
    }

    /// The whole state as text, hidden cards included. `deserialize_state` reads it; pickle uses it, too.
    fn serialize(&self) -> PyResult<String> {
        Ok(self.state.serialize()?.to_string())
    }

    fn __eq__(&self, other: &State) -> bool {
        match (self.state.serialize(), other.state.serialize()) {
            (Ok(own), Ok(other)) => own == other,
            _ => false,
        }
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let read = py.import("kontra_games")?.getattr("deserialize_state")?;
        Ok((read, (self.serialize()?,)))
    }

    fn __repr__(&self) -> String {
        let moves = match self.state.history() {
            Some(history) => format!("after {} decisions", history.len()),
            None => "imagined".to_owned(),
        };
        let turn = match self.state.turn() {
            Turn::Seat(seat) => format!("player {seat} to move"),
            Turn::Chance => "chance to decide".to_owned(),
            Turn::Over => "over".to_owned(),
        };
        format!("<{} {moves}, {turn}>", self.state.table().id().name())
    }

    /// What the player to move sees, drawn for notebooks.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        self.view(None)?.drawn(py)
    }
}
