//! Tiny games with known solutions, to check search and learning against.
//!
//! | game | seats see | chance during the game | what is known |
//! |---|---|---|---|
//! | [`TicTacToe`] | everything | no | a draw; all perft counts |
//! | [`Pig`] | everything | dice | the best chance to win, by [`Solution`] |
//! | [`Kuhn`] | their own card | no | every equilibrium; worth -1/18 to seat 0 |
//! | [`Leduc`] | their own card | the open card | 288 information sets; the exploitability of random play |
//!
//! [`Solution`] solves games without hidden information. [`best_response`] and [`nash_conv`] tell how good a
//! policy is in a game with hidden information, and [`Cfr`] finds a good one. All are slow enough to be for tiny games only.
//!
//! ```
//! use kontra_game::Recorded;
//! use kontra_tiny::{Solution, TicTacToe};
//! let start = TicTacToe::begin(&());
//! let solution = Solution::of(start);
//! assert_eq!(solution.value(&start), Some(0.0));
//! ```

mod card;
mod cfr;
mod encode;
mod kuhn;
mod leduc;
mod listed;
mod pig;
mod response;
mod solution;
mod tic_tac_toe;

pub use card::Card;
pub use cfr::Cfr;
pub use kuhn::{Kuhn, KuhnMove, KuhnView};
pub use leduc::{Leduc, LeducMove, LeducView};
pub use pig::{Pig, PigMove, PigRules};
pub use response::{best_response, expected_payoffs, information_sets, nash_conv, uniform};
pub use solution::Solution;
pub use tic_tac_toe::{Square, TicTacToe};
