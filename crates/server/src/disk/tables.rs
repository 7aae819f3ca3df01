use super::expiry::touch;
use super::seal::{self, Book, Trail};
use super::{Disk, DiskError};
use crate::table::{StoredTable, Worth};
use rusqlite::{Connection, params};
use std::collections::HashSet;
use std::sync::atomic::Ordering;

/// What a change is noted with: the table, what it is worth now, its settings where they changed.
pub(crate) struct Change {
    pub(crate) id: String,
    pub(crate) worth: Worth,
    pub(crate) settings: Option<String>,
}

/// A game that is over.
pub(crate) struct FinishedGame {
    pub(crate) id: String,
    pub(crate) record: String,
    /// `table`, or `agents` where no person played.
    pub(crate) source: &'static str,
    /// This many of this source are kept, more or less.
    pub(crate) most: i64,
}

/// Games that are over are counted so often.
const TRIM_EVERY: u64 = 50;

impl Disk {
    /// Keeps a new table. Where there are this many, those of least worth that are not in use make room; whether
    /// there was any.
    pub(crate) async fn add_table(
        &self,
        table: StoredTable,
        most: i64,
        in_use: impl FnOnce() -> HashSet<String>,
    ) -> Result<bool, DiskError> {
        // Counted once and then by heart: to count means to read all of them.
        let room = |count: i64| if count < most { Some(count + 1) } else { None };
        let one_more =
            || self.tables.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).is_ok();
        if !one_more() {
            let forgotten = self.make_room(most, in_use()).await?;
            tracing::info!(tables = forgotten, "forgotten to make room");
            if !one_more() {
                return Ok(false);
            }
        }
        let now = self.clock.now();
        let added = self.run(move |connection| {
            connection.prepare_cached(
                "INSERT INTO web_tables (id, made, game, settings, listed, number, seed, start, over, used, worth) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?2, ?10)",
            )?
            .execute(params![
                table.id,
                now,
                table.game,
                table.settings,
                table.listed,
                table.number,
                table.seed as i64,
                table.start,
                table.over,
                table.worth as i64,
            ])?;
            let trail = add_moves(connection, &table.id, Trail::default(), 0, &table.moves)?;
            seal::seal_table(connection, &table.id, trail)?;
            Book::Tables.add(connection, &table.id)
        })
        .await;
        if added.is_err() {
            self.tables.fetch_sub(1, Ordering::Relaxed);
        }
        added.map(|()| true)
    }

    /// The table with this id.
    pub(crate) async fn table(&self, id: String) -> Result<Option<StoredTable>, DiskError> {
        self.run(move |connection| read(connection, &id)).await
    }

    /// Keeps moves that were made at a table, from ply `from` on, and its settings where they changed with them.
    pub(crate) async fn add_moves(
        &self,
        change: Change,
        from: usize,
        moves: Vec<String>,
    ) -> Result<(), DiskError> {
        let now = self.clock.now();
        self.run(move |connection| {
            let Change { id, worth, settings } = change;
            seal::change_table(connection, &id, |trail| {
                touch(connection, &id, now, worth)?;
                if let Some(settings) = &settings {
                    set_settings(connection, &id, settings)?;
                }
                add_moves(connection, &id, trail, from, &moves)
            })
        })
        .await
    }

    /// Keeps the last moves of a game, what the table is now, and the game itself under its own id.
    pub(crate) async fn finish_game(
        &self,
        change: Change,
        from: usize,
        moves: Vec<String>,
        game: FinishedGame,
    ) -> Result<(), DiskError> {
        let now = self.clock.now();
        let number = self.games.fetch_add(1, Ordering::Relaxed);
        self.run(move |connection| {
            let Change { id, worth, settings } = change;
            seal::change_table(connection, &id, |trail| {
                touch(connection, &id, now, worth)?;
                connection
                    .prepare_cached("UPDATE web_tables SET settings = ?2, over = 1 WHERE id = ?1")?
                    .execute(params![id, settings])?;
                add_moves(connection, &id, trail, from, &moves)
            })?;
            super::games::add(connection, &game.id, game.source, &game.record)?;
            // To look for the oldest of many takes a while: not with every game.
            if number.is_multiple_of(TRIM_EVERY) {
                super::games::trim(connection, game.source, &game.id, game.most)?;
            }
            Ok(())
        })
        .await
    }

    /// The next game of a table takes the place of the last one.
    pub(crate) async fn begin_game(&self, table: StoredTable) -> Result<(), DiskError> {
        let now = self.clock.now();
        self.run(move |connection| {
            seal::change_table(connection, &table.id, |trail| {
                touch(connection, &table.id, now, table.worth)?;
                connection
                    .prepare_cached(
                        "UPDATE web_tables SET settings = ?2, number = ?3, seed = ?4, start = ?5, over = ?6 \
                         WHERE id = ?1",
                    )?
                    .execute(params![
                        table.id,
                        table.settings,
                        table.number,
                        table.seed as i64,
                        table.start,
                        table.over
                    ])?;
                add_moves(connection, &table.id, trail, 0, &table.moves)
            })
        })
        .await
    }

    /// Keeps changed settings of a table.
    pub(crate) async fn change_settings(
        &self,
        id: String,
        settings: String,
    ) -> Result<(), DiskError> {
        let now = self.clock.now();
        self.run(move |connection| {
            seal::change_table(connection, &id, |trail| {
                touch(connection, &id, now, Worth::Unused)?;
                set_settings(connection, &id, &settings).map(|()| trail)
            })
        })
        .await
    }

    /// The ids of the newest listed tables.
    pub(crate) async fn listed(&self, most: i64) -> Result<Vec<String>, DiskError> {
        self.run(move |connection| {
            let query = "SELECT id FROM web_tables WHERE listed ORDER BY made DESC LIMIT ?1";
            let mut query = connection.prepare_cached(query)?;
            query.query_map([most], |row| row.get(0))?.collect()
        })
        .await
    }
}

