//! Whether everything that a server keeps in a store is as it left it.

use super::format::{PROTECTED, sentence};
use super::seal::{Book, damaged, every_id};
use super::tables;
use crate::game::replay_line;
use crate::table::Table;
use kontra_store::seal::{SetDigest, hash_row};
use kontra_store::{Store, StoreError};
use rusqlite::Connection;

/// What a server keeps in a store, once it was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Tables, with their present games.
    pub tables: u64,
    /// Finished games and pasted records.
    pub games: u64,
    /// Whether it would show if some of it were missing. Stores of an old version are protected once a server has used
    /// them.
    pub protected: bool,
}

/// Looks at everything that a server keeps in a store: that no row is missing, that each is as it was left, and that
/// every game can be played through. `None` if no server has used the store.
pub fn check(store: &Store) -> Result<Option<Checked>, StoreError> {
    let _snapshot = store.snapshot()?;
    let format = store.component("web")?;
    if format == 0 {
        return Ok(None);
    }
    let found = look(store.reader(), format >= PROTECTED);
    found.map(Some).map_err(|error| sentence(store, &error))
}

fn look(connection: &Connection, protected: bool) -> rusqlite::Result<Checked> {
    let count = |table: &str| -> rusqlite::Result<i64> {
        connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))
    };
    if !protected {
        let (tables, games) = (count("web_tables")?, count("web_games")?);
        let (tables, games) = (tables.cast_unsigned(), games.cast_unsigned());
        return Ok(Checked { tables, games, protected });
    }
    let tables = Book::Tables.check(connection)?;
    let games = Book::Games.check(connection)?;
    listed(connection)?;
    each_id(connection, "web_tables", |id| {
        let stored = tables::read(connection, id)?;
        let stored = stored.ok_or_else(|| damaged(format!("that table {id} is missing")))?;
        let unplayable = |_| damaged(format!("that table {id} cannot be played through"));
        Table::restore(stored).map(drop).map_err(unplayable)
    })?;
    each_id(connection, "web_games", |id| {
        let record = super::seal::game(connection, id, |row| row.get::<_, String>(3))?;
        let record = record.ok_or_else(|| damaged(format!("that game {id} is missing")))?;
        let unplayable = |_| damaged(format!("that game {id} cannot be played through"));
        replay_line(&record).map(drop).map_err(unplayable)
    })?;
    Ok(Checked { tables, games, protected })
}

fn each_id(
    connection: &Connection,
    table: &str,
    mut each: impl FnMut(&str) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut query = connection.prepare(&every_id(table))?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        each(&row.get::<_, String>(0)?)?;
    }
    Ok(())
}

/// Whether the list of tables that want to be found, which SQLite keeps apart, has all of them.
pub(super) fn listed(connection: &Connection) -> rusqlite::Result<()> {
    let tally = |from: &str| -> rusqlite::Result<SetDigest> {
        let select = format!("SELECT id, made {from}");
        let mut query = connection.prepare(&select)?;
        let mut rows = query.query([])?;
        let mut tally = SetDigest::default();
        while let Some(row) = rows.next()? {
            tally.add(hash_row(row, 0..2)?);
        }
        Ok(tally)
    };
    // A plus and the seal keep SQLite from reading the list twice.
    let table = tally(", seal FROM web_tables WHERE +listed")?;
    if table == tally("FROM web_tables INDEXED BY web_tables_listed WHERE listed")? {
        return Ok(());
    }
    Err(damaged("that the list of tables is damaged"))
}
