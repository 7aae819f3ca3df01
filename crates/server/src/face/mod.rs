//! How a game looks on a page: what a seat sees, what it may do, what happened, and what it was worth, as JSON.
//!
//! Everything that is sent while a game goes on is made from a *view* or from what lies open. [`Face::open`] is for
//! finished games and for tables without people.

mod doppelkopf;
mod just4fun;
mod ontop;
mod words;

use kontra_agents::Playable;
use kontra_game::{Determinize, Shown};
use serde_json::{Map, Value, json};
pub(crate) use words::Words;

/// An object that is being filled.
pub(crate) type Fields = Map<String, Value>;

/// A game that can be shown on a page.
pub(crate) trait Face: Playable<View: Determinize> + Shown {
    /// What the value of a move in an analysis means: `score` or `win`.
    const UNIT: &'static str;
    /// The agent that analyses positions for people.
    const ANALYST: &'static str;

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

    /// Whether others would think again about what they planned to do, after this move.
    fn surprises(&self, _action: Self::Action) -> bool {
        true
    }

    /// An analysis's value in the unit of the page.
    fn value(value: f64, seats: usize) -> f64;
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
