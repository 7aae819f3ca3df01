//! One game of a match, without reading all others every time.

use crate::records::Restorer;
use crate::row::GameRow;
use crate::{MatchId, Store, StoreError, Stored, StoredGame};
use kontra_agents::{GameId, Playable, with_game};
use kontra_game::BadInput;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// Matches of one store that were read as a whole and found in order, by the hashes of their rows.
///
/// A program that is asked for one game after another keeps it: a match is compared with the books once, and again when its row
/// has changed, because games were added. After that a game is looked up. What happens to the file in between is noticed by the
/// checksum of the game's own row, and by its cards, which must be those of its deal.
#[derive(Default, Debug)]
pub struct Compared {
    matches: Mutex<FxHashMap<MatchId, u64>>,
}

impl Compared {
    fn has(&self, id: MatchId, row: u64) -> bool {
        let matches = self.matches.lock().unwrap_or_else(PoisonError::into_inner);
        matches.get(&id) == Some(&row)
    }

    fn note(&self, id: MatchId, row: u64) {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner).insert(id, row);
    }
}

/// Which game of a match is wanted.
struct Wanted {
    deal: u64,
    /// `None`: records from elsewhere, one on each deal.
    arrangement: Option<u64>,
}

impl Wanted {
    fn new(stored: &Stored, number: u64) -> Wanted {
        let arrangements = stored.arrangements.len().max(1) as u64;
        match stored.configuration {
            Some(_) => {
                Wanted { deal: number / arrangements, arrangement: Some(number % arrangements) }
            }
            None => Wanted { deal: number, arrangement: None },
        }
    }

    fn is(&self, row: &GameRow) -> bool {
        let arrangement = row.arrangement as u64;
        row.deal == self.deal && self.arrangement.is_none_or(|wanted| wanted == arrangement)
    }
}

impl Store {
    /// Game number `number` of a match, counted from 0 by deal and arrangement; of imported records, the record with this
    /// number. `None` if it was not played yet.
    ///
    /// The whole match is read, unless `compared` knows it.
    pub fn record(
        &self,
        stored: &Stored,
        number: u64,
        compared: &Compared,
    ) -> Result<Option<StoredGame>, StoreError> {
        let id: GameId = stored.game.parse().map_err(|bad: BadInput| self.wrong(stored, &bad))?;
        with_game!(id, G => self.record_of::<G>(stored, &Wanted::new(stored, number), compared))
    }

    fn record_of<G: Playable>(
        &self,
        stored: &Stored,
        wanted: &Wanted,
        compared: &Compared,
    ) -> Result<Option<StoredGame>, StoreError> {
        let _snapshot = self.snapshot()?;
        let Some(row) = self.wanted_row(stored.id, wanted, compared)? else { return Ok(None) };
        let restorer = Restorer::<G>::new(stored).map_err(|bad| self.wrong(stored, &bad))?;
        restorer.game(row).map(Some).map_err(|bad| self.wrong(stored, &bad))
    }

    fn wanted_row(
        &self,
        id: MatchId,
        wanted: &Wanted,
        compared: &Compared,
    ) -> Result<Option<GameRow>, StoreError> {
        // A store of an earlier version has no hashes that would say whether a match is still the one that was compared.
        let row = if self.is_protected() { Some(self.ledger().entry(id)?.hash) } else { None };
        if row.is_some_and(|row| compared.has(id, row)) {
            let mut found = None;
            self.each_row(id, wanted.deal..=wanted.deal, |row, _| {
                if wanted.is(&row) {
                    found = Some(row);
                }
                Ok::<_, StoreError>(())
            })?;
            if found.is_some() {
                return Ok(found);
            }
            // It may be missing because of damage: that is for the whole match to say.
        }
        let mut found = None;
        self.each_game(id, |row| {
            if wanted.is(&row) {
                found = Some(row);
                return Ok::<_, StoreError>(ControlFlow::Break(()));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if let Some(row) = row {
            compared.note(id, row);
        }
        Ok(found)
    }
}
