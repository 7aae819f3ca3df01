//! The thesis's own statistics of the game, computed anew: exactly where that is possible, from random games
//! elsewhere (Gastegger 2024, sections 3.1.1, 5 and 7.1.1).

mod comparison;
mod exact;
mod random_play;

pub use comparison::{Comparison, compare, compare_reachability};
pub use exact::{combinations_by_size, reachability};
pub use random_play::RandomPlay;
