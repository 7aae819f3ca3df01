//! What shows that the server's rows are complete and unchanged. SQLite notices neither a flipped bit in a value nor rows
//! that it skips because of one in the header of a page; a game that looks right and is another one is the worst answer.

use kontra_game::StableHasher;
use kontra_store::seal::{SetDigest, hash_row};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::fmt;
use std::hash::{Hash, Hasher};

/// Everything in the row of a table but its seal, and when it was last used: that decides nothing but how long it stays.
const TABLE: &str =
    "id, made, game, settings, listed, number, seed, start, over, plies, chain, worth";
const TABLE_COLUMNS: usize = 12;

/// Everything in the row of a game but its seal.
const GAME: &str = "id, made, source, record, review";
const GAME_COLUMNS: usize = 5;

/// Something is not as it was left; what, in a few words.
#[derive(Debug)]
pub(super) struct Damaged(String);

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Damaged {}

/// Damage as an error of a task, which is one of SQLite's.
pub(super) fn damaged(what: impl Into<String>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Null, Box::new(Damaged(what.into())))
}

/// The damage that an error tells of.
pub(super) fn damage(error: &rusqlite::Error) -> Option<&Damaged> {
    match error {
        rusqlite::Error::FromSqlConversionFailure(_, _, why) => why.downcast_ref(),
        _ => None,
    }
}

/// The decisions of a table's present game: how many there are, and a hash that grows with each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Trail {
    pub(super) plies: usize,
    chain: u64,
}

impl Trail {
    pub(super) fn add(&mut self, text: &str) {
        let mut hasher = StableHasher::default();
        (self.chain, self.plies as u64, text).hash(&mut hasher);
        *self = Trail { plies: self.plies + 1, chain: hasher.finish() };
    }

    fn read(row: &Row<'_>) -> rusqlite::Result<Trail> {
        let plies = usize::try_from(row.get::<_, i64>(9)?).unwrap_or(usize::MAX);
        Ok(Trail { plies, chain: row.get::<_, i64>(10)?.cast_unsigned() })
    }
}

/// Reads a row of `web_tables` that is as it was left; `read` is given the columns of [`TABLE`].
pub(super) fn table<T>(
    connection: &Connection,
    id: &str,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Option<(T, Trail)>> {
    let select = format!("SELECT {TABLE}, seal FROM web_tables WHERE id = ?1");
    let mut query = connection.prepare_cached(&select)?;
    let checked = |row: &Row<'_>| {
        check(row, TABLE_COLUMNS, "table")?;
        Ok((read(row)?, Trail::read(row)?))
    };
    query.query_row([id], checked).optional()
}

/// Reads a row of `web_games` that is as it was left; `read` is given the columns of [`GAME`].
pub(super) fn game<T>(
    connection: &Connection,
    id: &str,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Option<T>> {
    let select = format!("SELECT {GAME}, seal FROM web_games WHERE id = ?1");
    let mut query = connection.prepare_cached(&select)?;
    let checked = |row: &Row<'_>| {
        check(row, GAME_COLUMNS, "game")?;
        read(row)
    };
    query.query_row([id], checked).optional()
}

/// Complains unless the column after these is their hash.
fn check(row: &Row<'_>, columns: usize, what: &str) -> rusqlite::Result<()> {
    if row.get::<_, i64>(columns)? == hash_row(row, 0..columns)?.cast_signed() {
        return Ok(());
    }
    Err(damaged(format!("that {what} {} is damaged", row.get::<_, String>(0)?)))
}

/// Changes the row of a table that is as it was left. `change` is given its decisions so far, and says which there are now.
pub(super) fn change_table(
    connection: &Connection,
    id: &str,
    change: impl FnOnce(Trail) -> rusqlite::Result<Trail>,
) -> rusqlite::Result<()> {
    let Some(((), trail)) = table(connection, id, |_| Ok(()))? else {
        // Another program may have deleted it.
        return Err(rusqlite::Error::QueryReturnedNoRows);
    };
    let trail = change(trail)?;
    seal_table(connection, id, trail)
}

/// Seals the row of a table as it is now, with these decisions.
pub(super) fn seal_table(connection: &Connection, id: &str, trail: Trail) -> rusqlite::Result<()> {
    let update = "UPDATE web_tables SET plies = ?2, chain = ?3 WHERE id = ?1";
    let values = params![id, trail.plies as i64, trail.chain.cast_signed()];
    connection.prepare_cached(update)?.execute(values)?;
    let select = format!("SELECT {TABLE} FROM web_tables WHERE id = ?1");
    let hash = |row: &Row<'_>| hash_row(row, 0..TABLE_COLUMNS);
    let hash = connection.prepare_cached(&select)?.query_row([id], hash)?.cast_signed();
    let update = "UPDATE web_tables SET seal = ?2 WHERE id = ?1";
    connection.prepare_cached(update)?.execute(params![id, hash]).map(drop)
}

