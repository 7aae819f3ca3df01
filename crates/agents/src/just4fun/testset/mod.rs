//! The nine test sets of Gastegger 2024, section 6.3: situations in which it is known what an able player does.
//!
//! The thesis's cases are not public. Six of the nine counts of its table 6.1 follow from the geometry of the board once a set is
//! written down exactly, and these sets are built from such definitions (see [`TestSet`]); the others are drawn from a fixed
//! seed. A case is stones on the board and the expected fields; the cards are drawn for every repetition, so that at least one
//! expected field can be played.

mod cases;
mod deal;
mod late;
mod metrics;
mod multi;
mod patterns;
mod ratings;
mod run;

pub use cases::{Case, TestSet};
pub use deal::deal;
pub use metrics::{Metrics, cross_entropy, scaled};
pub use ratings::{Rating, policy_rating, value_rating};
pub use run::{Figures, Outcome, TestRun};
