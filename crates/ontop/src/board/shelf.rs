//! The boards of a process. A board lives as long as the process, so that a state can point to it and still
//! be copied freely; two equal boards are the same board. The shelf is small, so that reading boards from
//! outside cannot fill the memory.

use super::Board;
use super::description::Description;
use super::tables::BoardTables;
use kontra_game::{BadInput, Json, Reader};
use std::sync::{LazyLock, Mutex, PoisonError};

/// The most different boards in one process: about ten megabytes of tables.
const MOST: usize = 500;

static SHELF: Mutex<Vec<&'static BoardTables>> = Mutex::new(vec![]);

/// The boards that come with the crate, the default first.
static EMBEDDED: LazyLock<Vec<Board>> = LazyLock::new(|| {
    let texts = [
        include_str!("../../data/reconstruction.json"),
        include_str!("../../data/lower-start.json"),
        include_str!("../../data/tiles-14.json"),
        include_str!("../../data/tiles-9.json"),
    ];
    texts.into_iter().map(|text| Board::from_json(text).expect("our own data are good")).collect()
});

/// The boards that come with the crate, the default first.
pub(super) fn embedded() -> &'static [Board] {
    &EMBEDDED
}

/// The board with this description, made on first use.
pub(super) fn board(description: Description, place: &str) -> Result<Board, BadInput> {
    let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&tables) = shelf.iter().find(|tables| tables.description == description) {
        return Ok(Board(tables));
    }
    if shelf.len() >= MOST {
        return Err(BadInput::expected(place, format!("at most {MOST} different boards"), "more"));
    }
    let tables: &'static BoardTables = Box::leak(Box::new(BoardTables::new(description)));
    shelf.push(tables);
    Ok(Board(tables))
}

/// A board as the text of a file.
pub(super) fn from_json(text: &str) -> Result<Board, BadInput> {
    let Json(value) = serde_json::from_str(text)
        .map_err(|error| BadInput::expected("board", "a board in JSON", error))?;
    Board::read(&Reader::new(&value, ""))
}
