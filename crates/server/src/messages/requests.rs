//! What clients send.

use crate::{ids, names};
use kontra_agents::{GameId, Playable, with_game};
use kontra_game::{BadInput, Object, Reader};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Company, Opaque};

/// The longest name of a person, in characters.
const LONGEST_NAME: usize = 40;

/// The slowest pace, in milliseconds.
const SLOWEST: u64 = 5000;

/// The highest version that a request may name.
const LAST_VERSION: u64 = 1_000_000;

/// The body of a request.
pub(crate) trait Request: JsonSchema + Sized {
    /// Reads the fields. Those that were not read are refused afterwards.
    fn read(object: &mut Object<'_>) -> Result<Self, BadInput>;
}

/// A body without fields.
#[derive(Clone, Copy, PartialEq, Debug, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct Nothing {}

impl Request for Nothing {
    fn read(_: &mut Object<'_>) -> Result<Nothing, BadInput> {
        Ok(Nothing {})
    }
}

/// A table that somebody wants.
#[derive(Debug, JsonSchema)]
#[schemars(rename = "Order", deny_unknown_fields)]
pub(crate) struct NewTable {
    /// One of the games in the catalog.
    #[schemars(with = "String")]
    pub(crate) game: GameId,
    /// The game's options.
    #[schemars(default)]
    pub(crate) rules: Opaque,
    /// One for each seat.
    pub(crate) seats: Vec<SeatRequest>,
    /// The secret of one's own seat.
    #[schemars(regex(pattern = "^[A-Za-z0-9_-]{32}$"))]
    pub(crate) token: Option<String>,
    /// Whether the table appears in the list of tables.
    #[schemars(default)]
    pub(crate) listed: bool,
    /// Agents take at least so long for what people notice, in milliseconds; left out: as long as the server says.
    #[schemars(range(max = 5000))]
    pub(crate) pace_ms: Option<u64>,
    /// Games of a tournament with compulsory solos, which only Doppelkopf has: 24 by its rules.
    #[schemars(range(min = 4, max = 96))]
    pub(crate) tournament: Option<u16>,
    /// Seconds that a person has for a decision; then an agent makes it. Left out: as long as they like.
    #[schemars(range(min = 1, max = 600))]
    pub(crate) clock_s: Option<u32>,
    /// The first game has the cards of a finished one: the code of its deal or, where no person sits, its id.
    pub(crate) deal: Option<String>,
}

impl Request for NewTable {
    fn read(object: &mut Object<'_>) -> Result<NewTable, BadInput> {
        let game: GameId = object.field("game")?.text()?.parse()?;
        let seats = object.field("seats")?;
        let rules = match object.optional("rules") {
            Some(rules) => {
                rules.object()?;
                rules.value().as_object().cloned().unwrap_or_default()
            }
            None => Opaque::new(),
        };
        let listed = object.optional("listed").map_or(Ok(false), |listed| listed.flag())?;
        let pace_ms = read_pace(object)?;
        let Company { tournament, clock_s } = Company::read(object)?;
        let token = object.optional("token").as_ref().map(read_token).transpose()?;
        let deal =
            object.optional("deal").map(|deal| deal.text().map(str::to_owned)).transpose()?;
        let seats = read_seats(game, &seats)?;
        Ok(NewTable { game, rules, seats, token, listed, pace_ms, tournament, clock_s, deal })
    }
}

fn read_seats(game: GameId, reader: &Reader<'_>) -> Result<Vec<SeatRequest>, BadInput> {
    let list = reader.list()?;
    let sizes = with_game!(game, G => <G as Playable>::table_sizes());
    if !sizes.contains(&list.len()) {
        let (least, most) = sizes.into_inner();
        let expected = match least == most {
            true => format!("{most} seats"),
            false => format!("{least} to {most} seats"),
        };
        return Err(BadInput::expected("seats", expected, list.len()));
    }
    list.iter().map(SeatRequest::read).collect()
}

/// Who will sit on a seat.
#[derive(Debug, JsonSchema)]
#[schemars(untagged, deny_unknown_fields)]
pub(crate) enum SeatRequest {
    /// The person who makes the table.
    Person {
        #[schemars(length(max = 40))]
        person: String,
    },
    /// Somebody who is invited.
    Friend {
        #[schemars(length(max = 40))]
        friend: String,
    },
    /// An agent: a strength in words or, where that is allowed, a spec.
    Agent {
        agent: String,
        #[schemars(length(max = 40))]
        name: Option<String>,
    },
}

impl SeatRequest {
    fn read(reader: &Reader<'_>) -> Result<SeatRequest, BadInput> {
        let mut object = reader.object()?;
        let (person, friend) = (object.optional("person"), object.optional("friend"));
        let (agent, name) = (object.optional("agent"), object.optional("name"));
        object.finish()?;
        match (person, friend, agent, name) {
            (Some(person), None, None, None) => {
                Ok(SeatRequest::Person { person: read_name(&person)? })
            }
            (None, Some(friend), None, None) => {
                Ok(SeatRequest::Friend { friend: read_name(&friend)? })
            }
            (None, None, Some(agent), name) => Ok(SeatRequest::Agent {
                agent: agent.text()?.to_owned(),
                name: name.as_ref().map(read_name).transpose()?,
            }),
            _ => Err(reader.expected("either a person, a friend or an agent")),
        }
    }
}

/// Somebody who is invited sits down.
#[derive(PartialEq, Debug, JsonSchema)]
#[schemars(rename = "Sit", deny_unknown_fields)]
pub(crate) struct SitRequest {
    /// The table's invite.
    pub(crate) invite: String,
    /// The secret of the seat from then on.
    #[schemars(regex(pattern = "^[A-Za-z0-9_-]{32}$"))]
    pub(crate) token: Option<String>,
    #[schemars(length(max = 40))]
    pub(crate) name: Option<String>,
}

impl Request for SitRequest {
    fn read(object: &mut Object<'_>) -> Result<SitRequest, BadInput> {
        let invite = object.field("invite")?.text()?.to_owned();
        let token = object.optional("token").as_ref().map(read_token).transpose()?;
        let name = object.optional("name").as_ref().map(read_name).transpose()?;
        Ok(SitRequest { invite, token, name })
    }
}

/// Moves that somebody wants to make.
#[derive(PartialEq, Debug, JsonSchema)]
#[schemars(rename = "Moves", deny_unknown_fields)]
pub(crate) struct MovesRequest {
    /// The game to which the version belongs; left out: the present one.
    #[schemars(range(min = 1))]
    pub(crate) number: Option<u32>,
    /// The version that the client has seen.
    pub(crate) version: usize,
    /// The first is made now, the others when the seat is asked again.
    #[schemars(length(min = 1, max = 9))]
    pub(crate) moves: Vec<String>,
}

impl Request for MovesRequest {
    fn read(object: &mut Object<'_>) -> Result<MovesRequest, BadInput> {
        let number = read_number(object)?;
        let version = read_version(object)?;
        let moves = object.field("moves")?.list()?;
        let moves = moves.iter().map(|text| text.text().map(str::to_owned));
        Ok(MovesRequest { number, version, moves: moves.collect::<Result<_, _>>()? })
    }
}

/// The version that the client has seen.
#[derive(PartialEq, Debug, JsonSchema)]
#[schemars(rename = "AtVersion", deny_unknown_fields)]
pub(crate) struct VersionRequest {
    pub(crate) version: usize,
}

impl Request for VersionRequest {
    fn read(object: &mut Object<'_>) -> Result<VersionRequest, BadInput> {
        Ok(VersionRequest { version: read_version(object)? })
    }
}

/// The next game at a table.
#[derive(PartialEq, Debug, JsonSchema)]
#[schemars(rename = "Next", deny_unknown_fields)]
pub(crate) struct NextRequest {
    /// The game that is over.
    #[schemars(range(min = 1))]
    pub(crate) number: u32,
}

impl Request for NextRequest {
    fn read(object: &mut Object<'_>) -> Result<NextRequest, BadInput> {
        Ok(NextRequest { number: game_number(&object.field("number")?)? })
    }
}

/// When a person is asked for announcements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WhenAsked {
    /// Only before the person's own card.
    OwnTurn,
    /// After every card.
    Always,
}

