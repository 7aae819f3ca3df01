//! A run: one TOML file, one folder, one network.

pub mod afterstate;
mod device;
mod doppelkopf;
mod elsewhere;
mod evaluation;
mod file;
pub mod imitation;
mod network;
mod publisher;
mod reporter;
mod run_folder;
pub mod search;
mod segment;
mod teacher;
mod trainer;

pub use device::{DeviceChoice, make_learner};
pub use doppelkopf::{figures, start_of};
pub use elsewhere::{Elsewhere, PlayOrder, Played, RemotePlayer};
pub use evaluation::{Evaluation, Figures};
pub use file::{
    BadRun, CriticFile, EvaluationFile, NetworkFile, RunFile, SelfPlayFile, TeacherFile,
    TrainingFile,
};
pub use network::{critic_alone, lone_critic, residual, with_critic};
pub use reporter::{Pulse, Reporter};
pub use run_folder::{RunFolder, write_network};
pub use segment::RunCounts;
pub use trainer::{Fault, Summary, Trainer, TrainingLimits};
