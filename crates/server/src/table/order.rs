use crate::cast::{self, Cast};
use crate::config::Agents;
use crate::refusal::Refusal;
use crate::{ids, names};
use kontra_agents::{GameId, with_game};
use kontra_game::{BadInput, Reader, RuleValues};
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
    /// For each seat who will sit there, and a name.
    pub(crate) seats: Vec<(Wanted, String)>,
    /// The secret of whoever makes the table, where he chose it himself.
    pub(crate) token: Option<String>,
    pub(crate) listed: bool,
    pub(crate) pace: Duration,
}

/// Who will sit on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// Whoever makes the table.
    Maker,
    /// Somebody who is invited.
    Friend,
    Agent(Cast),
}

impl Order {
    pub(crate) fn read(body: &Value, agents: Agents) -> Result<Order, Refusal> {
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
        let token = object.optional("token");
        let token = token.as_ref().map(read_token).transpose()?;
        object.finish()?;
        let list = seats.list()?;
        let most = with_game!(game, G => <G as kontra_agents::Playable>::table_sizes());
        if !most.contains(&list.len()) {
            let (least, most) = (most.start(), most.end());
            let expected = match least == most {
                true => format!("{most} seats"),
                false => format!("{least} to {most} seats"),
            };
            return Err(BadInput::expected("seats", expected, list.len()).into());
        }
        let seats = list.iter().map(|seat| read_seat(game, seat, agents));
        let seats = seats.collect::<Result<Vec<_>, Refusal>>()?;
        check_maker(&seats, token.is_some())?;
        complete_rules(game, &mut rules, seats.len())?;
        let pace = Duration::from_millis(pace);
        Ok(Order { game, rules: Value::Object(rules), seats, token, listed, pace })
    }
}

/// Whoever makes a table sits on one seat at most, and knows the secret of no other.
fn check_maker(seats: &[(Wanted, String)], has_token: bool) -> Result<(), BadInput> {
    let own = seats.iter().filter(|(wanted, _)| *wanted == Wanted::Maker).count();
    if own > 1 {
        let expected = "one person, who makes the table, and friends on the other seats";
        return Err(BadInput::expected("seats", expected, format!("{own} persons")));
    }
    if has_token && own == 0 {
        return Err(BadInput::expected("token", "none where no person sits", "one"));
    }
    Ok(())
}

/// A secret that a client has made for its own seat.
pub(crate) fn read_token(reader: &Reader<'_>) -> Result<String, BadInput> {
    let token = reader.text()?;
    if !ids::is_token(token) {
        // What was found may be somebody's secret: it is not repeated.
        let expected = "32 letters, digits, - and _";
        return Err(BadInput::expected(reader.place(), expected, "something else"));
    }
    Ok(token.to_owned())
}

/// The number of players follows from the seats. Boards are named: a board that is written out would stay in memory
/// for ever.
fn complete_rules(
    game: GameId,
    rules: &mut Map<String, Value>,
    seats: usize,
) -> Result<(), BadInput> {
    let options = with_game!(game, G => <G as kontra_game::Recorded>::OPTIONS);
    for option in
        options.iter().filter(|option| matches!(option.values, RuleValues::WordsOrObject(_)))
    {
        if let Some(value) = rules.get(option.name) {
            Reader::new(value, format!("rules.{}", option.name)).text()?;
        }
    }
    if options.iter().all(|option| option.name != "players") {
        return Ok(());
    }
    match rules.get("players").map(|players| Reader::new(players, "rules.players")) {
        Some(players) => players.integer(seats as u64..=seats as u64).map(drop),
        None => {
            rules.insert("players".to_owned(), seats.into());
            Ok(())
        }
    }
}

fn read_seat(
    game: GameId,
    reader: &Reader<'_>,
    agents: Agents,
) -> Result<(Wanted, String), Refusal> {
    let mut object = reader.object()?;
    let (person, friend) = (object.optional("person"), object.optional("friend"));
    let (agent, name) = (object.optional("agent"), object.optional("name"));
    object.finish()?;
    match (person, friend, agent) {
        (Some(person), None, None) if name.is_none() => Ok((Wanted::Maker, read_name(&person)?)),
        (None, Some(friend), None) if name.is_none() => Ok((Wanted::Friend, read_name(&friend)?)),
        (None, None, Some(agent)) => {
            let cast = cast::read(game, agent.text()?, agents).map_err(|refusal| Refusal {
                message: format!("{}: {}", agent.place(), refusal.message),
                ..refusal
            })?;
            let name = match name {
                Some(name) => read_name(&name)?,
                None => default_name(game, &cast),
            };
            Ok((Wanted::Agent(cast), name))
        }
        _ => Err(reader.expected("either a person, a friend or an agent").into()),
    }
}

fn default_name(game: GameId, cast: &cast::Cast) -> String {
    let named = cast::strengths(game).into_iter().find(|s| Some(s.word) == cast.strength);
    named.map_or_else(|| cast.spec.name().to_owned(), |strength| strength.label.to_owned())
}

/// A name that somebody chose, without what cannot be seen and changes what stands around it.
pub(crate) fn read_name(reader: &Reader<'_>) -> Result<String, BadInput> {
    let name = reader.text()?;
    if name.chars().count() > LONGEST_NAME {
        let expected = format!("a name of at most {LONGEST_NAME} characters");
        return Err(BadInput::expected(reader.place(), expected, "a longer one"));
    }
    Ok(names::plain(name))
}
