use super::{Disk, DiskError, now};
use rusqlite::{Connection, OptionalExtension, params};

/// A game that somebody may look at.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StoredGame {
    /// One line of JSON.
    pub(crate) record: String,
    /// JSON, once there is one.
    pub(crate) review: Option<String>,
}

impl Disk {
    /// Keeps a record that somebody wants to look at. Only so many are kept: the oldest go.
    pub(crate) async fn add_record(
        &self,
        id: String,
        record: String,
        most: i64,
    ) -> Result<(), DiskError> {
        self.run(move |connection| {
            add(connection, &id, "record", &record)?;
            connection
                .prepare_cached(
                    // The new one stays, also where the clock went back and it looks like the oldest.
                    "DELETE FROM web_games WHERE id IN (SELECT id FROM web_games WHERE source = 'record' \
                     AND id <> ?2 ORDER BY made DESC, id LIMIT -1 OFFSET ?1)",
                )?
                .execute(params![most - 1, id])?;
            Ok(())
        })
        .await
    }

    /// The game with this id.
    pub(crate) async fn game(&self, id: String) -> Result<Option<StoredGame>, DiskError> {
        self.run(move |connection| {
            let mut query =
                connection.prepare_cached("SELECT record, review FROM web_games WHERE id = ?1")?;
            let game = |row: &rusqlite::Row<'_>| {
                Ok(StoredGame { record: row.get(0)?, review: row.get(1)? })
            };
            query.query_row([&id], game).optional()
        })
        .await
    }

    /// Keeps the review of a game.
    pub(crate) async fn add_review(&self, id: String, review: String) -> Result<(), DiskError> {
        self.run(move |connection| {
            connection
                .prepare_cached("UPDATE web_games SET review = ?2 WHERE id = ?1")?
                .execute(params![id, review])?;
            Ok(())
        })
        .await
    }
}

pub(super) fn add(
    connection: &Connection,
    id: &str,
    source: &str,
    record: &str,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO web_games (id, made, source, record) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![id, now(), source, record])?;
    Ok(())
}
