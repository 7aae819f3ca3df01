//! What agents know about Just 4 Fun.

mod agents;
mod endgame;
mod keys;
mod last_stones;
mod open;

pub use keys::Keys;
pub use last_stones::LastStones;
pub use open::OpenCards;
