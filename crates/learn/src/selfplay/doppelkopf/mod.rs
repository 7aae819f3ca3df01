//! Doppelkopf as a game that is learnt.

mod learned;
mod lessons;
mod starts;

pub use lessons::{DoppelkopfLessons, DoppelkopfPlan, Exploration, Explore, Forced, Rough};
pub use starts::Starts;
