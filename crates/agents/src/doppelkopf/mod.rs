//! What agents know about Doppelkopf.

mod agents;
mod beginner;
pub mod champion;
pub mod dockhorn;
pub mod endgame;
pub mod features;
mod knowledge;
mod last_tricks;
pub mod network;
mod presets;
mod quiet;
mod random_cards;
mod safe_card;

pub use beginner::Beginner;
pub use knowledge::{AnnouncingRule, Knowledge, PlayoutPolicy, Points, Rewarding, Sampler};
pub use last_tricks::LastTricks;
pub use random_cards::RandomCards;
pub use safe_card::{play_safely, safe_card};
