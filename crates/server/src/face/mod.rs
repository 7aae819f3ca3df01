//! How a game looks on a page: what a seat sees, what it may do, what happened, and what it was worth, as JSON.
//!
//! Everything that is sent while a game goes on is made from a *view* or from what lies open. [`Face::open`] is for
//! finished games and for tables without people.

mod doppelkopf;
mod generic;
mod just4fun;
mod ontop;
mod words;

use kontra_agents::Playable;
use kontra_game::Seat;
use serde_json::{Map, Value, json};
pub(crate) use words::Words;

/// An object that is being filled.
pub(crate) type Fields = Map<String, Value>;

/// A game that can be shown on a page.
///
/// Everything has a default that is made of view and notation; the page's `js/generic.js` draws that.
pub(crate) trait Face: Playable {
    /// What the value of a move in an analysis means: `score` or `win`.
    const UNIT: &'static str = "score";
    /// Whom a person can play against without knowing what a spec is, from easy to strong.
    const STRENGTHS: [Strength; 3] = generic::STRENGTHS;
    /// The agent that analyses positions for people.
    const ANALYST: &'static str = "so-ismcts(ms=600)";
    /// The agent that reviews games: the same result every time.
    const REVIEWER: &'static str = "so-ismcts(iterations=5000)";

    /// What a seat sees beside what [`Shown::show`] tells every program: what a page needs to draw it well.
    fn more(_view: &Self::View) -> Fields {
        Fields::new()
    }

    /// The fields of [`Shown::show`] that are the same for every seat: all that a watcher is shown of it.
    const OPEN: &'static [&'static str] = Self::OPEN_FIELDS;

    /// What a watcher sees beside the [open](Face::OPEN) fields.
    fn public(&self) -> Fields {
        Fields::new()
    }

    /// What is hidden while the game goes on: the hands, by seat. By default what each seat is shown beyond the open fields.
    fn hands(&self) -> Value {
        generic::hands(self)
    }

    /// What the seat may do now; nothing when it is not its turn.
    fn offers(view: &Self::View) -> Vec<Choice> {
        generic::offers::<Self>(view)
    }

    /// What a move did, beyond its name: only what everybody saw.
    fn event(_before: &Self, _action: Self::Action, _after: &Self) -> Fields {
        Fields::new()
    }

    /// What a player would remember of the events so far.
    fn story(_events: &[Value]) -> Value {
        json!({})
    }

    /// A move in words, as everybody at the table may read it.
    fn words(&self, action: Self::Action) -> Words {
        Words::same(self.action_text(action))
    }

    /// A move of the seat whose view this is, in words.
    fn own_words(view: &Self::View, action: Self::Action) -> Words {
        Words::same(Self::show_move(view, action))
    }

    /// How a finished game is scored, line by line.
    fn sheet(&self) -> Value {
        json!({})
    }

    /// The start of the next game at the same table, given how the last one started.
    fn follow(start: Self::Start, _last: &Self::Start) -> Self::Start {
        start
    }

    /// The answer that a person need not be asked for, unless he wants to be asked always.
    fn unasked(_view: &Self::View) -> Option<Self::Action> {
        None
    }

    /// Who would think again about what he planned to do, after this move.
    fn surprise(_before: &Self, _action: Self::Action, _after: &Self) -> Surprise {
        Surprise::Others
    }

    /// The share of an agent's time that the question is worth.
    fn share(_view: &Self::View) -> f64 {
        1.0
    }

    /// The answers that lead to the decision of `seat` that really matters, if all that is asked before is denied;
    /// none where the decision at hand is that one. They depend only on what `seat` knows.
    fn before_what_matters(&self, _seat: Seat) -> Vec<Self::Action> {
        vec![]
    }

    /// Whether a move promises something that the game is lost by if it is not kept: an announcement.
    fn is_promise(_view: &Self::View, _action: Self::Action) -> bool {
        false
    }

    /// An analysis's value in the unit of the page.
    fn value(_view: &Self::View, value: f64) -> f64 {
        value
    }
}

/// Who is surprised by a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Surprise {
    Nobody,
    /// Everybody but whoever made it.
    Others,
    Everybody,
}

/// An agent by a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Strength {
    /// `easy`, `medium` or `strong`.
    pub(crate) word: &'static str,
    pub(crate) spec: &'static str,
    pub(crate) label: &'static str,
    pub(crate) label_de: &'static str,
}

/// One thing a person may do.
pub(crate) struct Choice {
    /// The moves it stands for; those after the first are made when the seat is asked again.
    pub(crate) send: Vec<String>,
    pub(crate) words: Words,
    /// What it is to the page: a card, a field, a placement.
    pub(crate) more: Fields,
}

impl Choice {
    pub(crate) fn new(send: Vec<String>, words: Words) -> Choice {
        Choice { send, words, more: Fields::new() }
    }

    pub(crate) fn to_json(&self) -> Value {
        let mut fields = Fields::new();
        fields.insert("send".to_owned(), json!(self.send));
        self.words.write(&mut fields);
        fields.extend(self.more.clone());
        Value::Object(fields)
    }
}

/// An object as fields.
pub(crate) fn fields(value: Value) -> Fields {
    match value {
        Value::Object(fields) => fields,
        _ => Fields::new(),
    }
}

macro_rules! generic_faces {
    ([] $($Name:ident = $Game:path;)*) => {
        $(generic_face!($Name);)*
    };
}

/// Games with a face of their own, and all others.
macro_rules! generic_face {
    (Doppelkopf) => {};
    (Just4Fun) => {};
    (OnTop) => {};
    ($Name:ident) => {
        impl Face for kontra_agents::games::$Name {}
    };
}
kontra_agents::each_game!([generic_faces]);
