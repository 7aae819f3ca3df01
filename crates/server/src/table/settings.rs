//! What a table remembers of itself on the disk, beside the game.

use super::{Chair, Sitter, Table};
use crate::refusal::Refusal;
use crate::{cast, ids};
use kontra_game::Reader;
use serde_json::{Value, json};
use std::time::Duration;

impl Table {
    pub(crate) fn settings(&self) -> Value {
        let seat = |chair: &Chair| match &chair.sitter {
            Sitter::Person { fingerprint } => json!({
                "person": fingerprint.as_ref().map(ids::to_hex),
                "name": chair.name,
                "ask_always": chair.ask_always,
                "plan": chair.plan,
            }),
            Sitter::Agent(cast) => json!({
                "agent": cast.strength.map_or_else(|| cast.spec.to_string(), str::to_owned),
                "name": chair.name,
            }),
        };
        json!({
            "rules": self.rules,
            "seats": self.chairs.iter().map(seat).collect::<Vec<_>>(),
            "invite": self.invite,
            "pace_ms": self.pace.as_millis() as u64,
            "games": self.games,
            "totals": self.totals,
        })
    }

    pub(super) fn read_settings(&mut self, settings: &Value) -> Result<(), Refusal> {
        let mut object = Reader::new(settings, "settings").object()?;
        self.rules = object.field("rules")?.value().clone();
        for seat in object.field("seats")?.list()? {
            self.chairs.push(self.read_chair(&seat)?);
        }
        // Tables of older versions have none, and need none.
        let invite = object.optional("invite").filter(|invite| !invite.is_null());
        self.invite = invite.map(|invite| invite.text().map(str::to_owned)).transpose()?;
        self.pace = Duration::from_millis(object.field("pace_ms")?.integer(0..=u64::MAX)?);
        for game in object.field("games")?.list()? {
            self.games.push(game.text()?.to_owned());
        }
        for total in object.field("totals")?.list()? {
            self.totals.push(total.number()?);
        }
        object.finish()?;
        Ok(())
    }

    fn read_chair(&self, reader: &Reader<'_>) -> Result<Chair, Refusal> {
        let mut object = reader.object()?;
        let name = object.field("name")?.text()?.to_owned();
        if let Some(agent) = object.optional("agent") {
            return Ok(Chair::new(Sitter::Agent(cast::read_kept(self.game, agent.text()?)?), name));
        }
        let person = object.field("person")?;
        let fingerprint = match person.is_null() {
            true => None,
            false => Some(
                ids::from_hex(person.text()?).ok_or_else(|| person.expected("a fingerprint"))?,
            ),
        };
        let ask_always = object.field("ask_always")?.flag()?;
        // Tables of older versions have none.
        let plan = object.optional("plan").map_or(Ok(vec![]), |plan| plan.list())?;
        let plan = plan.iter().map(|text| text.text().map(str::to_owned));
        let plan = plan.collect::<Result<_, _>>()?;
        Ok(Chair { ask_always, plan, ..Chair::new(Sitter::Person { fingerprint }, name) })
    }
}
