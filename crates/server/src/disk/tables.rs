use super::{Disk, DiskError, now};
use rusqlite::{Connection, OptionalExtension, params};
use std::sync::atomic::Ordering;

/// A table as it lies on the disk.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StoredTable {
    pub(crate) id: String,
    pub(crate) game: String,
    /// JSON; what it says is the table's business.
    pub(crate) settings: String,
    pub(crate) listed: bool,
    pub(crate) number: u32,
    pub(crate) seed: u64,
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
    pub(crate) over: bool,
}

impl Disk {
    /// Keeps a new table, unless there are already so many; whether it was kept.
    pub(crate) async fn add_table(&self, table: StoredTable, most: i64) -> Result<bool, DiskError> {
        // Counted once and then by heart: to count means to read all of them.
        let room = |count: i64| if count < most { Some(count + 1) } else { None };
        if self.tables.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).is_err() {
            return Ok(false);
        }
        let added = self.run(move |connection| {
            connection.prepare_cached(
                "INSERT INTO web_tables (id, made, game, settings, listed, number, seed, start, over) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?
            .execute(params![
                table.id,
                now(),
                table.game,
                table.settings,
                table.listed,
                table.number,
                table.seed as i64,
                table.start,
                table.over,
            ])?;
            add_moves(connection, &table.id, 0, &table.moves)
        })
        .await;
        if added.is_err() {
            self.tables.fetch_sub(1, Ordering::Relaxed);
        }
        added.map(|()| true)
    }

    /// The table with this id.
    pub(crate) async fn table(&self, id: String) -> Result<Option<StoredTable>, DiskError> {
        self.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT game, settings, listed, number, seed, start, over FROM web_tables WHERE id = ?1",
            )?;
            let table = query.query_row([&id], |row| {
                Ok(StoredTable {
                    id: id.clone(),
                    game: row.get(0)?,
                    settings: row.get(1)?,
                    listed: row.get(2)?,
                    number: row.get(3)?,
                    seed: row.get::<_, i64>(4)? as u64,
                    start: row.get(5)?,
                    moves: vec![],
                    over: row.get(6)?,
                })
            });
            let Some(mut table) = table.optional()? else { return Ok(None) };
            let mut query = connection
                .prepare_cached("SELECT move FROM web_moves WHERE web_table = ?1 ORDER BY ply")?;
            table.moves = query.query_map([&id], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(Some(table))
        })
        .await
    }

    /// Keeps moves that were made at a table, from ply `from` on, and its settings where they changed with them.
    pub(crate) async fn add_moves(
        &self,
        id: String,
        from: usize,
        moves: Vec<String>,
        settings: Option<String>,
    ) -> Result<(), DiskError> {
        self.run(move |connection| {
            add_moves(connection, &id, from, &moves)?;
            settings.map_or(Ok(()), |settings| change_settings(connection, &id, &settings))
        })
        .await
    }

    /// Keeps the last moves of a game, what the table is now, and the game itself under its own id.
    pub(crate) async fn finish_game(
        &self,
        id: String,
        from: usize,
        moves: Vec<String>,
        settings: String,
        game: (String, String),
    ) -> Result<(), DiskError> {
        self.run(move |connection| {
            add_moves(connection, &id, from, &moves)?;
            connection
                .prepare_cached("UPDATE web_tables SET settings = ?2, over = 1 WHERE id = ?1")?
                .execute(params![id, settings])?;
            super::games::add(connection, &game.0, "table", &game.1)
        })
        .await
    }

    /// The next game of a table takes the place of the last one.
    pub(crate) async fn begin_game(&self, table: StoredTable) -> Result<(), DiskError> {
        self.run(move |connection| {
            connection.execute("DELETE FROM web_moves WHERE web_table = ?1", [&table.id])?;
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
            add_moves(connection, &table.id, 0, &table.moves)
        })
        .await
    }

    /// Keeps changed settings of a table.
    pub(crate) async fn change_settings(
        &self,
        id: String,
        settings: String,
    ) -> Result<(), DiskError> {
        self.run(move |connection| change_settings(connection, &id, &settings)).await
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

fn change_settings(connection: &Connection, id: &str, settings: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE web_tables SET settings = ?2 WHERE id = ?1")?
        .execute(params![id, settings])?;
    Ok(())
}

fn add_moves(
    connection: &Connection,
    id: &str,
    from: usize,
    moves: &[String],
) -> rusqlite::Result<()> {
    // What an earlier attempt may have left there although it was reported as failed does not count.
    connection
        .prepare_cached("DELETE FROM web_moves WHERE web_table = ?1 AND ply >= ?2")?
        .execute(params![id, from as i64])?;
    let mut insert = connection
        .prepare_cached("INSERT INTO web_moves (web_table, ply, move) VALUES (?1, ?2, ?3)")?;
    for (i, text) in moves.iter().enumerate() {
        insert.execute(params![id, (from + i) as i64, text])?;
    }
    Ok(())
}
