//! The tables of a store, for the caller who runs the server.

use super::expiry;
use super::format::{self, PROTECTED, sentence};
use super::seal::{self, Book, damaged};
use crate::table::{Settings, StoredSeat};
use kontra_store::{Store, StoreError};
use std::path::Path;

/// A table as it lies in a store.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptTable {
    /// Its id, as in its link.
    pub id: String,
    /// The name of the game.
    pub game: String,
    /// Who sits where: names of people, specs of agents, nothing for an empty seat.
    pub seats: Vec<String>,
    /// When it was made, in seconds since 1970.
    pub made: i64,
    /// When it was last used, to the hour.
    pub used: i64,
    /// The number of the present game, from 1.
    pub number: u32,
    /// Decisions in the present game.
    pub moves: u64,
    /// Why it is kept: `unused`, `anonymous`, `unfinished` or `finished`, in the order in which tables go.
    pub worth: &'static str,
}

const WORTHS: [&str; 4] = ["unused", "anonymous", "unfinished", "finished"];

/// All tables in a store, those that go first at the beginning. A server may be using it.
pub fn kept_tables(path: &Path) -> Result<Vec<KeptTable>, StoreError> {
    let store = Store::read(path)?;
    let _snapshot = store.snapshot()?;
    match store.component("web")? {
        // No server has used it.
        0 => return Ok(vec![]),
        PROTECTED.. => {}
        _ => {
            let expected = "expected a store that a server of this version has used";
            let found = "found tables of an older one; start `kontra serve` once";
            return Err(StoreError::Input(format!("{}: {expected}, {found}", path.display())));
        }
    }
    let connection = store.reader();
    let read = || -> rusqlite::Result<Vec<KeptTable>> {
        let mut query = connection.prepare(
            "SELECT id, game, settings, made, used, number, worth, \
             (SELECT count(*) FROM web_moves WHERE web_table = web_tables.id) \
             FROM web_tables ORDER BY worth, used, id",
        )?;
        let table = |row: &rusqlite::Row<'_>| {
            let worth: i64 = row.get(6)?;
            Ok(KeptTable {
                id: row.get(0)?,
                game: row.get(1)?,
                seats: seats(&row.get::<_, String>(2)?),
                made: row.get(3)?,
                used: row.get(4)?,
                number: row.get(5)?,
                moves: row.get::<_, i64>(7)?.unsigned_abs(),
                worth: WORTHS[worth.clamp(0, 3) as usize],
            })
        };
        let found: Vec<KeptTable> = query.query_map([], table)?.collect::<Result<_, _>>()?;
        if found.len() as u64 != Book::Tables.check(connection)? {
            return Err(damaged("that the list of tables is damaged"));
        }
        for KeptTable { id, .. } in &found {
            seal::table(connection, id, |_| Ok(()))?;
        }
        Ok(found)
    };
    read().map_err(|error| sentence(&store, &error))
}

/// Deletes tables of a store, all or none; those of these ids that were there. A server that uses the store may go on: it
/// refuses every further move at such a table.
pub fn delete_tables(path: &Path, ids: &[String]) -> Result<Vec<String>, StoreError> {
    Store::read(path)?;
    let mut store = Store::open(path)?;
    format::bring_up_to_date(&mut store)?;
    let connection = store.connection();
    let mut delete = || -> rusqlite::Result<Vec<String>> {
        let change =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let mut deleted = vec![];
        for id in ids {
            if expiry::forget(&change, id)? > 0 {
                deleted.push(id.clone());
            }
        }
        change.commit()?;
        Ok(deleted)
    };
    delete().map_err(|error| failed(path, &error))
}

fn failed(path: &Path, error: &rusqlite::Error) -> StoreError {
    StoreError::Failed(format!("{}: reading or writing failed ({error})", path.display()))
}

/// Who sits where; nobody, where the table is damaged.
fn seats(settings: &str) -> Vec<String> {
    let seat = |seat: &StoredSeat| match seat {
        StoredSeat::Agent { agent, .. } => crate::names::plain(agent),
        StoredSeat::Person { name, .. } => crate::names::plain(name),
    };
    let settings = serde_json::from_str::<Settings>(settings);
    settings.map_or(vec![], |settings| settings.seats.iter().map(seat).collect())
}
