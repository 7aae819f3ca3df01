//! Doppelkopf's part of the messages.

use super::Words;
use schemars::JsonSchema;
use serde::Serialize;

/// What a page needs of a position of Doppelkopf.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DoppelkopfView")]
pub(crate) struct View {
    /// The seat that dealt.
    pub(crate) dealer: usize,
    /// How many cards each seat holds.
    pub(crate) cards_left: Vec<usize>,
    /// The hand as players hold it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cards: Option<Vec<String>>,
    /// How many of `cards` are trumps: they come first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) trumps: Option<usize>,
    /// For a watcher: the team of each seat, as far as everybody knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) teams: Option<Vec<Option<&'static str>>>,
}

/// What a choice is.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "DoppelkopfChoice")]
pub(crate) enum Choice {
    /// To play a card.
    Card { card: String },
    /// To play a solo.
    Solo { kind: &'static str },
    /// To announce something.
    Level { level: Option<&'static str> },
    /// To answer.
    Answer {},
}

/// What a decision did.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "DoppelkopfEvent")]
pub(crate) struct Event {
    /// What was asked.
    pub(crate) question: Option<&'static str>,
    /// The card that was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) card: Option<Box<str>>,
    /// What is played, where this decision settled it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) found: Option<Found>,
    /// The announcement that was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) announced: Option<Announced>,
    /// The trick that this card completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) trick: Option<Box<Trick>>,
}

/// What is played.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Found {
    pub(crate) game: &'static str,
    pub(crate) soloist: Option<u8>,
    pub(crate) leader: u8,
}

/// An announcement.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Announced {
    pub(crate) team: &'static str,
    pub(crate) level: Option<&'static str>,
}

/// A finished trick.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Trick {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) winner: Option<usize>,
    pub(crate) points: u32,
    /// In the order in which they were played.
    pub(crate) cards: Vec<PlayedCard>,
}

/// A card, and who played it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct PlayedCard {
    pub(crate) seat: usize,
    pub(crate) card: String,
}

/// What a player remembers.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DoppelkopfStory")]
pub(crate) struct Story {
    pub(crate) last_trick: Option<Box<Trick>>,
    pub(crate) announcements: Vec<Announcement>,
}

/// An announcement, and who made it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Announcement {
    #[serde(flatten)]
    pub(crate) announced: Announced,
    pub(crate) seat: Option<u8>,
}

/// The score.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DoppelkopfSheet")]
pub(crate) struct Sheet {
    pub(crate) winner: Option<&'static str>,
    pub(crate) re: Team,
    pub(crate) kontra: Team,
    /// Whether it was a solo.
    pub(crate) solo: bool,
    pub(crate) lines: Vec<Line>,
    /// The points of re minus those of kontra.
    pub(crate) difference: i32,
    /// The result, by seat.
    pub(crate) scores: [i32; 4],
}

/// A team's part of the score.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Team {
    pub(crate) seats: Vec<usize>,
    pub(crate) points: u16,
    pub(crate) tricks: u8,
    pub(crate) announced: Option<&'static str>,
}

/// A line of the score.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DoppelkopfLine")]
pub(crate) struct Line {
    pub(crate) team: &'static str,
    pub(crate) points: i32,
    /// The number in the rules.
    pub(crate) rule: &'static str,
    pub(crate) name: &'static str,
    #[serde(flatten)]
    pub(crate) words: Words,
}
