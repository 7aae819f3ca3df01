use crate::agents::{self, SeatedAgent};
use crate::config::Allowed;
use crate::messages::{Company, NewTable, Opaque, Rival, SeatRequest};
use crate::refusal::Refusal;
use kontra_agents::{GameId, with_game};
use kontra_game::{BadInput, Reader, RuleValues};
use serde_json::Value;
use std::time::Duration;

/// The table that somebody wants, once it is certain that it can be made.
pub(crate) struct Order {
    pub(crate) game: GameId,
    pub(crate) rules: Value,
    /// For each seat who will sit there, and a name.
    pub(crate) seats: Vec<(Wanted, String)>,
    /// The secret of the person who makes the table, where it comes from the client.
    pub(crate) token: Option<String>,
    pub(crate) listed: bool,
    pub(crate) pace: Duration,
    pub(crate) company: Company,
    /// The cards of a finished game, where they are wanted again.
    pub(crate) dealt: Option<SameDeal>,
}

/// A deal that was played before, and what became of it.
pub(crate) struct SameDeal {
    pub(crate) start: Value,
    pub(crate) rival: Rival,
}

/// Who will sit on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// The person who makes the table.
    Maker,
    /// Somebody who is invited.
    Friend,
    Agent(SeatedAgent),
}

impl Order {
    /// How many people will sit at the table.
    pub(crate) fn people(&self) -> usize {
        self.seats.iter().filter(|(wanted, _)| !matches!(wanted, Wanted::Agent(_))).count()
    }

    pub(crate) fn check(
        request: NewTable,
        allowed: Allowed<'_>,
        usual_pace: Duration,
    ) -> Result<Order, Refusal> {
        let NewTable { game, rules, seats, token, listed, pace_ms, tournament, clock_s, .. } =
            request;
        let seats = seats.into_iter().enumerate();
        let seats = seats.map(|(number, seat)| check_seat(game, number, seat, allowed));
        let seats = seats.collect::<Result<Vec<_>, Refusal>>()?;
        check_maker(&seats, token.is_some())?;
        let rules = complete_rules(game, rules, seats.len())?;
        let pace = pace_ms.map_or(usual_pace, Duration::from_millis);
        let company = Company { tournament, clock_s };
        Ok(Order { game, rules, seats, token, listed, pace, company, dealt: None })
    }
}

/// A person who makes a table sits on one seat at most, and knows the secret of no other.
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

/// The number of players follows from the seats. Boards are named: a board that is written out would stay in memory
/// for ever.
fn complete_rules(game: GameId, rules: Opaque, seats: usize) -> Result<Value, BadInput> {
    let options = with_game!(game, G => <G as kontra_game::Recorded>::OPTIONS);
    let mut rules = Value::Object(rules);
    let reader = Reader::new(&rules, "rules");
    let mut object = reader.object()?;
    let named =
        options.iter().filter(|option| matches!(option.values, RuleValues::WordsOrObject(_)));
    for option in named {
        object.optional(option.name).map(|value| value.text().map(drop)).transpose()?;
    }
    if options.iter().any(|option| option.name == PLAYERS) {
        match object.optional(PLAYERS) {
            Some(players) => drop(players.integer(seats as u64..=seats as u64)?),
            None => {
                if let Value::Object(rules) = &mut rules {
                    rules.insert(PLAYERS.to_owned(), seats.into());
                }
            }
        }
    }
    Ok(rules)
}

/// The option that follows from the number of seats.
const PLAYERS: &str = "players";

fn check_seat(
    game: GameId,
    number: usize,
    seat: SeatRequest,
    allowed: Allowed<'_>,
) -> Result<(Wanted, String), Refusal> {
    match seat {
        SeatRequest::Person { person } => Ok((Wanted::Maker, person)),
        SeatRequest::Friend { friend } => Ok((Wanted::Friend, friend)),
        SeatRequest::Agent { agent, name } => {
            let agent = agents::read(game, &agent, allowed).map_err(|refusal| Refusal {
                message: format!("seats[{number}].agent: {}", refusal.message),
                ..refusal
            })?;
            let name = name.unwrap_or_else(|| default_name(game, &agent));
            Ok((Wanted::Agent(agent), name))
        }
    }
}

fn default_name(game: GameId, agent: &SeatedAgent) -> String {
    let named = agents::strengths(game).into_iter().find(|s| Some(s.word) == agent.strength);
    named.map_or_else(|| agent.own_name().to_owned(), |strength| strength.label.to_owned())
}
