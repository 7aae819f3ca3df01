//! What agents know about Just 4 Fun.

mod agents;
mod keys;
mod open;

pub use keys::Keys;
pub use open::OpenCards;
