//! OnTop's part of the messages.

use super::ByName;
use schemars::JsonSchema;
use serde::Serialize;

/// What a page needs of a position of OnTop.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OnTopView")]
pub(crate) struct View {
    /// The board's name.
    pub(crate) board: String,
    /// The colour of each seat.
    pub(crate) colours: Vec<&'static str>,
    /// The triangles that are black.
    pub(crate) black: Vec<String>,
    /// How many tiles can still be drawn.
    pub(crate) tiles_left: u32,
    /// Points minus stones left, by colour.
    pub(crate) scores: ByName<i16>,
}

/// What laying a tile does.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Consequences {
    /// The circles that are closed.
    pub(crate) closes: Vec<ScoredCircle>,
    /// The triangles that turn black.
    pub(crate) black: Vec<String>,
}

/// A circle, and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct ScoredCircle {
    pub(crate) circle: String,
    pub(crate) gold: bool,
    /// The colour that gets the points; `null`: none.
    pub(crate) winner: Option<&'static str>,
    pub(crate) seconds: Vec<&'static str>,
    pub(crate) points: u8,
}

/// What a choice is.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "OnTopChoice")]
pub(crate) struct Choice {
    #[serde(flatten)]
    pub(crate) consequences: Consequences,
    /// Whether the tile is turned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turned: Option<bool>,
}

/// What a decision did.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "OnTopEvent")]
pub(crate) enum Event {
    /// A tile was drawn.
    Drawn { tile: Box<str>, mover: u8 },
    /// A tile was laid.
    Placed {
        #[serde(flatten)]
        consequences: Consequences,
        tile: Option<Box<str>>,
    },
}

/// What a player remembers.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OnTopStory")]
pub(crate) struct Story {
    /// The last tile that was laid.
    pub(crate) last: Option<LastTile>,
}

/// A tile that was laid.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LastTile {
    pub(crate) seat: Option<u8>,
    #[serde(rename = "move")]
    pub(crate) text: Option<Box<str>>,
    pub(crate) tile: Option<Box<str>>,
    #[serde(flatten)]
    pub(crate) consequences: Consequences,
}

/// The result.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OnTopSheet")]
pub(crate) struct Sheet {
    /// One for each circle that was scored.
    pub(crate) lines: Vec<Line>,
    pub(crate) seats: Vec<SeatResult>,
    /// The scores that are compared.
    pub(crate) sides: Option<Vec<i16>>,
    pub(crate) draw: bool,
    /// The colours whose last stone ended the game.
    pub(crate) out_of_stones: Vec<&'static str>,
}

/// A circle that was scored.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OnTopLine")]
pub(crate) struct Line {
    #[serde(flatten)]
    pub(crate) scored: ScoredCircle,
    /// Sixths of the circle, by colour.
    pub(crate) sixths: ByName<u8>,
}

/// A seat's result.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OnTopResult")]
pub(crate) struct SeatResult {
    pub(crate) seat: usize,
    pub(crate) colour: &'static str,
    pub(crate) points: u8,
    /// Stones that are left.
    pub(crate) stones: u8,
    pub(crate) score: i16,
    pub(crate) wins: bool,
}
