//! What tests compare messages with.

use crate::course::Eyes;
use crate::face::Fields;
use crate::hall::replay_line;
use kontra_game::Seat;
use serde_json::Value;

/// What a seat is sent of the game in a record before decision number `ply`: `view`, `choices`, `story` and `events`;
/// without a seat, what a watcher is.
pub fn shown(record: &str, ply: usize, seat: Option<usize>) -> Result<Value, String> {
    let (_, played) = replay_line(record).map_err(|refusal| refusal.message)?;
    let played = played.at(ply).ok_or("expected a shorter game")?;
    let eyes = seat.map_or(Eyes::Watcher, |seat| Eyes::Seat(Seat::wrapping(seat, played.seats())));
    let mut fields = Fields::new();
    played.write_seen(eyes, &mut fields);
    fields.insert("events".to_owned(), played.events(0).into());
    Ok(Value::Object(fields))
}
