//! What agents know about Just 4 Fun.

mod agents;
mod keys;

pub use keys::Keys;
