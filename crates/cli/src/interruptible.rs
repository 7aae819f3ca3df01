//! Long work on a thread of its own, with a time limit, that Ctrl-C interrupts.

use crate::interrupt;
use crate::problem::Problem;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How interruptible work ended.
pub(crate) enum Interruptible<T> {
    /// With this.
    Done(T),
    /// It took too long.
    Late,
    /// By Ctrl-C.
    Interrupted,
}

/// Does the work with a stack of this many bytes, but waits for it no longer than this. Work that is given up continues
/// until the program ends, which should be soon.
pub(crate) fn interruptible<T: Send + 'static>(
    longest: Duration,
    stack: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Interruptible<T>, Problem> {
    let (sender, receiver) = mpsc::channel();
    let interrupted = sender.clone();
    // Nobody may be listening any more, and then nobody need be told.
    interrupt::handle(move || drop(interrupted.send(Interruptible::Interrupted)));
    thread::Builder::new()
        .stack_size(stack)
        .spawn(move || drop(sender.send(Interruptible::Done(work()))))
        .map_err(|error| Problem::Failed(format!("cannot start a thread: {error}")))?;
    Ok(receiver.recv_timeout(longest).unwrap_or(Interruptible::Late))
}
