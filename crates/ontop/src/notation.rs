//! Moves as text: a draw is the tile's name (`bwry`), a placement the names of two triangles and a sign for
//! the rotation (`c3c4+` upright, `c3c4-` turned).

use crate::{Action, Board, OnTop, Placement};
use kontra_game::Notation;

impl Notation for OnTop {
    fn action_text(&self, action: Action) -> String {
        match action {
            Action::Draw(kind) => self.board().tile(kind).to_string(),
            Action::Place(placement) => self.board().placement_name(placement),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        let board = self.board();
        let draw = || board.kind(text).map(Action::Draw);
        let action = board.placement(text).map(Action::Place).or_else(draw)?;
        self.is_legal(action).then_some(action)
    }
}

impl Board {
    /// A placement as text, for example `c3c4+`.
    pub fn placement_name(self, placement: Placement) -> String {
        let [a, b] = self.halves(placement.position()).map(|half| self.triangle_name(half));
        let sign = if placement.turned() { '-' } else { '+' };
        format!("{a}{b}{sign}")
    }

    /// The placement with this name.
    pub fn placement(self, name: &str) -> Option<Placement> {
        let (halves, turned) = match name.strip_suffix('+') {
            Some(halves) => (halves, false),
            None => (name.strip_suffix('-')?, true),
        };
        let second = 1 + halves.get(1..)?.find(|c: char| c.is_ascii_lowercase())?;
        let (a, b) = (self.triangle(&halves[..second])?, self.triangle(&halves[second..])?);
        // Each placement has one name only: the earlier triangle comes first.
        (a < b).then(|| self.position(a, b)).flatten().map(|p| Placement::new(p, turned))
    }
}