/// Seals the row of a game as it is now.
pub(super) fn seal_game(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    let select = format!("SELECT {GAME} FROM web_games WHERE id = ?1");
    let hash = |row: &Row<'_>| hash_row(row, 0..GAME_COLUMNS);
    let hash = connection.prepare_cached(&select)?.query_row([id], hash)?.cast_signed();
    let update = "UPDATE web_games SET seal = ?2 WHERE id = ?1";
    connection.prepare_cached(update)?.execute(params![id, hash]).map(drop)
}

/// The decisions of a table in their order, which must be without a gap.
pub(super) fn moves(connection: &Connection, id: &str) -> rusqlite::Result<(Vec<String>, Trail)> {
    let select = "SELECT ply, move FROM web_moves WHERE web_table = ?1 ORDER BY ply";
    let mut query = connection.prepare_cached(select)?;
    let (mut moves, mut trail) = (vec![], Trail::default());
    let mut rows = query.query([id])?;
    while let Some(row) = rows.next()? {
        let (ply, text): (i64, String) = (row.get(0)?, row.get(1)?);
        if ply != trail.plies as i64 {
            return Err(damaged(format!("that a decision of table {id} is missing")));
        }
        trail.add(&text);
        moves.push(text);
    }
    Ok((moves, trail))
}

/// Which of the server's rows must be there.
#[derive(Clone, Copy)]
pub(super) enum Book {
    Tables,
    Games,
}

impl Book {
    pub(super) const ALL: [Book; 2] = [Book::Tables, Book::Games];

    fn name(self) -> &'static str {
        match self {
            Book::Tables => "web_tables",
            Book::Games => "web_games",
        }
    }

    /// Notes that a row with this id was added.
    pub(super) fn add(self, connection: &Connection, id: &str) -> rusqlite::Result<()> {
        let mut tally = self.noted(connection)?;
        tally.add(hash_id(id));
        self.write(connection, tally)
    }

    /// Notes that a row with this id was removed.
    pub(super) fn remove(self, connection: &Connection, id: &str) -> rusqlite::Result<()> {
        let mut tally = self.noted(connection)?;
        tally.remove(hash_id(id));
        self.write(connection, tally)
    }

    /// Notes the rows that are there.
    pub(super) fn begin(self, connection: &Connection) -> rusqlite::Result<()> {
        let there = self.there(connection)?;
        self.write(connection, there)
    }

    /// How many rows there are, if they are those that must be there.
    pub(super) fn check(self, connection: &Connection) -> rusqlite::Result<u64> {
        let (noted, there) = (self.noted(connection)?, self.there(connection)?);
        if noted == there {
            return Ok(there.count);
        }
        let (name, noted, there) = (self.name(), noted.count, there.count);
        Err(damaged(format!("that {noted} rows of {name} are noted, {there} are there")))
    }

    fn there(self, connection: &Connection) -> rusqlite::Result<SetDigest> {
        let mut query = connection.prepare(&every_id(self.name()))?;
        let mut rows = query.query([])?;
        let mut tally = SetDigest::default();
        while let Some(row) = rows.next()? {
            tally.add(hash_id(&row.get::<_, String>(0)?));
        }
        Ok(tally)
    }

    fn noted(self, connection: &Connection) -> rusqlite::Result<SetDigest> {
        let select = "SELECT name, count, digest, seal FROM web_ledger WHERE name = ?1";
        let read = |row: &Row<'_>| {
            let (count, digest) = (row.get::<_, i64>(1)?, row.get::<_, i64>(2)?);
            let sealed = row.get::<_, i64>(3)? == hash_row(row, 0..3)?.cast_signed();
            let tally = SetDigest { count: count.cast_unsigned(), digest: digest.cast_unsigned() };
            Ok(sealed.then_some(tally))
        };
        let found = connection.prepare_cached(select)?.query_row([self.name()], read).optional()?;
        let wrong = || damaged(format!("that the ledger of {} is damaged", self.name()));
        found.flatten().ok_or_else(wrong)
    }

    fn write(self, connection: &Connection, tally: SetDigest) -> rusqlite::Result<()> {
        let (count, digest) = (tally.count.cast_signed(), tally.digest.cast_signed());
        connection
            .prepare_cached("REPLACE INTO web_ledger VALUES (?1, ?2, ?3, 0)")?
            .execute(params![self.name(), count, digest])?;
        let select = "SELECT name, count, digest FROM web_ledger WHERE name = ?1";
        let hash = |row: &Row<'_>| hash_row(row, 0..3);
        let hash = connection.prepare_cached(select)?.query_row([self.name()], hash)?;
        connection
            .prepare_cached("UPDATE web_ledger SET seal = ?2 WHERE name = ?1")?
            .execute(params![self.name(), hash.cast_signed()])
            .map(drop)
    }
}

/// Selects all ids of a table. An index has the ids too, and SQLite would read them there; the seal is only in the table.
pub(super) fn every_id(table: &str) -> String {
    format!("SELECT id, seal FROM {table}")
}

fn hash_id(id: &str) -> u64 {
    let mut hasher = StableHasher::default();
    id.hash(&mut hasher);
    hasher.finish()
}
