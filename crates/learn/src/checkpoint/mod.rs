//! Checkpoints: a run that was stopped, in any way, resumes from the last one.

mod changed;
mod file;
mod folder;

pub use changed::changed_field;
pub use folder::{Checkpoints, Loaded};

use crate::LearnerState;
use std::collections::BTreeMap;

/// A moment of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// What the learner is.
    pub state: LearnerState,
    /// The file that describes the run.
    pub configuration: String,
    /// What the run itself must know to resume: counts of games, seeds, seconds.
    pub facts: BTreeMap<String, String>,
}
