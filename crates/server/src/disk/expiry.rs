//! Tables do not stay for ever: which of them go, and when.

use super::seal::Book;
use super::{Disk, DiskError};
use crate::table::Worth;
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};

/// When a table was used is noted to the hour: most moves need not note it again.
const HOUR: i64 = 3600;

/// A clock that never goes back: neither while the server runs nor behind what the store knows already.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    base: i64,
    since: Instant,
}

impl Clock {
    /// The system's clock, unless the store has seen a later time: then it resumes from there.
    pub(super) fn new(latest: i64) -> Clock {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let now = now.map_or(0, |since| since.as_secs() as i64);
        Clock { base: now.max(latest.saturating_add(1)), since: Instant::now() }
    }

    /// Seconds since 1970.
    pub(super) fn now(&self) -> i64 {
        self.base.saturating_add(self.since.elapsed().as_secs() as i64)
    }
}

/// The latest time that the store knows.
pub(super) fn latest(connection: &Connection) -> rusqlite::Result<i64> {
    let latest = "SELECT max(max(used, made)) FROM web_tables";
    connection
        .query_row(latest, [], |row| row.get::<_, Option<i64>>(0))
        .map(Option::unwrap_or_default)
}

impl Disk {
    /// Forgets tables that were not used for their time: so long where no person has moved, so long where no game was
    /// finished. A table where people have finished a game stays until room is needed.
    pub(crate) async fn forget_old(
        &self,
        unused: Duration,
        unfinished: Duration,
        in_use: HashSet<String>,
    ) -> Result<usize, DiskError> {
        let now = self.clock.now();
        // Used to the hour: nothing goes before its time.
        let before =
            |keep: Duration| now.saturating_sub(keep.as_secs() as i64).saturating_sub(HOUR);
        let (unused, unfinished) = (before(unused), before(unfinished));
        let forgotten = self
            .run(move |connection| {
                let old = "SELECT id FROM web_tables WHERE (worth = 0 AND used < ?1) OR (worth IN (1, 2) AND used < ?2)";
                let mut query = connection.prepare_cached(old)?;
                let ids = query.query_map([unused, unfinished], |row| row.get(0))?;
                let ids = ids.collect::<Result<Vec<String>, _>>()?;
                let ids: Vec<&String> = ids.iter().filter(|id| !in_use.contains(*id)).collect();
                ids.iter().try_for_each(|id| forget(connection, id).map(drop))?;
                Ok(ids.len())
            })
            .await?;
        self.tables.fetch_sub(forgotten as i64, Ordering::Relaxed);
        Ok(forgotten)
    }

    /// Forgets the hundredth part of all tables, if there are this many: those of least worth that are not in use.
    pub(super) async fn make_room(
        &self,
        most: i64,
        in_use: HashSet<String>,
    ) -> Result<usize, DiskError> {
        let (count, forgotten) = self
            .run(move |connection| {
                // Counted anew: another program may have deleted some.
                let count = "SELECT count(*) FROM web_tables";
                let count: i64 = connection.query_row(count, [], |row| row.get(0))?;
                let many = if count < most { 0 } else { count - most + (most / 100).max(1) };
                let worst = "SELECT id FROM web_tables ORDER BY worth, used, id LIMIT ?1";
                let mut query = connection.prepare_cached(worst)?;
                let ids = query.query_map([many + in_use.len() as i64], |row| row.get(0))?;
                let ids = ids.collect::<Result<Vec<String>, _>>()?;
                let ids = ids.iter().filter(|id| !in_use.contains(*id)).take(many as usize);
                let mut forgotten = 0;
                for id in ids {
                    forgotten += forget(connection, id)?;
                }
                Ok((count - forgotten as i64, forgotten))
            })
            .await?;
        self.tables.store(count, Ordering::Relaxed);
        Ok(forgotten)
    }
}

/// Forgets a table and its unfinished game; how many there were. Finished games stay: they have ids of their own.
pub(super) fn forget(connection: &Connection, id: &str) -> rusqlite::Result<usize> {
    connection.prepare_cached("DELETE FROM web_moves WHERE web_table = ?1")?.execute([id])?;
    let forgotten =
        connection.prepare_cached("DELETE FROM web_tables WHERE id = ?1")?.execute([id])?;
    if forgotten > 0 {
        Book::Tables.remove(connection, id)?;
    }
    Ok(forgotten)
}

/// Says that a table was used this many seconds later than it was, for tests: time passes, and clocks are wrong.
pub(crate) fn shift_use(connection: &Connection, id: &str, seconds: i64) -> rusqlite::Result<()> {
    super::seal::change_table(connection, id, |trail| {
        let update = "UPDATE web_tables SET used = used + ?2 WHERE id = ?1";
        connection.execute(update, params![id, seconds])?;
        Ok(trail)
    })
}

/// Notes that a table is used. An error, if it was deleted meanwhile: then nothing may be written for it.
pub(super) fn touch(
    connection: &Connection,
    id: &str,
    now: i64,
    worth: Worth,
) -> rusqlite::Result<()> {
    let (now, worth) = (now - now.rem_euclid(HOUR), worth as i64);
    let known = connection
        .prepare_cached("SELECT used, worth FROM web_tables WHERE id = ?1")?
        .query_row([id], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))
        .optional()?;
    let (used, known) = known.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
    if used < now || known < worth {
        connection
            .prepare_cached(
                "UPDATE web_tables SET used = max(used, ?2), worth = max(worth, ?3) WHERE id = ?1",
            )?
            .execute(params![id, now, worth])?;
    }
    Ok(())
}
