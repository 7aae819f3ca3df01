use super::Sitter;
use crate::cast;
use crate::refusal::Refusal;
use kontra_agents::{GameId, with_game};
use kontra_game::{BadInput, Reader};
use serde_json::{Map, Value};
use std::time::Duration;

/// The longest name of a person, in characters.
const LONGEST_NAME: usize = 40;

/// The slowest pace, in milliseconds.
const SLOWEST: u64 = 5000;

/// The table that somebody wants.
pub(crate) struct Order {
    pub(crate) game: GameId,
    pub(crate) rules: Value,
    /// For each seat an agent, or nobody yet: a person; and a name.
    pub(crate) seats: Vec<(Option<Sitter>, String)>,
    pub(crate) listed: bool,
    pub(crate) pace: Duration,
}

impl Order {
    pub(crate) fn read(body: &Value) -> Result<Order, Refusal> {
        let mut object = Reader::new(body, "").object()?;
        let game: GameId = object.field("game")?.text()?.parse()?;
        let seats = object.field("seats")?;
        let mut rules = match object.optional("rules") {
            Some(rules) => {
                rules.object()?;
                rules.value().as_object().cloned().unwrap_or_default()
            }
            None => Map::new(),
        };
        let listed = object.optional("listed").map_or(Ok(false), |listed| listed.flag())?;
        let pace = object.optional("pace_ms").map_or(Ok(0), |pace| pace.integer(0..=SLOWEST))?;
        object.finish()?;
        let list = seats.list()?;
        let most = with_game!(game, G => <G as kontra_agents::Playable>::SEATS);
        if !most.contains(&list.len()) {
            let (least, most) = (most.start(), most.end());
            let expected = match least == most {
                true => format!("{most} seats"),
                false => format!("{least} to {most} seats"),
            };
            return Err(BadInput::expected("seats", expected, list.len()).into());
        }
        let seats =
            list.iter().map(|seat| read_seat(game, seat)).collect::<Result<Vec<_>, Refusal>>()?;
        complete_rules(game, &mut rules, seats.len())?;
        let pace = Duration::from_millis(pace);
        Ok(Order { game, rules: Value::Object(rules), seats, listed, pace })
    }
}

/// The number of players follows from the seats. Boards are named: a board that is written out would stay in memory
/// for ever.
fn complete_rules(
    game: GameId,
    rules: &mut Map<String, Value>,
    seats: usize,
) -> Result<(), BadInput> {
    if game == GameId::Doppelkopf {
        return Ok(());
    }
    if let Some(board) = rules.get("board") {
        Reader::new(board, "rules.board").text()?;
    }
    match rules.get("players").map(|players| Reader::new(players, "rules.players")) {
        Some(players) => players.integer(seats as u64..=seats as u64).map(drop),
        None => {
            rules.insert("players".to_owned(), seats.into());
            Ok(())
        }
    }
}

fn read_seat(game: GameId, reader: &Reader<'_>) -> Result<(Option<Sitter>, String), Refusal> {
    let mut object = reader.object()?;
    let (person, agent) = (object.optional("person"), object.optional("agent"));
    let name = object.optional("name");
    object.finish()?;
    match (person, agent) {
        (Some(person), None) if name.is_none() => Ok((None, read_name(&person)?)),
        (None, Some(agent)) => {
            let cast = cast::read(game, agent.text()?).map_err(|refusal| Refusal {
                message: format!("{}: {}", agent.place(), refusal.message),
                ..refusal
            })?;
            let name = match name {
                Some(name) => read_name(&name)?,
                None => default_name(game, &cast),
            };
            Ok((Some(Sitter::Agent(cast)), name))
        }
        _ => Err(reader.expected("either a person or an agent").into()),
    }
}

fn default_name(game: GameId, cast: &cast::Cast) -> String {
    let named = cast::strengths(game).into_iter().find(|s| Some(s.word) == cast.strength);
    named.map_or_else(|| cast.spec.name().to_owned(), |strength| strength.label.to_owned())
}

/// A name that somebody chose.
pub(crate) fn read_name(reader: &Reader<'_>) -> Result<String, BadInput> {
    let name = reader.text()?;
    if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        let expected = format!("a name of at most {LONGEST_NAME} characters in one line");
        return Err(reader.expected(expected));
    }
    Ok(name.to_owned())
}
