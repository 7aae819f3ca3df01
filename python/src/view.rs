use crate::error::expected;
use crate::game::Game;
use crate::json;
use crate::seat::AnyView;
use crate::state::State;
use kontra_game::Turn;
use numpy::{PyArray1, ToPyArray};
use pyo3::prelude::*;

/// What one player knows: the position as seen from the seat, and what happened so far as the seat saw it. Agents are given this.
///
/// >>> import kontra_games as kg
/// >>> view = kg.load_game("kuhn-poker").new_initial_state(1).view(0)
/// >>> view.player, view.is_own_turn(), [view.action_to_string(action) for action in view.legal_actions()]
/// (0, True, ['check', 'bet'])
#[pyclass(module = "kontra_games", frozen)]
pub(crate) struct View {
    pub(crate) view: Box<dyn AnyView>,
}

impl View {
    /// The drawing of `kontra_games.drawing`.
    pub(crate) fn drawn(&self, py: Python<'_>) -> PyResult<String> {
        let view = View { view: self.view.cloned() };
        py.import("kontra_games.drawing")?.call_method1("html", (view,))?.extract()
    }
}

#[pymethods]
impl View {
    /// The game.
    fn get_game(&self) -> Game {
        Game { table: self.view.table() }
    }

    /// Whose view it is.
    #[getter]
    fn player(&self) -> usize {
        self.view.seat().index()
    }

    /// Whether the player is to move.
    fn is_own_turn(&self) -> bool {
        self.view.turn() == Turn::Seat(self.view.seat())
    }

    /// The ids of the player's legal actions; empty when another one is to move.
    fn legal_actions(&self) -> Vec<usize> {
        self.view.legal()
    }

    /// The same as an array of truth values, one for each action id of players.
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.view.mask().to_pyarray(py)
    }

    /// How an action is written.
    fn action_to_string(&self, action: usize) -> PyResult<String> {
        let ids = self.view.table().sizes().actions;
        let text = self.view.move_text(action);
        text.ok_or_else(|| expected("action", format!("an id from 0 to {}", ids - 1), action))
    }

    /// What the player sees now, as numbers.
    fn observation_tensor<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_vec(py, self.view.observation())
    }

    /// The observation, followed by what the player saw of the past.
    fn information_state_tensor<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_vec(py, self.view.information())
    }

    /// What the player knows of the position, as text.
    pub(crate) fn observation_string(&self) -> String {
        self.view.shown().to_string()
    }

    /// The same with the past: equal exactly where the player cannot tell two states apart.
    pub(crate) fn information_state_string(&self) -> String {
        let mut text = self.observation_string();
        for (who, action) in self.view.history().unwrap_or_default() {
            let who = who.map_or("*".to_owned(), |who| who.to_string());
            let action = action.map_or("?".to_owned(), |action| action.to_string());
            text += &format!(" {who}:{action}");
        }
        text
    }

    /// What the player knows of the position, as a dictionary. The book's chapter on external agents has the fields.
    ///
    /// >>> import kontra_games as kg
    /// >>> kg.load_game("doppelkopf").new_initial_state(1).view(0).to_dict()["question"]
    /// 'immediate-solo'
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.view.shown())
    }

    /// What happened so far as the player saw it: pairs of a player (-1: chance) and an action, which is None where it was
    /// hidden. Nothing where the past is not known.
    fn history(&self) -> Vec<(i64, Option<usize>)> {
        let history = self.view.history().unwrap_or_default().into_iter();
        history.map(|(who, action)| (who.map_or(-1, |who| who as i64), action)).collect()
    }

    /// Full states that the player cannot tell from the true one, each possible deal being equally likely. Their past is not
    /// known.
    #[pyo3(signature = (n = 1, seed = 1))]
    fn worlds(&self, py: Python<'_>, n: usize, seed: u64) -> Vec<State> {
        let worlds = py.detach(|| self.view.worlds(n, seed));
        worlds.into_iter().map(|state| State { state }).collect()
    }

    /// How many deals the player cannot rule out, exactly; not for Just 4 Fun.
    pub(crate) fn count_worlds(&self) -> PyResult<u64> {
        let name = self.view.table().id().name();
        let count = self.view.count_worlds();
        count.ok_or_else(|| expected("game", "one whose worlds can be counted", name))
    }

    /// What lies open as SVG, for games that have a board; otherwise None.
    fn to_svg(&self) -> Option<String> {
        self.view.picture()
    }

    fn __repr__(&self) -> String {
        format!("<what player {} knows of {}>", self.player(), self.view.table().id().name())
    }

    /// The view, drawn for notebooks.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        self.drawn(py)
    }
}
