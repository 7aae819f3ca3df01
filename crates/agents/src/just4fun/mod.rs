//! What agents know about Just 4 Fun.

mod agents;
mod by_players;
mod champion;
mod endgame;
mod keys;
mod last_stones;
pub mod network;
mod network_agents;
mod open;
mod presets;
pub mod testset;

pub use keys::{PointOfView, SituationKeys};
pub use last_stones::LastStones;
pub use open::OpenCards;
