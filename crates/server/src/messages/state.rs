//! Where a table stands, and everything else about tables.

use super::{
    ChoiceDetails, ClockInfo, EventDetails, Hands, Opaque, ResultLine, Said, Sheet, Story,
    TournamentInfo, ViewDetails, WhenAsked, Words,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;

/// The state message: where a table stands, as the asker may see it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct State<'a> {
    /// Always `state`.
    #[serde(rename = "type")]
    pub(crate) kind: StateType,
    /// The id of the table.
    pub(crate) table: &'a str,
    /// The name of the game.
    pub(crate) game: &'static str,
    /// What the table agreed on.
    #[schemars(with = "Opaque")]
    pub(crate) rules: Value,
    /// The number of the game at this table, from 1.
    pub(crate) number: u32,
    /// How many decisions there were in this game.
    pub(crate) version: usize,
    /// The asker's seat; `null` for a watcher.
    pub(crate) you: Option<usize>,
    /// Whose turn it is; `null` when the game is over.
    pub(crate) turn: Option<usize>,
    /// Who sits where.
    pub(crate) seats: Vec<SeatInfo>,
    /// The agent that thinks now.
    pub(crate) thinking: Option<ThinkingInfo>,
    #[serde(flatten)]
    pub(crate) seen: Seen,
    /// Moves of the asker that will be made when that seat is asked again.
    pub(crate) planned: Vec<&'a str>,
    /// The decisions after `since`, in order.
    pub(crate) events: Vec<Cow<'a, Event>>,
    /// How the game ended; `null` while it goes on.
    pub(crate) over: Option<Over>,
    /// The sum of the results of the finished games at this table, by seat.
    pub(crate) totals: &'a [f64],
    /// The ids of the last finished games at this table.
    pub(crate) games: &'a [String],
    /// The path of the invite link, for those who sit here, while a seat is open.
    pub(crate) invite: Option<String>,
    /// When the asker is asked for announcements; `null` for a watcher.
    pub(crate) ask: Option<WhenAsked>,
    /// Agents take at least so long for what people notice, in milliseconds.
    pub(crate) pace_ms: u64,
    /// How often a move was taken back in this game.
    pub(crate) undone: u32,
    /// Whether the asker may take the own last move back.
    pub(crate) may_undo: bool,
    /// How the tournament stands; `null` where there is none.
    pub(crate) tournament: Option<TournamentInfo>,
    /// The clock; `null` where there is none.
    pub(crate) clock: Option<ClockInfo>,
    /// The finished games of this tournament, or of this table.
    pub(crate) results: &'a [ResultLine],
    /// What was said lately, for those who sit here.
    pub(crate) talk: &'a [Said],
}

/// Which message this is.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StateType {
    State,
}

/// A seat, and who sits there.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Seat")]
pub(crate) struct SeatInfo {
    /// The number of the seat.
    pub(crate) seat: usize,
    #[serde(flatten)]
    pub(crate) sitter: SitterInfo,
}

/// Who sits on a seat.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum SitterInfo {
    Person {
        name: String,
        /// Whether at least one device of this person is connected.
        here: bool,
        /// Whether nobody has sat down there yet.
        open: bool,
        /// Whether this person is ready for the next game.
        ready: bool,
        /// Whether an agent plays for this person, who is away.
        stand_in: bool,
        /// Whether this person has been away for so long that an agent may play.
        replaceable: bool,
    },
    Agent {
        name: String,
        spec: String,
        /// The word by which it was asked for.
        strength: Option<&'static str>,
        /// Why another agent has moved for the program that sits here.
        #[serde(skip_serializing_if = "Option::is_none")]
        trouble: Option<String>,
    },
}

/// An agent that thinks.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Thinking")]
pub(crate) struct ThinkingInfo {
    pub(crate) seat: usize,
    /// How long it has been thinking.
    pub(crate) elapsed_ms: u64,
    /// How long it may think at most.
    pub(crate) most_ms: u64,
}

/// What is seen of a position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Seen {
    /// The position as the asker may see it.
    pub(crate) view: View,
    /// What the asker may do now; empty when it is another seat's turn.
    pub(crate) choices: Vec<Choice>,
    /// What a player would remember.
    pub(crate) story: Story,
}

