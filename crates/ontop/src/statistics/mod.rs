//! The thesis's numbers about the game itself (Briesemeister 2009, chapter 3 and section 5.2.3), measured again.

mod complexity;
mod figures;
mod nodes;
mod sample;
mod spread;

pub use complexity::{expected_chances, state_space_complexity, tree_complexity};
pub use figures::{Figure, figures};
pub use nodes::{expectimax_nodes, placement_sequences};
pub use sample::{Sample, mean_of_means};
pub use spread::Spread;
