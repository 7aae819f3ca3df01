//! Checkpoints: a run that was stopped, in any way, resumes from the last one.

mod changed;
mod file;
mod folder;

pub use changed::changed_field;
pub use folder::{Checkpoints, Loaded};

use crate::{LearnerState, Trouble};
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

impl Checkpoint {
    /// A fact that is a number; `missing` is read where there is none.
    pub fn number(&self, name: &str, missing: &str) -> Result<u64, Trouble> {
        let text = self.facts.get(name).map_or(missing, String::as_str);
        let found = || Trouble(format!("checkpoint, {name}: expected a number, found '{text}'"));
        text.parse().map_err(|_| found())
    }
}

/// Facts that are numbers, as a checkpoint has them.
pub fn number_facts<const N: usize>(
    names: [&str; N],
    numbers: [u64; N],
) -> BTreeMap<String, String> {
    let facts = names.into_iter().zip(numbers);
    facts.map(|(name, number)| (name.to_owned(), number.to_string())).collect()
}
