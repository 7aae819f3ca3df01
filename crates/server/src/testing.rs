//! What tests compare messages with.

use crate::course::Eyes;
use crate::face::Fields;
use crate::hall::replay_line;
use kontra_game::Seat;
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// What a seat is sent of the game in a record before decision number `ply`: `view`, `choices`, `story` and `events`;
/// without a seat, what a watcher is.
pub fn shown(record: &str, ply: usize, seat: Option<usize>) -> Result<Value, String> {
    let (_, played) = replay_line(record).map_err(|refusal| refusal.message)?;
    let played = played.at(ply).ok_or("expected a shorter game")?;
    let eyes = seat.map_or(Eyes::Watcher, |seat| Eyes::Seat(Seat::wrapping(seat, played.seats())));
    let mut fields = Fields::new();
    played.write_seen(eyes, &mut fields);
    fields.insert("events".to_owned(), played.events(eyes, 0).into());
    Ok(Value::Object(fields))
}

/// What a client of a live connection is told who says this first, and who says it later; `None` where it is taken.
pub fn live_complaints(text: &str) -> [Option<String>; 2] {
    crate::http::live_complaints(text)
}

/// Says in a store that a table was used so many seconds later than it was.
pub fn shift_use(store: &Path, table: &str, seconds: i64) -> rusqlite::Result<()> {
    let mut connection = rusqlite::Connection::open(store)?;
    connection.busy_timeout(Duration::from_secs(20))?;
    let change = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    crate::disk::shift_use(&change, table, seconds)?;
    change.commit()
}
