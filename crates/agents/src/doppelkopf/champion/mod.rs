//! A player that searches with the network that taught itself: deals that fit what the others did, and the rest of the game played
//! by the network in each of them.

#[expect(clippy::module_inception)]
mod champion;
mod comparison;
mod judge;
mod kind;
mod likelihood;
mod particles;
mod past;
mod playouts;

pub use champion::{Champion, ChampionSettings};
pub(super) use kind::kind;
pub use likelihood::Habits;
pub use particles::{DealWeighing, ParticleSet};
pub use past::PublicPast;

#[cfg(test)]
mod tests;
