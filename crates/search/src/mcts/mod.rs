//! Monte Carlo tree search: one tree of statistics, several ways to use it.
//!
//! | search | what a node is | worlds |
//! |---|---|---|
//! | [`Mcts`] | a state | the true one: nothing is hidden, or the search cheats |
//! | [`Reusing`] | a state | the same, with the tree kept from move to move |
//! | [`Ensemble`] | a state | a few fixed ones, a tree for each |
//! | [`IsMcts`] | an information set | another one for each iteration |

mod descent;
mod domain;
mod ensemble;
mod information_sets;
mod options;
mod perfect;
mod roots;
mod threads;
mod tree;

pub use domain::{Domain, Imagination, Plain, Rewards, payoffs};
pub use ensemble::Ensemble;
pub use information_sets::IsMcts;
pub use options::{Choice, Count, Decision, Selection, TreeOptions};
pub use perfect::{Mcts, Reusing};
pub use roots::Pool;
