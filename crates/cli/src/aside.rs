//! Long work on a thread of its own, while somebody watches the clock and listens for Ctrl-C.

use crate::problem::Problem;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How work ended that was done aside.
pub(crate) enum Aside<T> {
    /// With this.
    Done(T),
    /// It took too long.
    Late,
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

/// Does the work with a stack of this many bytes, but waits for it no longer than this. Work that is given up goes on
/// until the program ends, which should be soon.
pub(crate) fn aside<T: Send + 'static>(
    longest: Duration,
    stack: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Aside<T>, Problem> {
    let (sender, receiver) = mpsc::channel();
    let interrupt = sender.clone();
    // Nobody may be listening any more, and then nobody need be told.
    ctrlc::set_handler(move || drop(interrupt.send(Aside::Interrupted)))
        .map_err(|error| Problem::Failed(format!("cannot listen for Ctrl-C: {error}")))?;
    thread::Builder::new()
        .stack_size(stack)
        .spawn(move || drop(sender.send(Aside::Done(work()))))
        .map_err(|error| Problem::Failed(format!("cannot start a thread: {error}")))?;
    Ok(receiver.recv_timeout(longest).unwrap_or(Aside::Late))
}
