//! Hearts for four, one hand at a time.
//!
//! # The rules
//!
//! Each of four players gets 13 of 52 cards. Everybody passes three cards, all at the same time: to the left, to the right or
//! across; in every fourth hand nobody passes. Who then has the two of clubs leads it. Suit must be followed; who cannot
//! follow plays any card. The highest card of the suit that was led takes the trick, and its player leads the next one.
//!
//! Each heart counts one point against the player who took it, the queen of spades thirteen. Who takes all 26 has *shot the moon*:
//! then the other three get 26 points each instead.
//!
//! What sources do not agree on is settled like this:
//!
//! - In the first trick nobody may play a heart or the queen of spades, unless they have nothing else.
//! - Hearts may not be led until one was played (they are *broken*), unless the leader has nothing else. The queen of spades
//!   does not break them.
//! - A game is one hand. Its payoffs are zero-sum: the mean of all four players' points, less one's own.
//! - Which way cards are passed is an option of the table; by default to the left, as in the first hand.
//!
//! # The files
//!
//! [`Card`] and [`Cards`] are the nouns. `public.rs` has what everybody sees, `game.rs` the whole state, `view.rs` what one player
//! knows, `worlds.rs` what the others may hold, `record.rs` how it is all written down.
//!
//! ```
//! use kontra_game::{Game, Recorded, Streams, Turn};
//! use kontra_hearts::Hearts;
//!
//! let streams = Streams::new(1);
//! let mut game = Hearts::begin(&Hearts::deal(&Default::default(), &mut streams.deal(0)));
//! game.playout(&mut streams.test(0));
//! assert_eq!(game.turn(), Turn::Over);
//! assert_eq!(game.payoffs().as_slice().iter().sum::<f64>(), 0.0);
//! ```

mod card;
mod game;
mod public;
mod record;
mod shown;
mod view;
mod worlds;

pub use card::{Card, Cards, Suit};
pub use game::Hearts;
pub use public::{HeartsMove, PassDirection};
pub use record::{HeartsRules, HeartsStart};
pub use view::HeartsView;

/// Players at the table.
pub const SEATS: usize = 4;

/// Cards in a hand, and tricks in a game.
pub const HAND: usize = 13;
