//! Matches of another store, such as the parts of one match that several machines have played.

use crate::configuration::Configuration;
use crate::row::GameRow;
use crate::writer::insert_games;
use crate::{MatchId, Store, StoreError, Stored};
use rustc_hash::FxHashMap;

/// How many games are handed to SQLite at once.
const BATCH: usize = 1000;

impl Store {
    /// Adds all games of another store, all or none, and says how many were new. A match that is here already gets the games it
    /// lacks; games that are in both must be the same.
    pub fn merge(&mut self, other: &Store) -> Result<u64, StoreError> {
        let _snapshot = other.snapshot()?;
        let theirs = other.matches()?;
        self.change(|| {
            let mut added = 0;
            for stored in &theirs {
                added += self.merge_match(other, stored)?;
            }
            Ok(added)
        })
    }

    fn merge_match(&self, other: &Store, stored: &Stored) -> Result<u64, StoreError> {
        let Some(configuration) = &stored.configuration else {
            let found = format!("{}, which is imported records", stored.title());
            return Err(StoreError::expected(&other.path, "matches", found));
        };
        if configuration.sprt.is_some() {
            let found = format!("{}, which has one", stored.title());
            return Err(StoreError::expected(
                &other.path,
                "matches without a sequential test",
                found,
            ));
        }
        let id = self.place(other, stored, configuration)?;
        let (new, deals) = (self.new_games(id, other, stored)?, configuration.deals.cast_signed());
        let (count, mut endings) = (new.len() as u64, FxHashMap::default());
        self.ledger().amend(id, |mut games| {
            let failed = |error: rusqlite::Error| self.failed(&error);
            for batch in new.chunks(BATCH) {
                let added = insert_games(&self.connection, id, batch, &mut endings);
                games = games.plus(added.map_err(failed)?);
            }
            let time = if count == 0 { 0.0 } else { stored.elapsed_s };
            let update = "UPDATE matches SET deals = max(deals, ?2), elapsed_s = elapsed_s + ?3 WHERE id = ?1";
            self.connection.execute(update, (id.0, deals, time)).map_err(failed)?;
            Ok(games)
        })?;
        Ok(count)
    }

    /// The match here that is the same, or a new one.
    fn place(
        &self,
        other: &Store,
        stored: &Stored,
        theirs: &Configuration,
    ) -> Result<MatchId, StoreError> {
        let same = |own: &&Stored| own.configuration.as_ref().is_some_and(|c| c.same_games(theirs));
        let all = self.matches()?;
        let Some(found) = all.iter().find(same) else {
            let name = stored.name.as_deref();
            if let Some(taken) = name.map(|name| self.named(name)).transpose()?.flatten() {
                let expected = format!("no other match under the name of {}", stored.title());
                return Err(StoreError::expected(&self.path, expected, taken.title()));
            }
            return self.begin(theirs, &stored.arrangements, name);
        };
        let own = found.configuration.as_ref().unwrap_or(theirs);
        let changes = own.changes(&Configuration { deals: own.deals, ..theirs.clone() });
        if changes.is_empty() {
            return Ok(found.id);
        }
        let (place, title) = (other.path.display(), stored.title());
        Err(StoreError::Input(format!(
            "{place}, {title}: expected the match that is in {}, found a changed one: {}",
            self.path.display(),
            changes.join(", ")
        )))
    }

    /// The games of the other store that are not here.
    fn new_games(
        &self,
        id: MatchId,
        other: &Store,
        stored: &Stored,
    ) -> Result<Vec<GameRow>, StoreError> {
        let mut known = FxHashMap::default();
        self.each_row(id, 0..=u64::MAX, |game, _| {
            known.insert((game.deal, game.arrangement), (game.identity, game.payoffs));
            Ok::<_, StoreError>(())
        })?;
        let mut new = vec![];
        other.each_game(stored.id, |game| {
            let place = (game.deal, game.arrangement);
            match known.get(&place) {
                Some(own) if *own == (game.identity, game.payoffs.clone()) => {}
                Some(_) => {
                    let title = stored.title();
                    let found = format!("another one for deal {} of {title}", game.deal);
                    return Err(StoreError::expected(&other.path, "the game that is known", found));
                }
                None => new.push(game),
            }
            Ok(std::ops::ControlFlow::Continue(()))
        })?;
        Ok(new)
    }
}
