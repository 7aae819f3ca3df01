//! Networks that judge positions of Just 4 Fun: FieldNet and CardFieldNet of Gastegger 2024, what they are shown, and the player
//! that follows their policy without search.

mod architecture;
mod chances;
mod comparisons;
mod foresight;
mod leaves;
mod model;
mod planes;
mod player;

pub use architecture::{CardFieldNet, FieldNet, Layers};
pub use comparisons::COMPARISONS;
pub use leaves::{Leaves, fields};
pub use model::{BoardModel, FEATURES, Judge, PLANES, VERSION, model_named, plane_names};
pub use planes::{CARDS, DECK, Plane, write_cards, write_planes};
pub use player::PolicyPlayer;
