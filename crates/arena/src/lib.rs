//! Matches between agents: the same deals for everybody, a fresh agent for every seat, and intervals over deals.
//!
//! - [`Match`]: a game, agents, deals, a seating rule and a seed; [`Seating`]: who sits where.
//! - [`Played`]: one finished game; [`Table`]: what is reported about all of them.
//! - [`Clusters`]: a mean with an interval that is honest about repeated deals.

mod clusters;
mod contest;
mod played;
mod seating;
mod table;
mod workers;

pub use clusters::Clusters;
pub use contest::Match;
pub use played::{Played, Thinking};
pub use seating::Seating;
pub use table::{Row, Table};
pub use workers::in_order;
