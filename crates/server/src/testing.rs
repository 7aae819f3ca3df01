//! What tests compare messages with.

use crate::config::Config;
use crate::game::{Viewer, replay_line};
use crate::ids::Random;
use crate::messages::{Event, Seen};
use crate::server::{ServeError, Server};
use kontra_game::Seat;
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

/// What a seat is sent of the game in a record before decision number `ply`: `view`, `choices`, `story` and `events`;
/// without a seat, what a watcher is.
pub fn shown(record: &str, ply: usize, seat: Option<usize>) -> Result<Value, String> {
    let (_, played) = replay_line(record).map_err(|refusal| refusal.message)?;
    let played = played.at(ply).ok_or("expected a shorter game")?;
    let own = |seat| Viewer::Seat(Seat::wrapping(seat, played.seats()));
    let viewer = seat.map_or(Viewer::Watcher, own);
    let shown = ShownParts { seen: played.seen(viewer), events: played.events(viewer, 0) };
    serde_json::to_value(shown).map_err(|error| error.to_string())
}

#[derive(Serialize)]
struct ShownParts<'a> {
    #[serde(flatten)]
    seen: Seen,
    events: Vec<Cow<'a, Event>>,
}

/// What a client of a live connection is told who says this first, and who says it later; `None` where it is taken.
pub fn live_complaints(text: &str) -> [Option<String>; 2] {
    crate::http::live_complaints(text)
}

/// A server whose ids, secrets and seeds are the same every time.
pub fn start_predictable(config: Config) -> Result<Server, ServeError> {
    Server::start_with(config, Random::Counted(0.into()))
}

/// Says in a store that a table was used this many seconds later than it was.
pub fn shift_use(store: &Path, table: &str, seconds: i64) -> rusqlite::Result<()> {
    let mut connection = rusqlite::Connection::open(store)?;
    connection.busy_timeout(Duration::from_secs(20))?;
    let change = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    crate::disk::shift_use(&change, table, seconds)?;
    change.commit()
}
