//! Which match of the store is meant: one to resume, or a new one.

use crate::configuration::Configuration;
use crate::seal::SetDigest;
use crate::{MatchId, Store, StoreError, Stored};
use kontra_arena::Sprt;
use kontra_game::quote;
use serde_json::json;

/// How a match is found in a store, and what is wanted of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MatchRequest {
    /// The match's name. A match of that name is resumed only with the configuration it was begun with; without a
    /// name, the match with exactly this configuration is resumed.
    pub name: Option<String>,
    /// Whether a match that was begun with fewer deals may get as many as are asked for now.
    pub extend: bool,
    /// Whether a match that was not finished is left alone when one with another configuration is asked for.
    /// It is not for a person, who has more likely mistyped something; it is for a program that plays many.
    pub several: bool,
    /// Whether games are given back with their records.
    pub records: bool,
    /// Whether only a range of its deals is asked for: how many deals a match has is then the most that was ever asked for.
    pub part: bool,
    /// The commit of the program that plays: kept with a match that begins. Another one may resume it.
    pub commit: Option<String>,
}

impl Store {
    /// The match to resume, or a new one. The arrangements are who sits where, by name.
    pub(crate) fn enter(
        &mut self,
        now: &Configuration,
        arrangements: &[Vec<String>],
        plan: &MatchRequest,
    ) -> Result<MatchId, StoreError> {
        // Two processes that begin the same match at the same time must not both find it missing.
        self.change(|| self.look_up(now, arrangements, plan))
    }

    fn look_up(
        &self,
        now: &Configuration,
        arrangements: &[Vec<String>],
        plan: &MatchRequest,
    ) -> Result<MatchId, StoreError> {
        let same =
            |stored: &Stored| stored.configuration.as_ref().is_some_and(|c| c.same_games(now));
        let known = self.matches()?.into_iter().find(same);
        let found = match &plan.name {
            None => known,
            Some(name) => match (self.named(name)?, known) {
                (Some(named), _) => Some(named),
                (None, Some(Stored { name: Some(other), .. })) => {
                    let found = format!("it under the name {}", quote(&other));
                    let expected = format!("this match as {} or not at all", quote(name));
                    return Err(StoreError::expected(&self.path, expected, found));
                }
                // It was begun without a name and gets one now, or it begins under this name.
                (None, known) => {
                    self.check_name(name)?;
                    known
                }
            },
        };
        let Some(found) = found else {
            if plan.name.is_none() && !plan.several {
                self.refuse_beside_unfinished(now)?;
            }
            return self.begin(now, arrangements, plan.name.as_deref());
        };
        let known = found.configuration.as_ref().map_or(0, |configuration| configuration.deals);
        let deals = if plan.part { known.max(now.deals) } else { now.deals };
        let wanted = if plan.part { known } else { now.deals };
        self.check_unchanged(&found, &Configuration { deals: wanted, ..now.clone() }, plan.extend)?;
        let update = "UPDATE matches SET name = coalesce(?2, name), deals = ?3, concluded = NULL WHERE id = ?1";
        let values = (found.id.0, &plan.name, deals.cast_signed());
        self.ledger().amend(found.id, |games| {
            let updated = self.connection.execute(update, values);
            updated.map(|_| games).map_err(|error| self.failed(&error))
        })?;
        Ok(found.id)
    }

    /// Complains unless the configuration is what it was, or differs only in more deals that are wanted.
    fn check_unchanged(
        &self,
        found: &Stored,
        now: &Configuration,
        extend: bool,
    ) -> Result<(), StoreError> {
        let (place, title) = (self.path.display(), found.title());
        let Some(was) = &found.configuration else {
            let expected = format!("a match under the name of {title}");
            return Err(StoreError::expected(&self.path, expected, "imported records"));
        };
        let wanted = Configuration { deals: was.deals, ..now.clone() };
        let more = now.deals > was.deals && was.changes(&wanted).is_empty();
        if extend && more {
            return Ok(());
        }
        let changes = was.changes(now);
        if changes.is_empty() {
            return Ok(());
        }
        let hint = if more && !extend { "; --extend adds deals" } else { "" };
        Err(StoreError::Input(format!(
            "{place}, {title}: expected the configuration it was begun with, found a changed one: {}{hint}",
            changes.join(", ")
        )))
    }

    /// A match that was not finished is not silently left behind for one that is almost the same.
    fn refuse_beside_unfinished(&self, now: &Configuration) -> Result<(), StoreError> {
        let unfinished = self.matches()?.into_iter().filter(Stored::is_unfinished);
        let changes = unfinished.filter_map(|stored| {
            let was = stored.configuration.as_ref()?;
            (was.game == now.game).then(|| (was.changes(now), stored.title()))
        });
        // The later one of two that are equally near.
        let nearest = changes.enumerate().min_by_key(|(i, (c, _))| (c.len(), usize::MAX - i));
        let Some((_, (changes, title))) = nearest else { return Ok(()) };
        Err(StoreError::Input(format!(
            "{}, {title}, which is not finished: expected the configuration it was begun with, found a \
             changed one: {}; --name NAME begins another match",
            self.path.display(),
            changes.join(", ")
        )))
    }

    pub(crate) fn begin(
        &self,
        now: &Configuration,
        arrangements: &[Vec<String>],
        name: Option<&str>,
    ) -> Result<MatchId, StoreError> {
        let Some(deals) = i64::try_from(now.deals).ok() else {
            let most = format!("at most {} deals", i64::MAX);
            return Err(StoreError::expected(&self.path, most, now.deals));
        };
        let begin = || -> rusqlite::Result<MatchId> {
            self.connection.execute(
                "INSERT INTO matches (name, kind, game, rules, agents, seating, seed, deals, sprt, program) \
                 VALUES (?1, 'match', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                (
                    name,
                    &now.game,
                    now.rules.to_string(),
                    json!(now.agents).to_string(),
                    now.seating.name(),
                    now.seed.to_string(),
                    deals,
                    now.sprt.map(write_sprt),
                    &now.program,
                ),
            )?;
            let id = MatchId(self.connection.last_insert_rowid());
            for (number, players) in arrangements.iter().enumerate() {
                let insert = "INSERT INTO arrangements VALUES (?1, ?2, ?3)";
                let players = json!(players).to_string();
                self.connection.execute(insert, (id.0, number as i64, players))?;
            }
            Store::seal(&self.connection, id, &now.game, Some(now), arrangements)?;
            Ok(id)
        };
        let id = begin().map_err(|error| self.failed(&error))?;
        self.ledger().enroll(id, SetDigest::default())?;
        Ok(id)
    }
}

fn write_sprt(Sprt { claim, alpha, beta }: Sprt) -> String {
    let [h0, h1] = claim.means();
    json!([h0, h1, alpha, beta]).to_string()
}
