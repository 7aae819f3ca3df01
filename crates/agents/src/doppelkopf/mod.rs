//! What agents know about Doppelkopf.

mod beginner;

pub use beginner::Beginner;
