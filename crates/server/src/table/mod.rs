//! A table: who sits there, and the game they play.

mod chair;
mod company;
mod message;
mod moves;
mod order;
mod settings;
mod stored;
#[cfg(test)]
mod tests;

pub(crate) use chair::{Chair, Sitter};
pub(crate) use company::Deadline;
use order::Wanted;
pub(crate) use order::{Order, SameDeal};
pub(crate) use settings::{Settings, StoredSeat};
pub(crate) use stored::{StoredTable, Worth};

use crate::agents::SeatedAgent;
use crate::config::Rate;
use crate::game::{self, AnyGame};
use crate::ids::{self, Random};
use crate::messages::{Company, ErrorCode, ResultLine, Rival, Said, to_text};
use crate::rate_limit::{Bucket, Network};
use crate::refusal::Refusal;
use kontra_agents::GameId;
use kontra_game::{Json, Seat, Streams, Turn};
use kontra_search::Limits;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// A table in memory.
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) kind: GameId,
    rules: Value,
    pub(crate) chairs: Vec<Chair>,
    /// Opens a seat to the person who has it, while there is one on which nobody has sat down.
    pub(crate) invite: Option<String>,
    pub(crate) listed: bool,
    /// Agents take at least so long for a move.
    pub(crate) pace: Duration,
    /// The number of the game at this table, from 1.
    pub(crate) number: u32,
    seed: u64,
    pub(crate) game: Box<dyn AnyGame>,
    /// The ids of the finished games.
    pub(crate) games: Vec<String>,
    totals: Vec<f64>,
    /// What somebody else made of the first deal. Nobody is told before the game is over.
    rival: Option<Rival>,
    /// The tournament and the clock, where there are any.
    pub(crate) company: Company,
    /// How often a move was taken back in the present game.
    pub(crate) undone: u32,
    /// The finished games of this tournament, or of this table.
    pub(crate) results: Vec<ResultLine>,
    /// What was said lately, and how much was ever said.
    pub(crate) talk: Vec<Said>,
    said: u32,
    /// When the person's time is over whose turn it is.
    pub(crate) deadline: Option<Deadline>,
    /// The person for whom an agent decides, because their time is over.
    pub(crate) overdue: Option<Seat>,
    /// When a person has been away for so long, an agent may play.
    pub(crate) absence: Duration,
    /// How many thoughts were begun here.
    pub(crate) thoughts: u64,
    /// The agent that thinks now.
    pub(crate) thinking: Option<Thinking>,
    /// The person who last did something that an agent must answer: its thoughts are at this address's expense.
    pub(crate) payer: Network,
    /// Whether a person has made a move since the table is in memory.
    pub(crate) moved: bool,
    /// Whether somebody's question is being thought about.
    pub(crate) asked: bool,
    /// When somebody last did something here, or looked; what agents do does not count.
    pub(crate) touched: Instant,
}

/// An agent that thinks.
pub(crate) struct Thinking {
    /// Tells it from all others at this table.
    pub(crate) id: u64,
    pub(crate) seat: Seat,
    pub(crate) since: Instant,
    pub(crate) most: Duration,
    pub(crate) limits: Limits,
    /// Told when somebody does not want to wait.
    pub(crate) hurried: Arc<Notify>,
}

impl Drop for Thinking {
    /// Nobody waits for it any more: the table was put away, or its game is another one.
    fn drop(&mut self) {
        self.limits.stop();
    }
}

/// Who asks something of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asker {
    Seat(Seat),
    Watcher,
}

impl Table {
    /// A fresh table, and the seat of the person who makes it with its token.
    pub(crate) fn new(
        order: Order,
        random: &Random,
    ) -> Result<(Table, Option<(Seat, String)>), Refusal> {
        let mut own = None;
        let mut chairs = vec![];
        let id = order.token.as_deref().map_or_else(|| random.id(), ids::id_of_token);
        let token = order.token.unwrap_or_else(|| random.token());
        for (number, (wanted, name)) in order.seats.into_iter().enumerate() {
            let sitter = match wanted {
                Wanted::Agent(agent) => Sitter::Agent(agent),
                Wanted::Friend => Sitter::Person { fingerprint: None },
                Wanted::Maker => {
                    own = Some((Seat::wrapping(number, kontra_game::MAX_SEATS), token.clone()));
                    Sitter::Person { fingerprint: Some(ids::fingerprint(&token)) }
                }
            };
            chairs.push(Chair::new(sitter, name));
        }
        let invite = chairs.iter().any(Chair::is_open).then(|| random.token());
        let seed = random.seed();
        let tournament = order.company.tournament;
        let (game, rival) = match order.dealt {
            Some(SameDeal { start, rival }) => {
                (game::restore(order.game, &start, &[])?, Some(rival))
            }
            None => {
                let streams = Streams::new(seed);
                (game::begin(order.game, &order.rules, tournament, streams)?, None)
            }
        };
        let table = Table {
            invite,
            rules: order.rules,
            totals: vec![0.0; chairs.len()],
            chairs,
            listed: order.listed,
            pace: order.pace,
            rival,
            company: order.company,
            ..Table::empty(id, order.game, seed, game)
        };
        Ok((table, own))
    }