/// What a person changes about the own seat, and about the pace of the table.
#[derive(PartialEq, Debug, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct SeatChange {
    #[schemars(length(max = 40))]
    pub(crate) name: Option<String>,
    pub(crate) ask: Option<WhenAsked>,
    /// The pace of the agents at this table, in milliseconds.
    #[schemars(range(max = 5000))]
    pub(crate) pace_ms: Option<u64>,
}

impl Request for SeatChange {
    fn read(object: &mut Object<'_>) -> Result<SeatChange, BadInput> {
        let name = object.optional("name").as_ref().map(read_name).transpose()?;
        let words = [("own-turn", WhenAsked::OwnTurn), ("always", WhenAsked::Always)];
        let ask = object.optional("ask").map(|ask| ask.one_of(&words)).transpose()?;
        Ok(SeatChange { name, ask, pace_ms: read_pace(object)? })
    }
}

/// A new token for one's seat.
#[derive(PartialEq, Debug, JsonSchema)]
#[schemars(rename = "NewLink", deny_unknown_fields)]
pub(crate) struct LinkRequest {
    /// By one's own choice; left out: by the server's.
    #[schemars(regex(pattern = "^[A-Za-z0-9_-]{32}$"))]
    pub(crate) token: Option<String>,
}

impl Request for LinkRequest {
    fn read(object: &mut Object<'_>) -> Result<LinkRequest, BadInput> {
        let token = object.optional("token").as_ref().map(read_token).transpose()?;
        Ok(LinkRequest { token })
    }
}

