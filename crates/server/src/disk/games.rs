use super::seal::{self, Book};
use super::{Disk, DiskError, now};
use rusqlite::{Connection, params};

/// Where a row comes from that is the deal of a finished game.
const DEAL: &str = "deal";

/// A game that somebody may look at.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StoredGame {
    /// One line of JSON.
    pub(crate) record: String,
    /// JSON, once there is one.
    pub(crate) review: Option<String>,
}

impl Disk {
    /// Keeps a record that somebody wants to look at. Only this many are kept: the oldest go.
    pub(crate) async fn add_record(
        &self,
        id: String,
        record: String,
        most: i64,
    ) -> Result<(), DiskError> {
        self.run(move |connection| {
            add(connection, &id, "record", &record)?;
            trim(connection, "record", &id, most)
        })
        .await
    }

    /// The game with this id. A deal has an id of its own, by which its game cannot be looked at.
    pub(crate) async fn game(&self, id: String) -> Result<Option<StoredGame>, DiskError> {
        Ok(self.find(id).await?.and_then(|(source, game)| (source != DEAL).then_some(game)))
    }

    /// The record of the finished game whose deal has this code.
    pub(crate) async fn deal(&self, code: String) -> Result<Option<String>, DiskError> {
        let found = self.find(code).await?;
        Ok(found.and_then(|(source, game)| (source == DEAL).then_some(game.record)))
    }

    /// Keeps the deal of a finished game under a code of its own.
    pub(crate) async fn add_deal(
        &self,
        code: String,
        record: String,
        most: i64,
    ) -> Result<(), DiskError> {
        self.run(move |connection| {
            if seal::game(connection, &code, |_| Ok(()))?.is_none() {
                add(connection, &code, DEAL, &record)?;
                trim(connection, DEAL, &code, most)?;
            }
            Ok(())
        })
        .await
    }

    async fn find(&self, id: String) -> Result<Option<(String, StoredGame)>, DiskError> {
        self.run(move |connection| {
            seal::game(connection, &id, |row| {
                let game = StoredGame { record: row.get(3)?, review: row.get(4)? };
                Ok((row.get::<_, String>(2)?, game))
            })
        })
        .await
    }

    /// Keeps the review of a game.
    pub(crate) async fn add_review(&self, id: String, review: String) -> Result<(), DiskError> {
        self.run(move |connection| {
            if seal::game(connection, &id, |_| Ok(()))?.is_none() {
                // It was one of the oldest records, and is gone.
                return Ok(());
            }
            connection
                .prepare_cached("UPDATE web_games SET review = ?2 WHERE id = ?1")?
                .execute(params![id, review])?;
            seal::seal_game(connection, &id)
        })
        .await
    }
}

/// Forgets the oldest games of a source, but not this one, also where the clock went back and it looks like the oldest.
pub(super) fn trim(
    connection: &Connection,
    source: &str,
    newest: &str,
    most: i64,
) -> rusqlite::Result<()> {
    let mut delete = connection.prepare_cached(
        "DELETE FROM web_games WHERE id IN (SELECT id FROM web_games WHERE source = ?3 \
         AND id <> ?2 ORDER BY made DESC, id LIMIT -1 OFFSET ?1) RETURNING id",
    )?;
    let gone = delete.query_map(params![most - 1, newest, source], |row| row.get(0))?;
    let gone = gone.collect::<Result<Vec<String>, _>>()?;
    gone.iter().try_for_each(|id| Book::Games.remove(connection, id))
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
    seal::seal_game(connection, id)?;
    Book::Games.add(connection, id)
}
