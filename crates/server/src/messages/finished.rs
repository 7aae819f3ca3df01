//! Finished games, positions of them, and reviews.

use super::agents::Spec;
use super::{Event, Opaque, Over, Seen, Unit, Words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;

/// A game that can be looked at from now on.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GameAdded {
    pub(crate) game_id: String,
}

/// A game with all its events.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Game")]
pub(crate) struct GameShown<'a> {
    pub(crate) game_id: &'a str,
    pub(crate) game: &'a str,
    /// What the table agreed on.
    #[schemars(with = "Opaque")]
    pub(crate) rules: Value,
    /// Names of people, specs of agents.
    pub(crate) players: &'a [String],
    /// How many decisions there were.
    pub(crate) plies: usize,
    /// The plies at which a seat chose among several moves.
    pub(crate) decisions: Vec<usize>,
    pub(crate) events: Vec<Cow<'a, Event>>,
    /// How it ended; `null` for a game that was broken off.
    pub(crate) over: Option<Over>,
}

/// A position of a game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Position<'a> {
    pub(crate) game_id: &'a str,
    pub(crate) game: &'a str,
    /// How many decisions there were before it.
    pub(crate) ply: usize,
    /// Whose turn it is.
    pub(crate) turn: Option<usize>,
    /// The seat that looks; `null`: everything is seen.
    pub(crate) you: Option<usize>,
    #[serde(flatten)]
    pub(crate) seen: Seen,
    /// The move that was made.
    pub(crate) next: Option<String>,
}

/// The review of a game, or how far it has come.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Review {
    /// There is none.
    None {
        status: ReviewStatus,
    },
    Progress(ReviewProgress),
    Done(ReviewDone),
}

/// How far a review has come, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReviewStatus {
    None,
    Waiting,
    Running,
    Done,
}

/// How far a review has come.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReviewProgress {
    pub(crate) status: ReviewStatus,
    /// Decisions that were judged.
    pub(crate) done: usize,
    /// Decisions in all.
    pub(crate) total: usize,
}

/// A review of a game. Stores keep it as it is sent.
#[derive(PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ReviewDone {
    pub(crate) status: ReviewStatus,
    pub(crate) done: usize,
    pub(crate) total: usize,
    pub(crate) unit: Unit,
    /// The agent that judged.
    pub(crate) spec: Spec,
    /// In the order of play.
    pub(crate) decisions: Vec<Judgement>,
    /// The plies of mistakes, the greatest loss first.
    pub(crate) mistakes: Vec<usize>,
    pub(crate) seats: Vec<SeatReview>,
}

/// How good a decision was.
#[derive(PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Judgement {
    pub(crate) ply: usize,
    pub(crate) seat: usize,
    /// The move that was made.
    #[serde(rename = "move")]
    pub(crate) text: String,
    #[serde(flatten)]
    pub(crate) words: Words,
    /// What it was worth, in the unit.
    pub(crate) value: Option<f64>,
    /// The best move.
    pub(crate) best: String,
    pub(crate) best_label: Box<str>,
    pub(crate) best_label_de: Box<str>,
    pub(crate) best_value: Option<f64>,
    /// What the move was worth less than the best one.
    pub(crate) loss: Option<f64>,
    /// The standard error of the difference.
    pub(crate) error: Option<f64>,
    /// The probability to win after the move that was made; known for mistakes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) win: Option<f64>,
    /// The probability to win after the best move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) best_win: Option<f64>,
    /// What lay behind the decision; for mistakes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) reasons: Vec<Reason>,
}

/// A fact behind a judgement. The page has the sentence for it.
#[derive(PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Reason {
    pub(crate) kind: ReasonKind,
    /// Whom it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seat: Option<usize>,
    /// Which card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) card: Option<Box<str>>,
    /// Which announcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<Box<str>>,
    /// In how many of 100 deals; for trumps how many.
    pub(crate) number: u32,
}

impl Reason {
    /// A fact about nobody, with the number 0.
    pub(crate) fn new(kind: ReasonKind) -> Reason {
        Reason { kind, seat: None, card: None, level: None, number: 0 }
    }
}

/// What a reason says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ReasonKind {
    /// The number of trumps that the player held.
    Trumps,
    /// The announcement is kept.
    Kept,
    /// The seat is a partner.
    Partner,
    /// The seat holds such a card.
    Holds,
    /// The seat holds the other one of two.
    HoldsSecond,
    /// The partner holds such a card.
    PartnerHolds,
    /// The partner holds the other one of two.
    PartnerHoldsSecond,
}

impl Judgement {
    /// What the move was worth less than the best one, as far as that is known.
    pub(crate) fn known_loss(&self) -> f64 {
        self.loss.unwrap_or(0.0)
    }
}

/// A seat's part of a review.
#[derive(PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct SeatReview {
    pub(crate) seat: usize,
    pub(crate) decisions: u64,
    /// The sum of its losses.
    pub(crate) loss: f64,
}
