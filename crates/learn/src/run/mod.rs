//! A run: one TOML file, one folder, one network.

mod device;
mod doppelkopf;
mod evaluation;
mod file;
mod network;
mod output;
mod reporter;
mod segment;
mod trainer;

pub use device::{Choice, make_learner};
pub use doppelkopf::{figures, start_of};
pub use evaluation::{Evaluation, Figures};
pub use file::{BadRun, EvaluationFile, NetworkFile, RunFile, SelfPlayFile, TrainingFile};
pub use network::residual;
pub use output::{Output, write_network};
pub use reporter::{Pulse, Reporter};
pub use segment::Counts;
pub use trainer::{Fault, Limits, Summary, Trainer};
