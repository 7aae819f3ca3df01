use crate::ledger::Ledger;
use crate::row::{GameRow, INSERT};
use crate::seal::SetDigest;
use crate::{MatchId, StoreError};
use rusqlite::{Connection, TransactionBehavior};
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// No finished game waits longer than this for its commit.
const DELAY: Duration = Duration::from_millis(200);

/// And no more games than this are committed at once.
const BATCH: usize = 20_000;

/// Writes games as they end, from whichever thread they come.
///
/// Every commit waits for the disk, so games that end within [`DELAY`] share one. A program that is killed loses
/// these at most, and plays them again.
pub(crate) struct Writer<'a> {
    pub(crate) connection: &'a mut Connection,
    pub(crate) path: &'a Path,
    pub(crate) the_match: MatchId,
    /// How long the match was played before.
    pub(crate) elapsed_s: f64,
    pub(crate) begin: Instant,
    pub(crate) endings: FxHashMap<String, i64>,
}

impl Writer<'_> {
    /// Writes until nobody sends games any more. After a failure `failed` is set, and nothing more is written.
    pub(crate) fn run(
        mut self,
        games: &Receiver<GameRow>,
        failed: &AtomicBool,
    ) -> Result<(), StoreError> {
        while let Ok(first) = games.recv() {
            let batch = gather(first, games);
            if let Err(error) = self.commit(&batch) {
                failed.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(())
    }

    fn commit(&mut self, batch: &[GameRow]) -> Result<(), StoreError> {
        let elapsed_s = self.elapsed_s + self.begin.elapsed().as_secs_f64();
        let failed = |error: rusqlite::Error| StoreError::sqlite(self.path, &error);
        let immediate = TransactionBehavior::Immediate;
        let change = self.connection.transaction_with_behavior(immediate).map_err(failed)?;
        let added = insert_games(&change, self.the_match, batch, &mut self.endings);
        let added = added.map_err(|error| {
            if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) {
                let (place, the_match) = (self.path.display(), self.the_match);
                return StoreError::Failed(format!(
                    "{place}: expected to play match {the_match} alone, found that another process plays it too"
                ));
            }
            failed(error)
        })?;
        Ledger { connection: &change, path: self.path }.amend(self.the_match, |games| {
            let update = "UPDATE matches SET elapsed_s = ?2 WHERE id = ?1";
            let update = change
                .prepare_cached(update)
                .and_then(|mut update| update.execute((self.the_match.0, elapsed_s)));
            update.map(|_| games.plus(added)).map_err(failed)
        })?;
        change.commit().map_err(failed)
    }
}

/// The first game and all that follow in time.
fn gather(first: GameRow, games: &Receiver<GameRow>) -> Vec<GameRow> {
    let due = Instant::now() + DELAY;
    let mut batch = vec![first];
    while batch.len() < BATCH {
        match games.recv_timeout(due.saturating_duration_since(Instant::now())) {
            Ok(game) => batch.push(game),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
    batch
}

/// Adds games to a match within a change that somebody else commits, and says which: to note them in the row of the
/// match is their business too.
pub(crate) fn insert_games(
    change: &Connection,
    the_match: MatchId,
    games: &[GameRow],
    endings: &mut FxHashMap<String, i64>,
) -> rusqlite::Result<SetDigest> {
    let mut added = SetDigest::default();
    let mut insert = change.prepare_cached(INSERT)?;
    for game in games {
        let ending = match game.ending.as_deref() {
            None => None,
            Some(name) => Some(ending_number(change, name, endings)?),
        };
        added.add(game.insert(&mut insert, the_match.0, ending)?);
    }
    Ok(added)
}

fn ending_number(
    change: &Connection,
    name: &str,
    endings: &mut FxHashMap<String, i64>,
) -> rusqlite::Result<i64> {
    if let Some(&number) = endings.get(name) {
        return Ok(number);
    }
    change.execute("INSERT OR IGNORE INTO endings (name) VALUES (?1)", [name])?;
    let number =
        change.query_row("SELECT id FROM endings WHERE name = ?1", [name], |row| row.get(0))?;
    endings.insert(name.to_owned(), number);
    Ok(number)
}