    /// A table at which nobody sits and nothing has happened.
    fn empty(id: String, kind: GameId, seed: u64, game: Box<dyn AnyGame>) -> Table {
        Table {
            id,
            kind,
            rules: Value::Null,
            chairs: vec![],
            invite: None,
            listed: false,
            pace: Duration::ZERO,
            number: 1,
            seed,
            game,
            games: vec![],
            rival: None,
            totals: vec![],
            company: Company::default(),
            undone: 0,
            results: vec![],
            talk: vec![],
            said: 0,
            deadline: None,
            overdue: None,
            absence: Duration::MAX,
            thoughts: 0,
            thinking: None,
            payer: Network::default(),
            moved: false,
            asked: false,
            touched: Instant::now(),
        }
    }

    /// A table that was put away. What is wrong with a damaged one is nobody's business: the reason may name the cards of
    /// the seat to move, and the person who asks need not have a token.
    pub(crate) fn restore(stored: StoredTable) -> Result<Table, Refusal> {
        let id = stored.id.clone();
        Table::read_stored(stored).map_err(|_| {
            tracing::error!(table = id, "a table on the disk is damaged");
            Refusal::unavailable("table: expected to read it back, found that it is damaged")
        })
    }

    fn read_stored(stored: StoredTable) -> Result<Table, Refusal> {
        let kind: GameId = stored.game.parse()?;
        let unreadable = |error: serde_json::Error| Refusal::unavailable(error.to_string());
        let parse = |text: &str| {
            let value = serde_json::from_str::<Json>(text).map(|Json(value)| value);
            value.map_err(unreadable)
        };
        let game = game::restore(kind, &parse(&stored.start)?, &stored.moves)?;
        let mut table = Table {
            listed: stored.listed,
            number: stored.number,
            ..Table::empty(stored.id, kind, stored.seed, game)
        };
        let settings = serde_json::from_value(parse(&stored.settings)?).map_err(unreadable)?;
        table.apply_settings(settings)?;
        Ok(table)
    }

    /// The table as it lies on the disk.
    pub(crate) fn to_stored(&self) -> StoredTable {
        StoredTable {
            id: self.id.clone(),
            game: self.kind.name().to_owned(),
            settings: to_text(&self.settings()),
            listed: self.listed,
            number: self.number,
            seed: self.seed,
            start: self.game.start().to_string(),
            moves: self.game.moves(0),
            over: self.is_over(),
            worth: self.worth(),
        }
    }

    /// What the table is worth to those who may come back, as far as this process has seen; the disk knows what was before.
    pub(crate) fn worth(&self) -> Worth {
        let person = |chair: &&Chair| matches!(chair.sitter, Sitter::Person { .. });
        let mut people = self.chairs.iter().filter(person).peekable();
        let finished = !self.games.is_empty() || self.is_over();
        if people.peek().is_none() {
            Worth::Unused
        } else if finished {
            Worth::Finished
        } else if !self.moved {
            Worth::Unused
        } else if people.all(|chair| chair.name.is_empty()) {
            Worth::Anonymous
        } else {
            Worth::Unfinished
        }
    }

    /// All random numbers of the present game.
    pub(crate) fn streams(&self) -> Streams {
        Streams::new(self.seed)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.turn() == Turn::Over
    }

    /// Whether a person sits here: then watchers see only what lies open.
    pub(crate) fn has_people(&self) -> bool {
        self.chairs.iter().any(|chair| matches!(chair.sitter, Sitter::Person { .. }))
    }