/// A position: what every program is shown of it, and what a page needs beside that.
#[derive(Serialize, JsonSchema)]
pub(crate) struct View {
    #[serde(flatten)]
    pub(crate) shown: Opaque,
    #[serde(flatten)]
    pub(crate) details: ViewDetails,
    /// What is hidden while the game goes on, by seat: only where everything is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hands: Option<Hands>,
}

/// One thing that a person may do.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Choice {
    /// The moves it stands for; those after the first are made when the seat is asked again.
    pub(crate) send: Vec<String>,
    #[serde(flatten)]
    pub(crate) words: Words,
    /// What it is to the page: a card, a field, a placement.
    #[serde(flatten)]
    pub(crate) details: ChoiceDetails,
}

impl Choice {
    pub(crate) fn new(send: Vec<String>, words: Words, details: ChoiceDetails) -> Choice {
        Choice { send, words, details }
    }

    /// Whether its first moves are these.
    pub(crate) fn begins_with(&self, moves: &[&str]) -> bool {
        self.send.iter().map(String::as_str).take(moves.len()).eq(moves.iter().copied())
    }
}

/// A decision, as it was seen.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Event {
    /// The version after it.
    pub(crate) number: u32,
    /// Who decided; `null`: chance.
    pub(crate) seat: Option<u8>,
    /// What was decided, in the game's notation; `null` where that is hidden.
    #[serde(rename = "move")]
    pub(crate) text: Option<Box<str>>,
    #[serde(flatten)]
    pub(crate) words: Words,
    /// What it did.
    #[serde(flatten)]
    pub(crate) details: EventDetails,
}

/// How a game ended.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Over {
    /// The result, by seat.
    pub(crate) payoffs: Vec<f64>,
    /// The kind of ending, in a word.
    pub(crate) ending: &'static str,
    /// The result line by line.
    pub(crate) sheet: Sheet,
    /// The id for looking at the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) game_id: Option<String>,
    /// What others made of the same cards, where the deal was played before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rival: Option<Rival>,
}

/// What others made of the same cards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Rival {
    /// Who sat where.
    pub(crate) players: Vec<String>,
    /// Their result, by seat.
    pub(crate) payoffs: Vec<f64>,
}

/// A seat's link.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Link {
    pub(crate) seat: usize,
    /// The secret of the seat.
    pub(crate) token: String,
    /// The path of the page.
    pub(crate) path: String,
}

impl Link {
    pub(crate) fn new(table: &str, seat: usize, token: &str) -> Link {
        Link { seat, token: token.to_owned(), path: format!("/table/{table}#{token}") }
    }
}

/// A table that was made.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Made {
    /// The id of the table.
    pub(crate) table: String,
    /// The link of one's own seat, if one has one.
    pub(crate) links: Vec<Link>,
    /// The path of the invite link; `null` where no seat is for a friend.
    pub(crate) invite: Option<String>,
}

/// Tables that want to be found.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Tables {
    /// The newest first.
    pub(crate) tables: Vec<TableSummary>,
}

/// What is said of a table in a list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TableSummary {
    pub(crate) table: String,
    pub(crate) game: &'static str,
    pub(crate) seats: Vec<SeatInfo>,
    /// The number of the game at this table, from 1.
    pub(crate) number: u32,
    /// How many decisions there were in this game.
    pub(crate) version: usize,
    /// Whether the game is over.
    pub(crate) over: bool,
}

/// Whether an agent was thinking that moves now.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Hurried {
    pub(crate) hurried: bool,
}

/// The choice that the engine likes best.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Hint {
    pub(crate) version: usize,
    pub(crate) choice: Option<Choice>,
}

/// How the server is.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Health {
    pub(crate) status: HealthStatus,
    /// Whether it answers.
    pub(crate) live: bool,
    /// Whether what it is told can be kept.
    pub(crate) ready: bool,
    /// Why it is not ready.
    pub(crate) reason: Option<String>,
}

/// How the server is, in a word.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum HealthStatus {
    Ok,
    Degraded,
}
