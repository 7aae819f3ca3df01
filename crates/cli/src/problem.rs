use crate::{interrupt, terminal};
use kontra_game::BadInput;
use kontra_store::StoreError;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// Why a command did not succeed.
#[derive(Debug)]
pub(crate) enum Problem {
    /// The input cannot be accepted: exit code 2.
    Input(String),
    /// It ran, and something failed: exit code 1.
    Failed(String),
    /// Somebody pressed Ctrl-C, or asked it to terminate: exit code 130.
    Interrupted(String),
    /// The reader of our output has gone, as `head` does: nobody to tell, and no error.
    Unread,
}

impl Problem {
    /// Prints the one sentence, and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (sentence, code) = match self {
            Problem::Input(sentence) => (sentence, 2),
            Problem::Failed(sentence) => (sentence, 1),
            Problem::Interrupted(sentence) => (sentence, interrupt::CODE),
            Problem::Unread => return ExitCode::SUCCESS,
        };
        anstream::eprintln!("kontra: {}", terminal::safe(&sentence));
        ExitCode::from(code)
    }
}

/// The game has no such thing; these have.
pub(crate) fn missing(game: impl Display, what: &str, others: &str) -> Problem {
    Problem::Input(format!("{game} has no {what}; {others} has"))
}

impl From<BadInput> for Problem {
    fn from(bad: BadInput) -> Problem {
        Problem::Input(bad.to_string())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::Input(sentence) => Problem::Input(sentence),
            StoreError::Failed(sentence) => Problem::Failed(sentence),
        }
    }
}

impl From<io::Error> for Problem {
    /// An error while writing to standard output or reading from standard input.
    fn from(error: io::Error) -> Problem {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Problem::Unread,
            _ => Problem::Failed(format!("standard input or output failed: {error}")),
        }
    }
}
