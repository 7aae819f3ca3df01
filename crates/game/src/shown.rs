use crate::{Actions, Determinize, History, Past, Recorded, Seat, Streams, Turn, View, sees};
use serde_json::{Value, json};

/// What stands for a decision that a seat did not see. No move is written like this.
pub const HIDDEN: &str = "?";

/// The ability to be shown to the players at the table: a view as JSON, in the game's own words.
///
/// This is what leaves the program: an external agent and a browser get it and nothing else. It is a function of
/// the view alone, so it cannot tell what the view does not know;
/// `testkit::shows_no_secrets` checks that byte by byte.
pub trait Shown: Recorded<View: Determinize> {
    /// The fields of [`show`](Shown::show) that are the same for every seat: what somebody may see who watches.
    const OPEN_FIELDS: &'static [&'static str] = &["turn"];

    /// What the table agreed on before the first decision; the same in every position of a game.
    ///
    /// By default nothing: right for games without options.
    fn show_rules(_view: &Self::View) -> Value {
        json!({})
    }

    /// Everything this seat knows about the position, as an object. It begins with `seat` and `turn`
    /// (see [`show_turn`]).
    ///
    /// By default the rest is one `text`: the view as a programmer sees it.
    fn show(view: &Self::View) -> Value {
        json!({
            "seat": view.seat().index(),
            "turn": show_turn(view.turn()),
            "text": format!("{view:#?}"),
        })
    }

    /// A legal move of the seat whose view this is, in the game's notation.
    ///
    /// By default it is written as in any world that the seat can imagine: a legal move is written alike in all of them.
    fn show_move(view: &Self::View, action: Self::Action) -> String {
        view.determinize(&mut Streams::new(0).test(0)).action_text(action)
    }

    /// A decision at the moment it is made, as `seat` sees it: in the game's notation, or [`HIDDEN`].
    fn show_event(&self, action: Self::Action, seat: Seat) -> String {
        if sees(self, seat, action) { self.action_text(action) } else { HIDDEN.to_owned() }
    }

    /// A game that the seat cannot tell from the true one, for players in other processes: a player who plays it through has an
    /// equal view. It is imagined from what the seat knows, and the same whenever the seat knows the same.
    ///
    /// It may begin at the position itself, where nobody can tell how hidden cards came about. `None` where a game
    /// imagines none: the default.
    fn imagined_past(_view: &Self::View, _history: History<'_, Self>) -> Option<Past<Self>> {
        None
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
