//! A run that learns from recorded games: one TOML file, one folder, one network.

mod file;
mod folder;
mod predict;
mod trainer;

pub use file::{DataFile, ImitationFile, ImitationNetworkFile, ImitationRun};
pub use folder::ImitationFolder;
pub use predict::PredictionTrainer;
pub use trainer::{EpochNews, ImitationSummary, ImitationTrainer, make_imitation_learner};
