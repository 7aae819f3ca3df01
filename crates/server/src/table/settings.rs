//! What a table remembers of itself in the store, beside the game.

use super::{Chair, Sitter, Table};
use crate::messages::{Company, ResultLine, Rival};
use crate::refusal::Refusal;
use crate::{agents, ids};
use kontra_agents::GameId;
use kontra_game::BadInput;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::VecDeque;
use std::time::Duration;

/// What a table remembers of itself, as it is written.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    rules: Value,
    pub(crate) seats: Vec<StoredSeat>,
    /// Tables of older versions have none, and need none.
    #[serde(default)]
    invite: Option<String>,
    pace_ms: u64,
    games: Vec<String>,
    totals: Vec<f64>,
    /// Tables of older versions have none of these.
    #[serde(default)]
    tournament: Option<u16>,
    #[serde(default)]
    clock_s: Option<u32>,
    #[serde(default)]
    undone: u32,
    #[serde(default)]
    results: Vec<ResultLine>,
    /// Tables of older versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rival: Option<Rival>,
}

/// Who sits on a seat, as it is written.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum StoredSeat {
    Agent {
        /// A strength in words, or a spec.
        agent: String,
        name: String,
    },
    Person {
        /// The fingerprint of the token; `null`: nobody has sat down yet.
        #[serde(deserialize_with = "Option::deserialize")]
        person: Option<String>,
        name: String,
        ask_always: bool,
        /// Tables of older versions have none.
        #[serde(default)]
        plan: VecDeque<String>,
        #[serde(default)]
        stand_in: bool,
    },
}

impl Table {
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            rules: self.rules.clone(),
            seats: self.chairs.iter().map(StoredSeat::new).collect(),
            invite: self.invite.clone(),
            pace_ms: self.pace.as_millis() as u64,
            games: self.games.clone(),
            totals: self.totals.clone(),
            tournament: self.company.tournament,
            clock_s: self.company.clock_s,
            undone: self.undone,
            results: self.results.clone(),
            rival: self.rival.clone(),
        }
    }

    pub(super) fn apply_settings(&mut self, settings: Settings) -> Result<(), Refusal> {
        let Settings { rules, seats, invite, pace_ms, games, totals, results, .. } = settings;
        let Settings { tournament, clock_s, undone, rival, .. } = settings;
        self.company = Company { tournament, clock_s };
        (self.undone, self.results, self.rival) = (undone, results, rival);
        let kind = self.kind;
        let chairs = seats.into_iter().map(|seat| seat.chair(kind));
        self.chairs = chairs.collect::<Result<_, _>>()?;
        (self.rules, self.invite, self.games, self.totals) = (rules, invite, games, totals);
        self.pace = Duration::from_millis(pace_ms);
        Ok(())
    }
}

impl StoredSeat {
    fn new(chair: &Chair) -> StoredSeat {
        let name = chair.name.clone();
        match &chair.sitter {
            Sitter::Person { fingerprint } => StoredSeat::Person {
                person: fingerprint.as_ref().map(ids::to_hex),
                name,
                ask_always: chair.ask_always,
                plan: chair.plan.clone(),
                stand_in: chair.stand_in,
            },
            Sitter::Agent(agent) => {
                let known = agent.strength.map(str::to_owned);
                StoredSeat::Agent { agent: known.unwrap_or_else(|| agent.spec.to_string()), name }
            }
        }
    }

    fn chair(self, game: GameId) -> Result<Chair, Refusal> {
        match self {
            StoredSeat::Agent { agent, name } => {
                Ok(Chair::new(Sitter::Agent(agents::read_kept(game, &agent)?), name))
            }
            StoredSeat::Person { person, name, ask_always, plan, stand_in } => {
                let read = |text: String| {
                    let bad = || BadInput::expected("person", "a fingerprint", "something else");
                    ids::from_hex(&text).ok_or_else(bad)
                };
                let fingerprint = person.map(read).transpose()?;
                let chair = Chair::new(Sitter::Person { fingerprint }, name);
                Ok(Chair { ask_always, plan, stand_in, ..chair })
            }
        }
    }
}
