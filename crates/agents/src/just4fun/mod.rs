//! What agents know about Just 4 Fun.

mod agents;
mod endgame;
mod keys;
mod open;

pub use keys::Keys;
pub use open::OpenCards;
