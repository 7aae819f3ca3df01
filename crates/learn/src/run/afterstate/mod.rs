//! A run that learns what positions after a move are worth: its file, its folder and its trainer.

mod benchmark;
mod file;
mod folder;
mod trainer;

pub use file::{AfterstateRun, BenchmarkMatch, GamesFile, TrainingSteps};
pub use trainer::{AfterstateProgress, AfterstateSummary, AfterstateTrainer};

use folder::AfterstateFolder;
