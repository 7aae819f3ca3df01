use super::command::Command;
use super::process::Process;
use crate::Failure;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Programs of one spec that wait for their next game.
///
/// Starting a program may take long, so it plays many games. As many run as seats are taken at the same time; all end
/// with the match.
#[derive(Debug)]
pub(super) struct ProgramPool {
    command: Command,
    game: &'static str,
    start: Duration,
    seconds: Duration,
    idle: Mutex<Vec<Process>>,
}

impl ProgramPool {
    pub(super) fn new(
        command: Command,
        game: &'static str,
        start: Duration,
        seconds: Duration,
    ) -> ProgramPool {
        ProgramPool { command, game, start, seconds, idle: Mutex::default() }
    }

    /// How long a program may take for one answer.
    pub(super) fn seconds(&self) -> Duration {
        self.seconds
    }

    /// A program that waits, or a new one.
    pub(super) fn take(&self) -> Result<Process, Failure> {
        let waiting = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match waiting {
            Some(process) => Ok(process),
            None => Process::start(&self.command, self.game, self.start),
        }
    }

    /// Gives back a program that is ready for its next game.
    pub(super) fn give_back(&self, process: Process) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }
}
