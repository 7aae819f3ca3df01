use crate::{Actions, Recorded, Seat, Turn, View};
use serde_json::Value;

/// The ability to be shown to whoever sits at the table: a view as JSON, in the game's own words.
///
/// This is what leaves the program: an external agent and a browser get it and nothing else. It is a function of
/// the view alone, so it cannot tell what the view does not know;
/// `testkit::shows_no_secrets` checks that byte by byte.
pub trait Shown: Recorded {
    /// What the table agreed on before the first decision; the same in every position of a game.
    fn show_rules(view: &Self::View) -> Value;

    /// Everything this seat knows about the position, as an object. It begins with `seat` and `turn`
    /// (see [`show_turn`]).
    fn show(view: &Self::View) -> Value;

    /// A legal move of the seat whose view this is, in the game's notation.
    fn show_move(view: &Self::View, action: Self::Action) -> String;

    /// A decision at the moment it is made, as `seat` sees it; `None` if it does not notice.
    ///
    /// By default everybody sees every decision, of chance too: right for games in which nothing but the start
    /// is hidden.
    fn show_event(&self, action: Self::Action, _seat: Seat) -> Option<String> {
        Some(self.action_text(action))
    }

    /// The legal moves of the seat whose view this is, in the game's order; empty when it is not its turn.
    fn show_moves(view: &Self::View) -> Vec<String> {
        let mut actions = Actions::new();
        view.actions(&mut actions);
        actions.into_iter().map(|action| Self::show_move(view, action)).collect()
    }
}

/// Whose decision comes next, as JSON: the number of a seat, `"chance"`, or `null` when the game is over.
pub fn show_turn(turn: Turn) -> Value {
    match turn {
        Turn::Seat(seat) => seat.index().into(),
        Turn::Chance => "chance".into(),
        Turn::Over => Value::Null,
    }
}

/// A list with something for each seat of a table.
pub fn show_seats<T: Into<Value>>(seats: usize, of: impl Fn(Seat) -> T) -> Value {
    Seat::all(seats).map(|seat| of(seat).into()).collect()
}
