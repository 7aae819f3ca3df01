//! A run that learns from searches: one TOML file, one folder, one network.

mod benchmark;
mod elsewhere;
mod file;
mod folder;
mod network;
mod steps;
mod trainer;

pub use benchmark::{Benchmark, Rates};
pub use elsewhere::{LessonPlayers, LessonShare, play_lessons};
pub use file::{BenchmarkFile, LearningFile, QuickFile, SearchFile, SearchRun};
pub use folder::SearchFolder;
pub use network::{Kernels, NetworkKind, SearchNetworkFile};
pub use steps::{ByIteration, Ramp};
pub use trainer::{SearchProgress, SearchSummary, SearchTrainer, make_policy_learner};
