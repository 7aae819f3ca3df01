//! What agents know about Doppelkopf.

mod beginner;
mod imagine;

pub use beginner::Beginner;
pub use imagine::Imagine;
