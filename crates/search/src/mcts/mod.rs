//! Monte Carlo tree search: one tree of statistics, several ways to use it.
//!
//! | search | what a node is | worlds |
//! |---|---|---|
//! | [`Mcts`] | a state | the true one: nothing is hidden, or the search cheats |
//! | [`PlainMcts`] | a state, kept in the node | the true one; for small games in which nothing is hidden |
//! | [`Reusing`] | a state | the same, with the tree kept from move to move |
//! | [`Ensemble`] | a state | a few fixed ones, a tree for each |
//! | [`IsMcts`] | an information set | another one for each iteration |
//! | [`Puct`] | either | any number, with priors and evaluations from an [`Evaluator`] |
//! | [`LeafParallel`], [`TreeParallel`] | a state | the true one, searched by several threads at once |
//! | [`Flat`] | there is no tree | another one for each playout |

mod blocks;
mod descent;
mod domain;
mod ensemble;
mod evaluator;
mod flat;
mod formula;
mod growing;
mod gumbel;
mod history;
mod information_sets;
mod leaf_parallel;
mod noise;
mod options;
mod path;
mod perfect;
mod plain;
mod priors;
mod puct;
mod reusing;
mod root_results;
mod sample;
mod shared;
mod stepwise;
mod supply;
mod tasks;
#[cfg(test)]
mod tests;
mod threads;
mod tree;
mod tree_parallel;
mod uct;

pub use domain::{Domain, Rewards, RulesOnly, payoffs};
pub use ensemble::Ensemble;
pub use evaluator::{Evaluator, Leaf, Rollouts};
pub use flat::Flat;
pub use information_sets::{IsMcts, SoIsmcts};
pub use leaf_parallel::LeafParallel;
pub use noise::Noise;
pub use options::{
    Count, Decision, HistoryOptions, MoveChoice, NodeIdentity, Selection, TreeOptions,
};
pub use perfect::Mcts;
pub(crate) use plain::bytes_of_states;
pub use plain::{PlainMcts, PlainOptions};
pub use puct::{KeepingPuct, Puct, PuctOptions, Untried};
pub use reusing::Reusing;
pub use root_results::Pooling;
pub use stepwise::{KeptTree, Lockstep};
pub(crate) use tree::bytes_of_nodes;
pub use tree_parallel::TreeParallel;
