//! Matches between agents: the same deals for everybody, a fresh agent for every seat, and intervals over deals.
//!
//! - [`Match`]: a game, agents, deals, a seating rule and a seed; [`Seating`]: who sits where.
//! - [`Played`]: one finished game; [`Table`] and [`Row`]: what is reported about all of them.
//! - [`ratings`]: who is how strong, by all games together.
//! - [`Memory`]: games that were played before, for matches that go on after an interruption.
//! - [`Sprt`]: a test that ends a match as soon as it is decided.
//! - [`Clusters`]: a mean, and [`Share`]: a share, with intervals that are honest about repeated deals.
//!
//! # A match
//!
//! ```
//! use kontra_agents::{Recipe, games::Doppelkopf};
//! use kontra_arena::{Match, Seating};
//!
//! // Two of each kind at every table, on 20 deals, in all six seatings.
//! let agent = |spec: &str| Recipe::<Doppelkopf>::new(&spec.parse()?);
//! let agents = vec![agent("beginner")?, agent("random")?];
//! let table = Match::new(Default::default(), agents, 20, Seating::All, 1)?.play();
//!
//! let beginner = &table.agents[0];
//! println!("{} wins {:+.2} ± {:.2} a game", beginner.spec, beginner.mean, beginner.ci95.unwrap());
//! assert_eq!((table.deals, table.games), (20, 120));
//! assert!(beginner.mean - beginner.ci95.unwrap() > 0.0, "better than random, beyond chance");
//! # Ok::<(), kontra_game::BadInput>(())
//! ```

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
