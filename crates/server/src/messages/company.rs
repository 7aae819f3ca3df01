//! People at a table: what they say, who plays for whom, the clock, and the results of the games so far.

use super::requests::{Request, read_number, read_seconds};
use crate::names;
use kontra_game::{BadInput, Object};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The longest line of a chat, in characters.
const LONGEST_LINE: usize = 140;

/// The longest name of a line.
const LONGEST_ID: usize = 40;

/// How a tournament stands.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Tournament")]
pub(crate) struct TournamentInfo {
    /// Games in all.
    pub(crate) games: u16,
    /// Games that are left, the present one included.
    pub(crate) left: u16,
    /// The seats that owed a solo when this game began.
    pub(crate) open_solos: Vec<usize>,
}

/// The clock of a table.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Clock")]
pub(crate) struct ClockInfo {
    /// Seconds that a person has for a decision.
    pub(crate) seconds: u32,
    /// What is left of them for the person whose turn it is; `null` where nobody's time runs.
    pub(crate) left_ms: Option<u64>,
}

/// How a finished game at a table ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResultLine {
    /// The number of the game at this table.
    pub(crate) number: u32,
    /// The kind of ending, in a word.
    pub(crate) ending: String,
    /// The result, by seat.
    pub(crate) payoffs: Vec<f64>,
}

/// What a person can say with one click.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Emote {
    WellPlayed,
    Thanks,
    Oops,
    Wow,
}

const EMOTES: [(&str, Emote); 4] = [
    ("well-played", Emote::WellPlayed),
    ("thanks", Emote::Thanks),
    ("oops", Emote::Oops),
    ("wow", Emote::Wow),
];

/// Something that a person said at a table. Watchers neither hear nor say anything.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Said {
    /// Counts what was said at this table, from 1.
    pub(crate) number: u32,
    pub(crate) seat: usize,
    /// What was said with one click; `null` where it was typed.
    pub(crate) emote: Option<Emote>,
    /// What was typed.
    pub(crate) text: Option<String>,
    /// The client's own name for it: the same line is said once.
    #[serde(skip)]
    pub(crate) id: String,
}

/// A person says something.
#[derive(PartialEq, Debug, JsonSchema)]
#[schemars(rename = "Talk", deny_unknown_fields)]
pub(crate) struct TalkRequest {
    /// Any name: a request with the same one is not said again.
    #[schemars(length(max = 40))]
    pub(crate) id: String,
    pub(crate) emote: Option<Emote>,
    /// In place of an emote.
    #[schemars(length(max = 140))]
    pub(crate) text: Option<String>,
}

impl Request for TalkRequest {
    fn read(object: &mut Object<'_>) -> Result<TalkRequest, BadInput> {
        let id = object.field("id")?;
        let name = id.text()?.to_owned();
        if name.chars().count() > LONGEST_ID {
            return Err(id.expected("a name of at most 40 characters"));
        }
        let emote = object.optional("emote").map(|emote| emote.one_of(&EMOTES)).transpose()?;
        let text = object.optional("text");
        let line = text.as_ref().map(|text| text.text().map(|line| names::plain(line.trim())));
        let line = line.transpose()?;
        let fits = |line: &String| (1..=LONGEST_LINE).contains(&line.chars().count());
        if line.is_some() == emote.is_some() || !line.iter().all(fits) {
            let expected = "either an emote or a text of 1 to 140 characters";
            return Err(BadInput::expected("talk", expected, "something else"));
        }
        Ok(TalkRequest { id: name, emote, text: line })
    }
}

/// An agent is to play for a person who is away.
#[derive(PartialEq, Debug, JsonSchema)]
#[schemars(rename = "StandIn", deny_unknown_fields)]
pub(crate) struct StandInRequest {
    /// The seat of the person.
    pub(crate) seat: usize,
}

impl Request for StandInRequest {
    fn read(object: &mut Object<'_>) -> Result<StandInRequest, BadInput> {
        let seats = kontra_game::MAX_SEATS as u64;
        Ok(StandInRequest { seat: object.field("seat")?.integer(0..=seats - 1)? as usize })
    }
}

/// A person takes the own last move back.
#[derive(PartialEq, Debug, JsonSchema)]
#[schemars(rename = "Undo", deny_unknown_fields)]
pub(crate) struct UndoRequest {
    /// The game to which the version belongs; left out: the present one.
    #[schemars(range(min = 1))]
    pub(crate) number: Option<u32>,
    /// The version that the client has seen.
    pub(crate) version: usize,
    /// How often a move was taken back in this game, as the client has seen it.
    pub(crate) undone: u32,
}

impl Request for UndoRequest {
    fn read(object: &mut Object<'_>) -> Result<UndoRequest, BadInput> {
        let number = read_number(object)?;
        let version = super::requests::read_version(object)?;
        let undone = object.field("undone")?.integer(0..=u64::from(u32::MAX))? as u32;
        Ok(UndoRequest { number, version, undone })
    }
}

/// How friends come to a table.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Invitation")]
pub(crate) struct Invitation {
    /// The whole link.
    pub(crate) link: String,
    /// Whether only the machine that the server runs on can open it.
    pub(crate) near: bool,
    /// The link as a QR code: rows of 0 (light) and 1 (dark).
    pub(crate) qr: Vec<String>,
}

/// How long a tournament is, and how much time people have: the options of a table that concern people.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Company {
    /// Games of the tournament.
    pub(crate) tournament: Option<u16>,
    /// Seconds for a decision.
    pub(crate) clock_s: Option<u32>,
}

impl Company {
    pub(super) fn read(object: &mut Object<'_>) -> Result<Company, BadInput> {
        let games = |reader: kontra_game::Reader<'_>| reader.integer(4..=96).map(|n| n as u16);
        let tournament = object.optional("tournament").map(games).transpose()?;
        let clock_s = object.optional("clock_s").as_ref().map(read_seconds).transpose()?;
        Ok(Company { tournament, clock_s })
    }
}
