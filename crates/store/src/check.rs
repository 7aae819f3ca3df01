use crate::{Store, StoreError};
use std::ops::ControlFlow;

impl Store {
    /// Looks at everything that matches left in the store: SQLite's pages, every game's checksum, moves and result, and
    /// that no game and no match is missing. Says how many games there are.
    pub fn check(&self) -> Result<u64, StoreError> {
        let check = || -> rusqlite::Result<String> {
            self.connection.query_row("PRAGMA integrity_check(1)", (), |row| row.get(0))
        };
        let _snapshot = self.snapshot()?;
        let verdict = check().map_err(|error| self.failed(&error))?;
        if verdict != "ok" {
            return Err(StoreError::damaged(&self.path, verdict.replace('\n', " ")));
        }
        let mut total = 0;
        for stored in self.matches()? {
            let mut count = 0;
            self.each_record(&stored, |game| {
                count += 1;
                // A game that somebody broke off has payoffs, but its record has no result.
                let result = game.record.result.as_ref();
                if result.is_some_and(|result| *result != game.payoffs) {
                    let what = format!("game {} on deal {}", game.arrangement, game.deal);
                    let what = format!("{}: {what} has another result", stored.title());
                    return Err(StoreError::damaged(&self.path, what));
                }
                Ok(ControlFlow::Continue(()))
            })?;
            total += count;
        }
        Ok(total)
    }
}