    /// Whose token this is; nobody's is refused, none at all is a watcher's.
    pub(crate) fn asker(&self, token: Option<&str>) -> Result<Asker, Refusal> {
        let Some(token) = token else { return Ok(Asker::Watcher) };
        let found = ids::fingerprint(token);
        let mut seat = None;
        // Every chair is looked at, so that the time does not tell which one fits.
        for (chair, number) in self.chairs.iter().zip(Seat::all(self.chairs.len())) {
            if let Sitter::Person { fingerprint: Some(fingerprint) } = &chair.sitter
                && ids::is_same(fingerprint, &found)
            {
                seat = Some(number);
            }
        }
        seat.map(Asker::Seat).ok_or_else(Refusal::unauthorized)
    }

    /// The seat of this token.
    pub(crate) fn seat(&self, token: Option<&str>) -> Result<Seat, Refusal> {
        match self.asker(token)? {
            Asker::Seat(seat) => Ok(seat),
            Asker::Watcher => Err(Refusal::unauthorized()),
        }
    }

    /// Who may change something that belongs to nobody: the person who sits here, or anybody if no person does.
    pub(crate) fn may_direct(&self, token: Option<&str>) -> Result<(), Refusal> {
        match self.asker(token)? {
            Asker::Watcher if self.has_people() => Err(Refusal::unauthorized()),
            Asker::Watcher | Asker::Seat(_) => Ok(()),
        }
    }

    /// Makes the agent that thinks move now; whether one was thinking.
    pub(crate) fn hurry(&self) -> bool {
        let Some(thinking) = &self.thinking else { return false };
        thinking.limits.stop();
        thinking.hurried.notify_one();
        true
    }

    /// Refuses a seat that asks for too much.
    pub(crate) fn take_from_bucket(&mut self, seat: Seat, rate: Rate) -> Result<(), Refusal> {
        self.touched = Instant::now();
        let bucket = self.chairs[seat.index()].bucket.get_or_insert_with(|| Bucket::full(rate));
        bucket.take(rate, 1.0, Instant::now()).map_err(|seconds| {
            Refusal::limited(
                "requests: expected fewer from this seat, found too many",
                seconds.ceil() as u64,
            )
        })
    }

    /// The agent whose turn it is, also where it plays for a person.
    pub(crate) fn agent_to_move(&self) -> Option<(Seat, SeatedAgent)> {
        let Turn::Seat(seat) = self.game.turn() else { return None };
        match &self.chairs[seat.index()].sitter {
            Sitter::Agent(agent) => Some((seat, agent.clone())),
            Sitter::Person { .. } if self.is_played_for(seat) => Some((seat, self.stand_in()?)),
            Sitter::Person { .. } => None,
        }
    }

    /// Who sits where, as records name them.
    pub(crate) fn players(&self) -> Vec<String> {
        self.chairs.iter().map(Chair::record_name).collect()
    }

    /// Another token for a seat; the old one is worth nothing from now on.
    pub(crate) fn renew_token(&mut self, seat: Seat, token: &str) {
        let chair = &mut self.chairs[seat.index()];
        chair.sitter = Sitter::Person { fingerprint: Some(ids::fingerprint(token)) };
        chair.renewals += 1;
    }

    /// Lets somebody who is invited sit down on the first open seat, and opens that seat to this token.
    pub(crate) fn sit(&mut self, invite: &str, token: &str, name: String) -> Result<Seat, Refusal> {
        // A person who did not hear the answer asks again, and sits there already.
        if let Ok(seat) = self.seat(Some(token)) {
            return Ok(seat);
        }
        let Some(own) = &self.invite else {
            let message = "seat: expected one on which nobody sits, found none";
            return Err(Refusal::conflict(ErrorCode::Full, message));
        };
        if !ids::is_same(&ids::fingerprint(own), &ids::fingerprint(invite)) {
            return Err(Refusal::unauthorized());
        }
        let seats = Seat::all(self.chairs.len());
        let open = self.chairs.iter_mut().zip(seats).find(|(chair, _)| chair.is_open());
        let (chair, seat) = open.ok_or_else(Refusal::unauthorized)?;
        chair.sitter = Sitter::Person { fingerprint: Some(ids::fingerprint(token)) };
        (chair.stand_in, chair.away_since) = (false, Instant::now());
        if !name.is_empty() {
            chair.name = name;
        }
        if !self.chairs.iter().any(Chair::is_open) {
            self.invite = None;
        }
        self.drop_thought_of(seat);
        Ok(seat)
    }

    /// The path of the page that lets a friend sit down; `None` where no seat is open.
    pub(crate) fn invite_path(&self) -> Option<String> {
        self.invite.as_ref().map(|invite| format!("/join/{}#{invite}", self.id))
    }
}
