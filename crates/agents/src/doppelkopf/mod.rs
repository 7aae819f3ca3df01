//! What agents know about Doppelkopf.

mod agents;
mod beginner;
mod imagine;
mod knowledge;

pub use beginner::Beginner;
pub use imagine::Imagine;
pub use knowledge::{AnnouncingRule, Knowledge, Points, Rewarding, Sampler};
