//! Learning from searches: games are played by a tree search with the network at its leaves, and the network learns what the
//! search found, as in AlphaZero.
//!
//! [`Taught`] is what a game must be able to do. [`SearchPlay`] plays games in lockstep: a group of games is searched side by side,
//! and the leaves of all of them are one batch. [`ReplayBuffer`] remembers lessons and merges those of the same position.

mod file;
pub mod just4fun;
mod play;
mod replay;
mod slot;
mod taught;

pub use file::{read_lessons, write_lessons};
pub use play::{PlayedLessons, QuickSearch, SearchPlay};
pub use replay::{ReplayBuffer, Weighing, order};
pub use taught::{KeptPosition, Lesson, Taught};
