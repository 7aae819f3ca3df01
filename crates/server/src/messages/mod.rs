//! Every message of the interface as a type: what clients send, what they are answered, what comes on a live connection.
//!
//! The description for programs and the book's list of fields are made from these types, with their comments. What is sent is
//! written by `serde`. What comes in is read by [`Request::read`], because a client is told where its message is wrong
//! and what was expected there.

pub(crate) mod agents;
pub(crate) mod arena;
mod board;
mod by_name;
mod company;
mod deals;
pub(crate) mod details;
pub(crate) mod doppelkopf;
mod error;
mod finished;
pub(crate) mod just4fun;
mod live;
pub(crate) mod ontop;
mod puzzles;
mod requests;
mod state;
mod words;

pub(crate) use agents::{AnalysedMove, Analysis, Catalog, PositionAnalysis, Unit};
pub(crate) use board::{BoardCircle, BoardGeometry, BoardPosition, BoardTile, BoardTriangle};
pub(crate) use by_name::ByName;
pub(crate) use company::{
    ClockInfo, Company, Invitation, ResultLine, Said, StandInRequest, TalkRequest, TournamentInfo,
    UndoRequest,
};
pub(crate) use deals::{DealCode, DealShown};
pub(crate) use details::{ChoiceDetails, EventDetails, Hands, Sheet, Story, ViewDetails};
pub(crate) use error::{ErrorBody, ErrorCode, ErrorWords};
pub(crate) use finished::{
    GameAdded, GameShown, Judgement, Position, Reason, ReasonKind, Review, ReviewDone,
    ReviewProgress, ReviewStatus, SeatReview,
};
pub(crate) use live::{Hello, LiveMessage, LiveRequest, NULL_TOO};
pub(crate) use puzzles::{PuzzleAnswerRequest, PuzzleListed, PuzzleShown, PuzzleSolved, Puzzles};
pub(crate) use requests::{
    LinkRequest, MovesRequest, NewTable, NextRequest, Nothing, PlyRequest, RecordRequest, Request,
    SeatChange, SeatRequest, SitRequest, VersionRequest, WhenAsked,
};
pub(crate) use state::{
    Choice, Event, Health, HealthStatus, Hint, Hurried, Link, Made, Over, Rival, SeatInfo, Seen,
    SitterInfo, State, StateType, TableSummary, Tables, ThinkingInfo, View,
};
pub(crate) use words::Words;

/// An object whose fields are the game's own business: the server passes it on and does not look inside.
pub(crate) type Opaque = serde_json::Map<String, serde_json::Value>;

/// The fields of an object that a game has written.
pub(crate) fn opaque(value: serde_json::Value) -> Opaque {
    match value {
        serde_json::Value::Object(fields) => fields,
        _ => Opaque::new(),
    }
}

/// A message as it is sent.
pub(crate) fn to_text(message: &impl serde::Serialize) -> String {
    // Messages have texts as keys and nothing that can fail.
    serde_json::to_string(message).unwrap_or_default()
}
