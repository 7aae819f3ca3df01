//! Learning what positions of OnTop are worth in which a tile is about to be drawn, from games of the network with itself.
//!
//! What is learned is the position *after* a move: chance comes next, so the value of a move is the value of what it leaves
//! (Tesauro 1995 learned backgammon like this). [`SelfGames`] plays games and makes [`PositionLesson`]s of them, [`SparseLearner`]
//! learns from these.

mod learner;
mod lesson;
mod play;

pub use learner::{LessonWeights, SparseLearner, Step};
pub use lesson::{LessonTarget, PositionLesson, PositionLessons};
pub use play::{Curiosity, SelfGames};
