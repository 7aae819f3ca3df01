//! Matches between agents: the same deals for everybody, a fresh agent for every seat, and intervals over deals.
//!
//! - [`Match`]: a game, agents, deals, a seating rule and a seed; [`Seating`]: who sits where.
//! - [`Played`]: one finished game; [`Table`] and [`Row`]: what is reported about all of them.
//! - [`ratings`]: who is how strong, by all games together.
//! - [`Memory`]: games that were played before, for matches that go on after an interruption.
//! - [`Sprt`]: a test that ends a match as soon as it is decided.
//! - [`Clusters`]: a mean, and [`Share`]: a share, with intervals that are honest about repeated deals.

mod clusters;
mod contest;
mod memory;
mod played;
pub mod ratings;
mod row;
mod seating;
mod share;
mod sprt;
mod table;
mod workers;

pub use clusters::Clusters;
pub use contest::Match;
pub use memory::Memory;
pub use played::{FORFEIT, Forfeited, Identity, Keep, Played, Thinking};
pub use row::Row;
pub use seating::Seating;
pub use share::Share;
pub use sprt::{Claim, FEWEST_DEALS, Sprt, SprtReport, Verdict};
pub use table::Table;
pub use workers::in_order;
