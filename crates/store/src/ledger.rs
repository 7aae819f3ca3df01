//! The books of a store: what must be there. Every change of a match is entered in the same commit as the change.

use crate::seal::{SetDigest, hash_row};
use crate::{MatchId, StoreError};
use rusqlite::{Connection, OptionalExtension, Row};
use std::path::Path;

/// Everything in the row of a match but its seal, in this order.
pub(crate) const MATCH: &str = "id, name, kind, game, rules, agents, seating, seed, deals, sprt, program, begun, \
    elapsed_s, games, concluded, checksum, digest";

/// The same columns in a store of the first format, which has no digests.
pub(crate) const OLD_MATCH: &str = "id, name, kind, game, rules, agents, seating, seed, deals, sprt, program, begun, \
    elapsed_s, games, concluded, checksum, NULL";

/// How many columns [`MATCH`] has; the seal comes after them.
pub(crate) const MATCH_COLUMNS: usize = 17;

/// The row of a match as the ledger sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The games that must be there.
    pub(crate) games: SetDigest,
    /// The hash of the row.
    pub(crate) hash: u64,
    /// What the row says its hash is.
    seal: Option<i64>,
}

impl Entry {
    /// Reads a row with the columns of [`MATCH`] and the seal.
    pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Entry> {
        let count = row.get::<_, i64>(13)?.cast_unsigned();
        let digest = row.get::<_, Option<i64>>(16)?.unwrap_or(0).cast_unsigned();
        let hash = hash_row(row, 0..MATCH_COLUMNS)?;
        Ok(Entry { games: SetDigest { count, digest }, hash, seal: row.get(MATCH_COLUMNS)? })
    }

    pub(crate) fn is_sealed(&self) -> bool {
        self.seal == Some(self.hash.cast_signed())
    }
}

/// The books of one store, within a change or a snapshot.
pub(crate) struct Ledger<'a> {
    pub(crate) connection: &'a Connection,
    pub(crate) path: &'a Path,
}

impl Ledger<'_> {
    /// All matches that must be there, by their seals.
    pub(crate) fn matches(&self) -> Result<SetDigest, StoreError> {
        let select = "SELECT id, matches, digest, seal FROM ledger";
        let read = |row: &Row<'_>| -> rusqlite::Result<(SetDigest, bool)> {
            let (count, digest) = (row.get::<_, i64>(1)?, row.get::<_, i64>(2)?);
            let tally = SetDigest { count: count.cast_unsigned(), digest: digest.cast_unsigned() };
            Ok((tally, row.get::<_, i64>(3)? == hash_row(row, 0..3)?.cast_signed()))
        };
        let found =
            self.connection.prepare_cached(select).and_then(|mut query| query.query_one((), read));
        match found {
            Ok((tally, true)) => Ok(tally),
            Ok((_, false)) => Err(self.damaged("the ledger has a wrong checksum")),
            Err(
                rusqlite::Error::QueryReturnedNoRows | rusqlite::Error::QueryReturnedMoreThanOneRow,
            ) => Err(self.damaged("the ledger is not one row")),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Begins the ledger of a store without matches.
    pub(crate) fn begin(&self) -> Result<(), StoreError> {
        self.write(SetDigest::default())
    }

    /// The row of a match, which must be as it was left.
    pub(crate) fn entry(&self, id: MatchId) -> Result<Entry, StoreError> {
        let entry = self.read_entry(id)?;
        let wrong = || self.damaged(format_args!("match {id} has a wrong checksum"));
        if entry.is_sealed() { Ok(entry) } else { Err(wrong()) }
    }

    /// Enters a match whose row is complete, with these games.
    pub(crate) fn enroll(&self, id: MatchId, games: SetDigest) -> Result<(), StoreError> {
        self.note_games(id, games)?;
        let mut all = self.matches()?;
        all.add(self.reseal(id)?);
        self.write(all)
    }

    /// Changes the row of a match. `change` is given the games that were noted so far, and says which are there now.
    pub(crate) fn amend(
        &self,
        id: MatchId,
        change: impl FnOnce(SetDigest) -> Result<SetDigest, StoreError>,
    ) -> Result<(), StoreError> {
        let before = self.entry(id)?;
        let games = change(before.games)?;
        self.note_games(id, games)?;
        let mut all = self.matches()?;
        all.remove(before.hash);
        all.add(self.reseal(id)?);
        self.write(all)
    }

    fn note_games(
        &self,
        id: MatchId,
        SetDigest { count, digest }: SetDigest,
    ) -> Result<(), StoreError> {
        let update = "UPDATE matches SET games = ?2, digest = ?3 WHERE id = ?1";
        self.execute(update, (id.0, count.cast_signed(), digest.cast_signed()))
    }

    /// Notes the hash of a match's row as it is now.
    fn reseal(&self, id: MatchId) -> Result<u64, StoreError> {
        let hash = self.read_entry(id)?.hash;
        self.execute("UPDATE matches SET seal = ?2 WHERE id = ?1", (id.0, hash.cast_signed()))?;
        Ok(hash)
    }

    fn read_entry(&self, id: MatchId) -> Result<Entry, StoreError> {
        let select = format!("SELECT {MATCH}, seal FROM matches WHERE id = ?1");
        let read = || -> rusqlite::Result<Option<Entry>> {
            self.connection.prepare_cached(&select)?.query_one([id.0], Entry::read).optional()
        };
        let found = read().map_err(|error| self.failed(&error))?;
        found.ok_or_else(|| self.damaged(format_args!("match {id} is missing")))
    }

    fn write(&self, all: SetDigest) -> Result<(), StoreError> {
        let (count, digest) = (all.count.cast_signed(), all.digest.cast_signed());
        self.execute("REPLACE INTO ledger VALUES (1, ?1, ?2, 0)", (count, digest))?;
        let select = "SELECT id, matches, digest FROM ledger";
        let hash = || -> rusqlite::Result<u64> {
            self.connection.prepare_cached(select)?.query_one((), |row| hash_row(row, 0..3))
        };
        let hash = hash().map_err(|error| self.failed(&error))?;
        self.execute("UPDATE ledger SET seal = ?1", [hash.cast_signed()])
    }

    fn execute(&self, statement: &str, values: impl rusqlite::Params) -> Result<(), StoreError> {
        let done =
            self.connection.prepare_cached(statement).and_then(|mut known| known.execute(values));
        done.map(drop).map_err(|error| self.failed(&error))
    }

    fn damaged(&self, what: impl std::fmt::Display) -> StoreError {
        StoreError::damaged(self.path, what)
    }

    fn failed(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::sqlite(self.path, error)
    }
}
