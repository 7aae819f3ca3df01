//! Searches for games with chance and hidden information, each generic over [`kontra_game::Game`].

mod analysis;
mod budget;
pub mod expectimax;
pub mod mcts;
mod search;
pub mod solve;

pub use analysis::{Analysis, MoveAnalysis};
pub use budget::{Budget, Clock};
pub use search::Search;
