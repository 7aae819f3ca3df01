//! The vocabulary of Kontra: everything that can be said about a game without knowing which game it is.
//!
//! - [`Game`]: the full state; [`View`]: what one seat may know of it; [`Determinize`]: imagining the rest.
//! - [`Turn`], [`Actions`], [`Chances`], [`Payoffs`], [`Seat`]: the words both use.
//! - [`Streams`]: all random numbers of a run, by name, from one seed.
//! - [`Notation`], [`Recorded`], [`Record`]: moves and whole games as text, with a strict reader; [`Moves`]: the same in a byte each.
//! - [`Shown`]: views as JSON, for programs and pages outside; [`Forfeit`]: games that somebody breaks off.
//! - [`Enumerate`], [`Deals`], [`Rewind`]: small games laid out in full, for exact solutions and for tests.
//! - `testkit` (with the feature of that name): everything a game's tests should call.
//!
//! There is no game and no search in this crate. Abilities that not every game has are traits of their own:
//! an algorithm that needs one asks for it in its bounds, and a missing ability is a compile error.

mod actions;
pub mod choose;
mod ending;
mod forfeit;
mod game;
mod hash;
mod moves;
mod notation;
mod open;
mod payoffs;
mod perft;
mod reader;
mod record;
mod seat;
mod shown;
mod streams;
#[cfg(any(test, feature = "testkit"))]
pub mod testkit;
mod worlds;

pub use actions::{Actions, Chances, MAX_ACTIONS, MAX_CHANCES};
pub use ending::Ending;
pub use forfeit::Forfeit;
pub use game::{Determinize, Game, InfoKey, Turn, View};
pub use hash::StableHasher;
pub use moves::Moves;
pub use notation::Notation;
pub use open::Open;
pub use payoffs::Payoffs;
pub use perft::{Perft, perft};
pub use reader::{BadInput, Json, Object, Reader, quote};
pub use record::{MAX_RECORD_BYTES, Record, Recorded, Records, Replay};
pub use seat::{MAX_SEATS, Seat};
pub use shown::{Shown, show_seats, show_turn};
pub use streams::{DealRng, Purpose, SearchRng, Streams};
pub use worlds::{Deals, Enumerate, Past, Rewind};
