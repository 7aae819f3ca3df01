//! The parts of messages that differ from game to game. A game without pages of its own has none of them.

use super::{Opaque, doppelkopf, just4fun, ontop};
use schemars::JsonSchema;
use serde::Serialize;

/// What a page needs of a position beside what every program is shown.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ViewDetails {
    Doppelkopf(doppelkopf::View),
    Just4Fun(just4fun::View),
    OnTop(ontop::View),
    Plain {},
}

/// What is hidden while a game goes on, by seat.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Hands {
    /// Cards by their names.
    Cards(Vec<Vec<String>>),
    /// Cards by their numbers.
    Numbers(Vec<Vec<u8>>),
    /// What else each seat is shown.
    Shown(Vec<Opaque>),
    /// Nothing is ever hidden.
    Open,
}

/// What a choice is to the page.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ChoiceDetails {
    Doppelkopf(doppelkopf::Choice),
    Just4Fun(just4fun::Choice),
    OnTop(ontop::Choice),
    Plain {},
}

/// What a decision did: only what everybody saw.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum EventDetails {
    Doppelkopf(doppelkopf::Event),
    Just4Fun(just4fun::Event),
    OnTop(ontop::Event),
    Plain {},
}

/// What a player would remember.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Story {
    Doppelkopf(doppelkopf::Story),
    Just4Fun(just4fun::Story),
    OnTop(ontop::Story),
    Plain {},
}

/// How a finished game is scored, line by line.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Sheet {
    Doppelkopf(doppelkopf::Sheet),
    Just4Fun(just4fun::Sheet),
    OnTop(ontop::Sheet),
    Plain {},
}
