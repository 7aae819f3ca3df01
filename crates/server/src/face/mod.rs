//! How a game looks on a page: what a seat sees, what it may do, what happened, and what it was worth, as JSON.
//!
//! Everything that is sent while a game goes on is made from a *view* or from what lies open. [`Face::open`] is for
//! finished games and for tables without people.

mod doppelkopf;
mod just4fun;
mod ontop;
mod words;

use kontra_agents::Playable;
use kontra_game::{Determinize, Seat, Shown};
use serde_json::{Map, Value, json};
pub(crate) use words::Words;

/// An object that is being filled.
pub(crate) type Fields = Map<String, Value>;

/// A game that can be shown on a page.
pub(crate) trait Face: Playable<View: Determinize> + Shown {
    /// What the value of a move in an analysis means: `score` or `win`.
    const UNIT: &'static str;
    /// Whom a person can play against without knowing what a spec is, from easy to strong.
    const STRENGTHS: [Strength; 3];
    /// The agent that analyses positions for people.
    const ANALYST: &'static str;
    /// The agent that reviews games: the same result every time.
    const REVIEWER: &'static str;

    /// What a seat sees beside what [`Shown::show`] tells every program: what a page needs to draw it well.
    fn more(view: &Self::View) -> Fields;

    /// The fields of [`Shown::show`] that are the same for every seat: all that a watcher is shown of it.
    const OPEN: &'static [&'static str];

    /// What a watcher sees beside the [open](Face::OPEN) fields.
    fn public(&self) -> Fields;

    /// What is hidden while the game goes on: the hands, by seat.
    fn hands(&self) -> Value;

    /// What the seat may do now; nothing when it is not its turn.
    fn offers(view: &Self::View) -> Vec<Choice>;

    /// What a move did, beyond its name: only what everybody saw.
    fn event(before: &Self, action: Self::Action, after: &Self) -> Fields;

    /// What a player would remember of the events so far.
    fn story(events: &[Value]) -> Value;

    /// A move in words, as everybody at the table may read it.
    fn words(&self, action: Self::Action) -> Words;

    /// A move of the seat whose view this is, in words.
    fn own_words(view: &Self::View, action: Self::Action) -> Words;

    /// How a finished game is scored, line by line.
    fn sheet(&self) -> Value;

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

    /// The position in which `seat` decides what really matters, if all that is asked before is denied; `None` where
    /// the decision at hand is that one. It depends only on what `seat` knows.
    fn ahead(&self, _seat: Seat) -> Option<Self> {
        None
    }

    /// An analysis's value in the unit of the page.
    fn value(view: &Self::View, value: f64) -> f64;
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
