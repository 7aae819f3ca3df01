//! A decision of Doppelkopf as bits: what a network is shown, what it may answer, and what it can learn from the end.
//!
//! Everything is told from the seat that decides: seat 0 is its own, 1 sits to the left, and so on. [`FIELDS`] lists all
//! bits. They are a function of the [view](kontra_doppelkopf::DoppelkopfView) and of what happened in the open, which a [`Watch`] remembers
//! where the view does not.
//!
//! ```
//! use kontra_agents::doppelkopf::features::{self, Watch};
//! use kontra_doppelkopf::{Deal, Doppelkopf, Rules, Start};
//! use kontra_game::{Game, Streams, Turn};
//!
//! let mut game = Doppelkopf::new(&Start::single(Rules::default(), Deal::random(&mut Streams::new(1).deal(0))));
//! let mut watch = Watch::new();
//! while let Turn::Seat(seat) = game.turn() {
//!     let view = game.view(seat);
//!     let mut bits = [0; features::WORDS];
//!     features::encode(&view, &watch, &mut bits);
//!     // A player picks one of the legal answers; here it is the first.
//!     let answer = features::legal(&view).trailing_zeros() as u8;
//!     let action = features::answer_to_move(&view, answer).unwrap();
//!     watch.see(seat, action);
//!     game.play(action);
//! }
//! ```

mod answers;
mod encode;
mod flags;
mod layout;
mod watch;

pub(crate) use answers::only_move;
pub use answers::{ANSWERS, Answer, answer_to_move, legal, legal_in, move_to_answer};
pub(super) use encode::each_card;
pub use encode::encode;
pub use flags::{
    FLAG_WORDS, FLAGS, Flag, HIDDEN, OPEN_WORDS, POINT_MARKS, end_flags, held_flags, known_flags,
};
pub use layout::{BITS, BitField, FIELDS, WORDS};
pub use watch::Watch;

/// What weights must have been trained for: it changes whenever bits or answers change their meaning.
pub const VERSION: &str = "doppelkopf-1";

/// The score points that make one unit of a network's values.
pub const POINTS_PER_UNIT: f32 = 8.0;

/// One position in the network's words.
pub type PositionBits = [u64; WORDS];