/// The table with this id, if it is as it was left.
pub(super) fn read(connection: &Connection, id: &str) -> rusqlite::Result<Option<StoredTable>> {
    let table = seal::table(connection, id, |row| {
        Ok(StoredTable {
            id: id.to_owned(),
            game: row.get(2)?,
            settings: row.get(3)?,
            listed: row.get(4)?,
            number: row.get(5)?,
            seed: row.get::<_, i64>(6)? as u64,
            start: row.get(7)?,
            moves: vec![],
            over: row.get(8)?,
            // What the store knows already stays.
            worth: Worth::Unused,
        })
    });
    let Some((mut table, noted)) = table? else { return Ok(None) };
    let (moves, there) = seal::moves(connection, id)?;
    if there != noted {
        return Err(seal::damaged(format!("that the decisions of table {id} are damaged")));
    }
    table.moves = moves;
    Ok(Some(table))
}

fn set_settings(connection: &Connection, id: &str, settings: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE web_tables SET settings = ?2 WHERE id = ?1")?
        .execute(params![id, settings])?;
    Ok(())
}

/// Adds decisions from ply `from` on to those that are there, and says which there are then.
fn add_moves(
    connection: &Connection,
    id: &str,
    mut trail: Trail,
    from: usize,
    moves: &[String],
) -> rusqlite::Result<Trail> {
    if from < trail.plies {
        // What an earlier attempt may have left there although it was reported as failed does not count.
        connection
            .prepare_cached("DELETE FROM web_moves WHERE web_table = ?1 AND ply >= ?2")?
            .execute(params![id, from as i64])?;
        trail = seal::moves(connection, id)?.1;
    }
    if from != trail.plies {
        return Err(seal::damaged(format!("that a decision of table {id} is missing")));
    }
    let mut insert = connection
        .prepare_cached("INSERT INTO web_moves (web_table, ply, move) VALUES (?1, ?2, ?3)")?;
    for (i, text) in moves.iter().enumerate() {
        insert.execute(params![id, (from + i) as i64, text])?;
        trail.add(text);
    }
    Ok(trail)
}
