//! Self-play in lockstep: thousands of games ask one network at the same time.
//!
//! Games are played in groups. A group is a fixed set of games with its own random numbers: one thread plays all of them up to their
//! next question, and the questions go to the [`Learner`](crate::Learner) as one batch. While the device answers some groups, threads play
//! others. Groups take turns in a fixed order, so the samples come in the same order, and the network learns the same, on any
//! number of threads.
//!
//! [`Learned`] is what a game must be able to do, [`Lessons`] how games are set up so that much can be learnt from them.

mod company;
pub mod doppelkopf;
mod engine;
mod group;
mod learned;
mod lessons;
mod questions;
mod slot;
mod workers;

pub use company::{Company, Decider};
pub(crate) use engine::mix;
pub use engine::{SelfPlay, SelfPlaySettings, TurnCounts, Turnover};
pub use learned::Learned;
pub use lessons::Lessons;
pub(crate) use questions::Questions;
pub(crate) use slot::{Stop, advance};
pub(crate) use workers::{Queue, Workers};
