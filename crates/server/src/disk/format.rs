//! The steps in which the server's tables came to be.

use super::seal::{self, Book, every_id};
use super::{DiskError, STATEMENTS};
use kontra_store::{Store, StoreError};
use rusqlite::Connection;
use std::path::Path;

const STEPS: [&str; 3] = [
    include_str!("schema/1-tables.sql"),
    include_str!("schema/2-life.sql"),
    include_str!("schema/3-seals.sql"),
];

/// Since this format it shows when rows are missing.
pub(super) const PROTECTED: usize = 3;

/// The store that matches are kept in too. A commit there is on the disk when it returns, also when the power fails.
pub(super) fn open_store(path: &Path) -> Result<Store, DiskError> {
    let sentence = |error: StoreError| DiskError(error.to_string());
    let mut store = Store::open(path).map_err(sentence)?;
    bring_up_to_date(&mut store).map_err(sentence)?;
    store.connection().set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(store)
}

/// Does the steps that a store has not seen.
pub(super) fn bring_up_to_date(store: &mut Store) -> Result<(), StoreError> {
    store.migrate_with("web", &STEPS, |store, _| {
        protect(store.reader()).map_err(|error| sentence(store, &error))
    })
}

/// An error while this store was read, in a sentence.
pub(super) fn sentence(store: &Store, error: &rusqlite::Error) -> StoreError {
    match seal::damage(error) {
        Some(damage) => StoreError::damaged(store.path(), damage),
        None => store.failed(error),
    }
}

pub(super) fn open_memory() -> Result<Connection, DiskError> {
    let connection = Connection::open_in_memory()?;
    for step in STEPS {
        connection.execute_batch(step)?;
    }
    protect(&connection)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// Seals what is there.
fn protect(connection: &Connection) -> rusqlite::Result<()> {
    let ids = |select: &str| -> rusqlite::Result<Vec<String>> {
        connection.prepare(select)?.query_map([], |row| row.get(0))?.collect()
    };
    for id in ids(&every_id("web_tables"))? {
        let (_, trail) = seal::moves(connection, &id)?;
        seal::seal_table(connection, &id, trail)?;
    }
    for id in ids(&every_id("web_games"))? {
        seal::seal_game(connection, &id)?;
    }
    Book::ALL.into_iter().try_for_each(|book| book.begin(connection))
}
