//! A view from what an external agent is sent.

use crate::error::bad_input;
use crate::playing::Playing;
use crate::seat::{AnyView, Known};
use crate::supported::{Supported, with_supported};
use crate::table::{AnyTable, Table};
use crate::view::View;
use kontra_agents::GameId;
use kontra_game::{BadInput, Json, Reader, Record, Seat, quote};
use pyo3::prelude::*;
use std::sync::Arc;

/// The view of a player who was sent the record of a world and the history: what `kontra match` and `kontra serve` send to
/// programs that ask for it. `serve_agent` calls this.
#[pyfunction]
pub(crate) fn view_of_world(record: &str, player: usize, history: Vec<String>) -> PyResult<View> {
    let bad =
        |error: serde_json::Error| bad_input(BadInput::json("world", "a record in JSON", &error));
    let value = serde_json::from_str::<Json>(record).map_err(bad)?.0;
    let read = || -> Result<Box<dyn AnyView>, BadInput> {
        let record = Record::read(&Reader::new(&value, "world"))?;
        let id: GameId = record.game.parse()?;
        with_supported!(id, G => view_of::<G>(&record, player, &history))
    };
    Ok(View { view: read().map_err(bad_input)? })
}

fn view_of<G: Supported>(
    record: &Record,
    player: usize,
    history: &[String],
) -> Result<Box<dyn AnyView>, BadInput> {
    let table = Arc::new(Table::<G>::new(&crate::records::rules_of::<G>(record))?);
    let replay = record.replay::<G>()?;
    let mut playing = Playing::<G>::begin(Arc::clone(&table), replay.start);
    replay.actions.into_iter().for_each(|action| playing.play(action));
    let seats = table.sizes().seats;
    let seat = Seat::new(player).filter(|seat| seat.index() < seats).ok_or_else(|| {
        BadInput::expected("player", format!("a number from 0 to {}", seats - 1), player)
    })?;
    let view = playing.game.view(seat);
    // A world that begins at the position has no past of its own.
    let seen = if playing.log.len() == history.len() {
        playing.seen(seat).to_seen()
    } else {
        let events = history.iter().map(|event| read_event::<G>(&view, event));
        let events = events.collect::<Option<Vec<_>>>().ok_or_else(|| {
            let found = quote(&history.join(", "));
            BadInput::expected("history", "what happened in the game of the world", found)
        })?;
        kontra_game::SeenHistory::of_all(seat, events)
    };
    Ok(Box::new(Known::new(&table, view, seen)))
}

/// An event such as `0 29`, or `* 5+11+13` of chance.
fn read_event<G: Supported>(view: &G::View, event: &str) -> Option<(Option<Seat>, G::Action)> {
    let (by, what) = event.split_once(' ')?;
    let by = if by == "*" { None } else { Some(Seat::new(by.parse().ok()?)?) };
    Some((by, G::read_action(view, by, what)?))
}
