//! What a search may use, known before any of it is used.
//!
//! A program in which others name the searches must be able to refuse one before it has taken its memory. So a
//! search is first a [`Blueprint`]: its [`Cost`] follows from the fields that it will be built from, and every
//! implementation names all of these fields. A new field does not compile before its cost is thought about.

mod expectimax;
mod mcts;

pub use expectimax::StarBlueprint;
pub use mcts::{KeepingBlueprint, ReusingBlueprint};

use crate::Search;
use kontra_game::Game;
use std::time::Duration;

/// What something may use at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Memory at its highest, in bytes: what is taken at the start, and what grows.
    pub bytes: u64,
    /// Threads that work at the same time, the calling one included.
    pub threads: usize,
    /// The time it gives itself for a decision; `None`: it counts something other than time, and continues until it is done
    /// or its [`Limits`](crate::Limits) end it.
    pub time: Option<Duration>,
}

impl Cost {
    /// Nothing worth counting.
    pub const NOTHING: Cost = Cost { bytes: 0, threads: 1, time: Some(Duration::ZERO) };

    /// Memory, and as long as it takes.
    pub const fn of_bytes(bytes: u64) -> Cost {
        Cost { bytes, threads: 1, time: None }
    }

    /// The memory of one or of the other, whichever takes more: the first has given it back when the second begins.
    #[must_use]
    pub fn or(self, other: Cost) -> Cost {
        Cost {
            bytes: self.bytes.max(other.bytes),
            threads: self.threads.max(other.threads),
            time: self.time.zip(other.time).map(|(a, b)| a.max(b)),
        }
    }
}

/// Something that tells what it may use in a game.
pub trait Costs<G: Game> {
    /// What it may use at most, if no tree may have more than `nodes` nodes.
    ///
    /// Nothing is allocated to find that out.
    fn cost(&self, nodes: usize) -> Cost;
}

/// A search that is described and not yet built.
///
/// ```
/// use kontra_search::expectimax::{Algorithm, Payoff, Settings};
/// use kontra_search::{Blueprint, Costs, StarBlueprint};
/// use kontra_game::Seat;
/// use kontra_tiny::TicTacToe;
///
/// let guide = Payoff::new(Seat::new(0).unwrap(), -1.0, 1.0);
/// let settings = Settings { table: 1 << 40, ..Settings::new(Algorithm::Star2) };
/// let blueprint = StarBlueprint { guide, settings };
/// // More than any machine has; nobody has asked for it yet.
/// assert!(Costs::<TicTacToe>::cost(&blueprint, 1000).bytes > 1 << 40);
/// ```
pub trait Blueprint<G: Game>: Costs<G> + Clone + Send + Sync + 'static {
    /// What is built.
    type Search: Search<G::View>;

    /// Builds a fresh search, which takes its memory now.
    fn build(&self) -> Self::Search;
}

/// Whatever is small: lists of moves, paths, what a way to imagine worlds prepares.
pub(crate) const BASE: u64 = 1 << 20;