/// A record to look at.
#[derive(PartialEq, Debug, JsonSchema)]
#[schemars(rename = "PastedRecord", deny_unknown_fields)]
pub(crate) struct RecordRequest {
    /// The text of one record.
    pub(crate) record: String,
}

impl Request for RecordRequest {
    fn read(object: &mut Object<'_>) -> Result<RecordRequest, BadInput> {
        Ok(RecordRequest { record: object.field("record")?.text()?.to_owned() })
    }
}

/// A position of a game.
#[derive(PartialEq, Debug, JsonSchema)]
#[schemars(rename = "AtPly", deny_unknown_fields)]
pub(crate) struct PlyRequest {
    pub(crate) ply: usize,
}

impl Request for PlyRequest {
    fn read(object: &mut Object<'_>) -> Result<PlyRequest, BadInput> {
        Ok(PlyRequest { ply: object.field("ply")?.integer(0..=LAST_VERSION)? as usize })
    }
}

/// The pace of agents, where one is given.
fn read_pace(object: &mut Object<'_>) -> Result<Option<u64>, BadInput> {
    object.optional("pace_ms").map(|pace| pace.integer(0..=SLOWEST)).transpose()
}

/// The time for a decision.
pub(super) fn read_seconds(reader: &Reader<'_>) -> Result<u32, BadInput> {
    Ok(reader.integer(1..=600)? as u32)
}

pub(super) fn read_version(object: &mut Object<'_>) -> Result<usize, BadInput> {
    Ok(object.field("version")?.integer(0..=LAST_VERSION)? as usize)
}

/// The number of a game at a table, where one is given.
pub(super) fn read_number(object: &mut Object<'_>) -> Result<Option<u32>, BadInput> {
    object.optional("number").as_ref().map(game_number).transpose()
}

fn game_number(reader: &Reader<'_>) -> Result<u32, BadInput> {
    Ok(reader.integer(1..=u64::from(u32::MAX))? as u32)
}

/// A secret that a client has made for its own seat.
fn read_token(reader: &Reader<'_>) -> Result<String, BadInput> {
    let token = reader.text()?;
    if !ids::is_token(token) {
        // What was found may be somebody's secret: it is not repeated.
        let expected = "32 letters, digits, - and _";
        return Err(BadInput::expected(reader.place(), expected, "something else"));
    }
    Ok(token.to_owned())
}

/// A name that somebody chose, without what cannot be seen and changes what stands around it.
fn read_name(reader: &Reader<'_>) -> Result<String, BadInput> {
    let name = reader.text()?;
    if name.chars().count() > LONGEST_NAME {
        let expected = format!("a name of at most {LONGEST_NAME} characters");
        return Err(BadInput::expected(reader.place(), expected, "a longer one"));
    }
    Ok(names::plain(name))
}
