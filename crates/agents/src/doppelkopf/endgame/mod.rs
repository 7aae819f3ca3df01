//! The end of a game with all hands open, solved exactly.
//!
//! Only cards are played: nobody announces anything more than was announced. What is solved for is an
//! [`Objective`]: the card points of re, or the full score with special points.
//!
//! ```
//! use kontra_agents::doppelkopf::endgame::{EndgameSolver, Objective};
//! use kontra_doppelkopf::{Deal, Doppelkopf, Rules, Start};
//! use kontra_game::{Game, Streams};
//!
//! let streams = Streams::new(1);
//! let start = Start::single(Rules::default(), Deal::random(&mut streams.deal(0)));
//! let mut game = Doppelkopf::new(&start);
//! let rng = &mut streams.test(0);
//! while game.public().tricks() < 8 {
//!     game.play(game.random_action(rng).unwrap());
//! }
//! let solution = EndgameSolver::default().solve(&game, Objective::ScorePoints)?;
//! assert_eq!(solution.value.iter().sum::<i32>(), 0);
//! # Ok::<(), kontra_agents::Unsolvable>(())
//! ```

mod bounds;
mod card_layout;
mod deck;
mod goal;
mod moves;
mod open_hands;
mod rules;
mod setting;
mod solvable;
mod solver;
mod specials;

pub use solver::{CardValues, EndgameSolution, EndgameSolver, Objective};
