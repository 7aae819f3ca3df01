//! The vocabulary of Kontra: everything that can be said about a game without knowing which game it is.
//!
//! - [`Game`]: the full state; [`View`]: what one seat may know of it; [`Determinize`]: imagining the rest.
//! - [`WorldSampler`], [`Weighted`]: worlds prepared once and drawn often, each with its weight.
//! - [`Turn`], [`Actions`], [`Chances`], [`Payoffs`], [`Seat`]: the words both use.
//! - [`Log`]: what happened in a game; [`History`]: what one seat saw of it, [`Event`] by event.
//! - [`Streams`]: all random numbers of a run, by name, from one seed.
//! - [`Notation`], [`Recorded`], [`Record`]: moves and whole games as text, with a strict reader; [`Moves`]: the same in a byte each.
//! - [`Shown`]: views as JSON, for programs and pages outside; [`Forfeit`]: games that somebody breaks off.
//! - [`Encode`]: moves and views as numbers, for networks.
//! - [`Enumerate`], [`Deals`], [`Rewind`]: small games laid out in full, for exact solutions and for tests.
//! - `testkit` (with the feature of that name): everything a game's tests should call.
//!
//! There is no game and no search in this crate. Abilities that not every game has are traits of their own:
//! an algorithm that needs one asks for it in its bounds, and a missing ability is a compile error.
//!
//! # A whole game
//!
//! Two players take one, two or three of 21 sticks in turn; the last stick wins. Nothing is hidden, so the view is the game
//! itself ([`Open`]):
//!
//! ```
//! use kontra_game::{Actions, Game, Open, Payoffs, Seat, Streams, Turn, perft};
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! struct Sticks { left: u8, mover: Seat }
//!
//! impl Game for Sticks {
//!     type Action = u8;
//!     type View = Open<Sticks>;
//!
//!     fn seats(&self) -> usize { 2 }
//!     fn turn(&self) -> Turn {
//!         if self.left == 0 { Turn::Over } else { Turn::Seat(self.mover) }
//!     }
//!     fn actions(&self, out: &mut Actions<u8>) { out.extend(1..=self.left.min(3)) }
//!     fn play(&mut self, sticks: u8) {
//!         self.left -= sticks;
//!         self.mover = self.mover.after(1, 2);
//!     }
//!     /// The seat to move now did not take the last stick.
//!     fn payoffs(&self) -> Payoffs {
//!         Payoffs::new(if self.mover.index() == 0 { &[-1.0, 1.0] } else { &[1.0, -1.0] })
//!     }
//!     fn view(&self, seat: Seat) -> Open<Sticks> { Open::new(*self, seat) }
//! }
//!
//! let start = Sticks { left: 21, mover: Seat::new(0).unwrap() };
//! assert_eq!(perft(&start, 3).nodes, 27);
//!
//! // Random play to the end; the same seed gives the same game on every machine.
//! let mut game = start;
//! game.playout(&mut Streams::new(1).test(0));
//! assert_eq!((game.turn(), game.payoffs().as_slice().iter().sum::<f64>()), (Turn::Over, 0.0));
//! ```

mod actions;
mod bits;
pub mod choose;
mod encode;
mod ending;
mod forfeit;
mod game;
mod hash;
mod history;
mod moves;
mod notation;
mod open;
mod payoffs;
mod perft;
mod reader;
mod record;
mod rule_option;
mod seat;
mod shown;
mod similar;
mod streams;
#[cfg(any(test, feature = "testkit"))]
pub mod testkit;
mod worlds;

pub use actions::{Actions, Chances, MAX_ACTIONS, MAX_CHANCES};
pub use bits::{PartPlace, TensorBits, write_mask};
pub use encode::{
    Encode, Parts, Range, TensorPart, information_size, layout_table, observation_size,
    observe_by_parts, tensor_layout, total,
};
pub use ending::Ending;
pub use forfeit::Forfeit;
pub use game::{Determinize, Game, InfoKey, Turn, View};
pub use hash::StableHasher;
pub use history::{Event, History, Log, SeenHistory, sees};
pub use moves::Moves;
pub use notation::Notation;
pub use open::Open;
pub use payoffs::Payoffs;
pub use perft::{Perft, perft};
pub use reader::{BadInput, Json, Object, Reader, quote};
pub use record::{MAX_RECORD_BYTES, Record, Recorded, Records, Replay};
pub use rule_option::{ChosenRules, RuleOption, RuleValues, read_options};
pub use seat::{MAX_SEATS, Seat};
pub use shown::{HIDDEN, Shown, show_seats, show_turn};
pub use similar::similar;
pub use streams::{DealRng, Purpose, SearchRng, Streams};
pub use worlds::{Deals, Enumerate, Past, Rewind, Weighted, WorldSampler};
