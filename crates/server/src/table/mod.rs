//! A table: who sits there, and the game they play.

mod chair;
mod message;
mod moves;
mod order;
mod settings;
#[cfg(test)]
mod tests;

pub(crate) use chair::{Chair, Sitter};
pub(crate) use order::{Order, read_name};

use crate::config::Rate;
use crate::disk::StoredTable;
use crate::http::Bucket;
use crate::played::{self, Played};
use crate::refusal::Refusal;
use crate::{cast, ids};
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
    pub(crate) game: GameId,
    rules: Value,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) listed: bool,
    /// Agents take at least so long for a move.
    pub(crate) pace: Duration,
    /// The number of the game at this table, from 1.
    pub(crate) number: u32,
    seed: u64,
    pub(crate) played: Box<dyn Played>,
    /// The ids of the finished games.
    pub(crate) games: Vec<String>,
    totals: Vec<f64>,
    /// The agent that thinks now.
    pub(crate) thinking: Option<Thinking>,
    /// Whether somebody's question is being thought about.
    pub(crate) asked: bool,
    /// When somebody last did something here, or looked; what agents do does not count.
    pub(crate) touched: Instant,
}

/// An agent that thinks.
pub(crate) struct Thinking {
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
    /// A fresh table, with a token for each person.
    pub(crate) fn new(order: Order) -> Result<(Table, Vec<(Seat, String)>), Refusal> {
        let mut tokens = vec![];
        let mut chairs = vec![];
        for (number, (sitter, name)) in order.seats.into_iter().enumerate() {
            let seat = Seat::wrapping(number, kontra_game::MAX_SEATS);
            let sitter = sitter.unwrap_or_else(|| {
                let token = ids::fresh_token();
                let fingerprint = ids::fingerprint(&token);
                tokens.push((seat, token));
                Sitter::Person { fingerprint }
            });
            chairs.push(Chair::new(sitter, name));
        }
        let seed = ids::fresh_seed();
        let played = played::begin(order.game, &order.rules, Streams::new(seed))?;
        let table = Table {
            id: ids::fresh_id(),
            game: order.game,
            rules: order.rules,
            totals: vec![0.0; chairs.len()],
            chairs,
            listed: order.listed,
            pace: order.pace,
            number: 1,
            seed,
            played,
            games: vec![],
            thinking: None,
            asked: false,
            touched: Instant::now(),
        };
        Ok((table, tokens))
    }

    /// A table that was put away.
    pub(crate) fn restore(stored: StoredTable) -> Result<Table, Refusal> {
        let game: GameId = stored.game.parse()?;
        let parse = |text: &str| {
            let value = serde_json::from_str::<Json>(text).map(|Json(value)| value);
            value.map_err(|error| Refusal::unavailable(format!("the table is damaged: {error}")))
        };
        let played = played::restore(game, &parse(&stored.start)?, &stored.moves)?;
        let mut table = Table {
            id: stored.id,
            game,
            rules: Value::Null,
            chairs: vec![],
            listed: stored.listed,
            pace: Duration::ZERO,
            number: stored.number,
            seed: stored.seed,
            played,
            games: vec![],
            totals: vec![],
            thinking: None,
            asked: false,
            touched: Instant::now(),
        };
        table.read_settings(&parse(&stored.settings)?)?;
        Ok(table)
    }

    /// The table as it lies on the disk.
    pub(crate) fn to_stored(&self) -> StoredTable {
        StoredTable {
            id: self.id.clone(),
            game: self.game.name().to_owned(),
            settings: self.settings().to_string(),
            listed: self.listed,
            number: self.number,
            seed: self.seed,
            start: self.played.start().to_string(),
            moves: self.played.moves(0),
            over: self.is_over(),
        }
    }

    /// All random numbers of the present game.
    pub(crate) fn streams(&self) -> Streams {
        Streams::new(self.seed)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.played.turn() == Turn::Over
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
            if let Sitter::Person { fingerprint } = &chair.sitter
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

    /// Who may change something that belongs to nobody: whoever sits here, or anybody if no person does.
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

    /// The agent whose turn it is.
    pub(crate) fn agent_to_move(&self) -> Option<(Seat, &cast::Cast)> {
        let Turn::Seat(seat) = self.played.turn() else { return None };
        match &self.chairs[seat.index()].sitter {
            Sitter::Agent(cast) => Some((seat, cast)),
            Sitter::Person { .. } => None,
        }
    }

    /// Who sits where, as records name them.
    pub(crate) fn players(&self) -> Vec<String> {
        self.chairs.iter().map(Chair::record_name).collect()
    }

    /// A new token for a seat; the old one is worth nothing from now on.
    pub(crate) fn renew_token(&mut self, seat: Seat) -> String {
        let token = ids::fresh_token();
        let chair = &mut self.chairs[seat.index()];
        chair.sitter = Sitter::Person { fingerprint: ids::fingerprint(&token) };
        chair.renewals += 1;
        token
    }
}
