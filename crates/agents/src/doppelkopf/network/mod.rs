//! A player that taught itself: a network gives every answer its expected score, and the best one is taken.

mod critic;
mod manners;
mod model;
mod outlook;
mod player;

pub use critic::Critic;
pub use manners::Manners;
pub use model::Model;
pub use outlook::{Expectation, Outlook};
pub use player::NetworkPlayer;
