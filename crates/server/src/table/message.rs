//! The message that tells one asker where the table stands.

use super::{Asker, Chair, Sitter, Table};
use crate::course::Eyes;
use crate::face::fields;
use kontra_game::{Seat, Turn};
use serde_json::{Value, json};

impl Table {
    /// What an asker may see of the cards.
    fn eyes(&self, asker: Asker) -> Eyes {
        match asker {
            Asker::Seat(seat) => Eyes::Seat(seat),
            Asker::Watcher if self.has_people() && !self.is_over() => Eyes::Watcher,
            Asker::Watcher => Eyes::All,
        }
    }

    /// The state message, with the events after number `since`.
    pub(crate) fn message(&self, asker: Asker, since: usize) -> Value {
        let played = &self.played;
        let version = played.version();
        let seat = match asker {
            Asker::Seat(seat) => Some(seat),
            Asker::Watcher => None,
        };
        let turn = match played.turn() {
            Turn::Seat(seat) => Some(seat.index()),
            Turn::Chance | Turn::Over => None,
        };
        let own = seat.map(|seat| &self.chairs[seat.index()]);
        let mut message = fields(json!({
            "type": "state",
            "table": self.id,
            "game": self.game.name(),
            "rules": played.rules(),
            "number": self.number,
            "version": version,
            "you": seat.map(Seat::index),
            "turn": turn,
            "seats": self.seats(),
            "thinking": self.thinking.as_ref().map(|thinking| json!({
                "seat": thinking.seat.index(),
                "elapsed_ms": thinking.since.elapsed().as_millis() as u64,
                "most_ms": thinking.most.as_millis() as u64,
            })),
        }));
        let eyes = self.eyes(asker);
        played.write_seen(eyes, &mut message);
        // Whoever has events of an earlier game gets all of this one.
        let since = if since > version { 0 } else { since };
        let over = played.over().map(|mut over| {
            over.insert("game_id".to_owned(), json!(self.games.last()));
            Value::Object(over)
        });
        message.extend(fields(json!({
            "planned": own.map_or(vec![], |chair| chair.plan.iter().collect()),
            "events": played.events(eyes, since),
            "over": over,
            "totals": self.totals,
            "games": self.games,
            // Whoever sits here may invite others; a watcher may not.
            "invite": own.and_then(|_| self.invite_path()),
            "ask": own.map(|chair| if chair.ask_always { "always" } else { "own-turn" }),
        })));
        Value::Object(message)
    }

    /// What is said of the table in a list.
    pub(crate) fn summary(&self) -> Value {
        json!({
            "table": self.id,
            "game": self.game.name(),
            "seats": self.seats(),
            "number": self.number,
            "version": self.played.version(),
            "over": self.is_over(),
        })
    }

    /// Who sits where.
    pub(crate) fn seats(&self) -> Vec<Value> {
        let seat = |(number, chair): (usize, &Chair)| match &chair.sitter {
            Sitter::Person { .. } => json!({
                "seat": number,
                "kind": "person",
                "name": chair.name,
                "here": chair.here > 0,
                "open": chair.is_open(),
            }),
            Sitter::Agent(cast) => json!({
                "seat": number,
                "kind": "agent",
                "name": chair.name,
                "spec": cast.spec.to_string(),
                "strength": cast.strength,
            }),
        };
        self.chairs.iter().enumerate().map(seat).collect()
    }
}
