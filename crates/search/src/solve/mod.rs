//! Exact solutions of games of two sides in which everything is known and nothing is left to chance.
//!
//! A game opts in with [`TwoSided`]: who moves, what the end is worth, and, to be fast, bounds on what is still
//! to come and a key for what is left of the game. [`Solver`] then finds its value by zero-window searches with
//! a transposition table; [`minimax()`] finds the same value the plain way.
//!
//! The sides may have any number of players: two against two at a card table are two sides.
//!
//! ```
//! use kontra_game::Actions;
//! use kontra_search::solve::{Side, Solver, TwoSided, minimax};
//!
//! /// Two sides take one or two coins in turn from a row of them, from either end.
//! #[derive(Clone)]
//! struct Coins { row: Vec<i32>, max_moves: bool, taken: i32 }
//!
//! impl TwoSided for Coins {
//!     type Move = bool;
//!     fn side(&self) -> Option<Side> {
//!         let side = if self.max_moves { Side::First } else { Side::Second };
//!         (!self.row.is_empty()).then_some(side)
//!     }
//!     fn moves(&self, out: &mut Actions<bool>) { out.extend([true, false]); }
//!     fn play(&mut self, left: bool) {
//!         let coin = if left { Some(self.row.remove(0)) } else { self.row.pop() };
//!         self.taken += coin.filter(|_| self.max_moves).unwrap_or(0);
//!         self.max_moves = !self.max_moves;
//!     }
//!     fn value(&self) -> i32 { self.taken }
//! }
//!
//! let coins = Coins { row: vec![3, 9, 1, 2], max_moves: true, taken: 0 };
//! assert_eq!(minimax(&coins), 11);
//! assert_eq!(Solver::new(1 << 10).value(&coins), 11);
//! ```

mod minimax;
mod solver;
mod table;
#[cfg(test)]
mod tests;
mod two_sided;

pub use crate::Side;
pub use minimax::minimax;
pub use solver::Solver;
pub use two_sided::TwoSided;
