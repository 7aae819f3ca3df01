//! Puzzles: what is shown of them before the answer, and after it.

use super::{Event, Opaque, PositionAnalysis, Request, Seen, View};
use kontra_game::{BadInput, Object};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;

/// All puzzles, without their positions.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Puzzles {
    pub(crate) puzzles: Vec<PuzzleListed>,
}

/// A puzzle in a list.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PuzzleSummary")]
pub(crate) struct PuzzleListed {
    pub(crate) puzzle: &'static str,
    pub(crate) game: String,
    /// What it is about.
    pub(crate) theme: &'static str,
    /// How hard it is: the rating of a solver who finds the answer every other time.
    pub(crate) rating: u32,
}

/// A puzzle as the seat that must decide sees it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Puzzle")]
pub(crate) struct PuzzleShown<'a> {
    #[serde(flatten)]
    pub(crate) listed: PuzzleListed,
    #[schemars(with = "Opaque")]
    pub(crate) rules: Value,
    /// How many decisions there were before it.
    pub(crate) version: usize,
    /// The seat that decides.
    pub(crate) you: usize,
    #[serde(flatten)]
    pub(crate) seen: Seen,
    pub(crate) events: Vec<Cow<'a, Event>>,
}

/// The answer to a puzzle.
#[derive(PartialEq, Debug, JsonSchema)]
#[schemars(rename = "PuzzleAnswer", deny_unknown_fields)]
pub(crate) struct PuzzleAnswerRequest {
    /// What a choice sends.
    #[schemars(length(min = 1, max = 9))]
    pub(crate) moves: Vec<String>,
}

impl Request for PuzzleAnswerRequest {
    fn read(object: &mut Object<'_>) -> Result<PuzzleAnswerRequest, BadInput> {
        let moves = object.field("moves")?.list()?;
        let moves = moves.iter().map(|text| text.text().map(str::to_owned));
        Ok(PuzzleAnswerRequest { moves: moves.collect::<Result<_, _>>()? })
    }
}

/// Whether an answer was right, and why.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PuzzleSolved {
    pub(crate) solved: bool,
    /// The moves that are right.
    pub(crate) answers: &'static [String],
    /// What the engine thinks of every move.
    pub(crate) analysis: PositionAnalysis,
    /// The position with all hands, now that it does not matter any more.
    pub(crate) view: View,
}
