//! Matches between agents: the same deals for everybody, a fresh agent for every seat, and intervals over deals.
//!
//! - [`Match`]: a game, agents, deals, a seating rule and a seed; [`Seating`]: who sits where.
//! - [`PlayedGame`]: one finished game; [`MatchTable`] and [`Row`]: what is reported about all of them.
//! - [`Tournament`]: any number of agents, two at a time; [`Standings`] and [`TournamentTable`]: how they did.
//! - [`ratings`]: who is how strong, by all games together.
//! - [`Memory`]: games that were played before, for matches that resume after an interruption.
//! - [`Sprt`]: a test that ends a match as soon as it is decided.
//! - [`DealSums`]: what an agent did on a deal; [`Clusters`]: a mean over deals, and [`Share`]: a share of games, both with
//!   confidence intervals that are honest about repeated deals; [`Series`]: a mean with its least and most value.
//!   Experiments compute their numbers with the same types.
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
mod deal_sums;
mod matches;
mod memory;
mod played;
pub mod ratings;
mod row;
mod seating;
mod series;
mod share;
mod sprt;
mod table;
mod tournament;
mod workers;

pub use clusters::Clusters;
pub use deal_sums::{DealSums, seats_of};
pub use matches::Match;
pub use memory::Memory;
pub use played::{FORFEIT, Forfeited, GameIdentity, Keep, PlayedGame, SeatEffort};
pub use row::Row;
pub use seating::Seating;
pub use series::Series;
pub use share::{Share, wilson_half_width};
pub use sprt::{FEWEST_DEALS, Hypotheses, Sprt, SprtReport, Verdict};
pub use table::MatchTable;
pub use tournament::{Pair, Pairing, Standings, Tournament, TournamentSchedule, TournamentTable};
pub use workers::in_order;
