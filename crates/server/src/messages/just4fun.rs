//! Just 4 Fun's part of the messages.

use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a page needs of a position of Just 4 Fun.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Just4FunView")]
pub(crate) struct View {
    /// The numbers of the fields as they lie.
    pub(crate) rows: Vec<Vec<u8>>,
    /// For each seat the fields where it has the majority.
    pub(crate) held: Vec<Vec<u8>>,
    /// Fields on which a seat is two stones ahead, and which seat.
    #[schemars(with = "BTreeMap<String, usize>")]
    pub(crate) secured: BTreeMap<u8, usize>,
    /// For each seat the fields where it may not put a stone.
    pub(crate) closed: Vec<Vec<u8>>,
    /// The four fields that won the game.
    pub(crate) line: Option<Vec<u8>>,
}

/// What a choice is.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Just4FunChoice")]
pub(crate) enum Choice {
    /// A field, and all combinations of one's cards that reach it.
    Field { field: u8, ways: Vec<Vec<u8>> },
    /// A field, and the cards for it.
    Cards { field: u8, cards: Vec<u8> },
    /// Four new cards.
    Redraw {},
}

/// What a decision did.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Just4FunEvent")]
pub(crate) struct Event {
    /// Whose turn it is about.
    pub(crate) mover: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<u8>,
    /// The cards that were laid down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cards: Option<Vec<u8>>,
    /// Whether the used cards were shuffled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reshuffled: Option<bool>,
}

/// What a player remembers.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Just4FunStory")]
pub(crate) struct Story {
    /// The last stone, and the cards for it.
    pub(crate) last: Option<LastStone>,
}

/// A stone that was laid.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LastStone {
    pub(crate) mover: u8,
    pub(crate) field: Option<u8>,
    pub(crate) cards: Vec<u8>,
}

/// The result.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Just4FunSheet")]
pub(crate) struct Sheet {
    pub(crate) winner: Option<usize>,
    /// The four fields that won the game.
    pub(crate) line: Option<Vec<u8>>,
    pub(crate) seats: Vec<SeatResult>,
}

/// A seat's result.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Just4FunResult")]
pub(crate) struct SeatResult {
    pub(crate) seat: usize,
    /// The fields where it has the majority.
    pub(crate) fields: Vec<u8>,
    pub(crate) points: u16,
    /// The highest of these fields.
    pub(crate) highest: Option<u8>,
}
