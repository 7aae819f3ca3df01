//! Ctrl-C, and SIGTERM, which means the same: what is finished is kept, and the exit code is 130.

use crate::problem::Problem;
use std::io;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The exit code of a program that was interrupted, as shells have it.
pub(crate) const CODE: u8 = 130;

/// What is done at an interruption.
type Handler = Box<dyn FnMut() + Send>;

/// What the command that runs wants to be done. A signal is sent to the whole process, so there is one for all of it.
static HANDLER: Mutex<Option<Handler>> = Mutex::new(None);

/// Begins to listen. Until a command says otherwise, an interruption ends the program at once.
///
/// From here on nothing is lost: it returns when signals arrive here.
pub(crate) fn listen() -> Result<(), Problem> {
    let (ready, begun) = sync_channel(1);
    let listener = thread::Builder::new().name("interrupt".to_owned());
    let spawned = listener.spawn(move || {
        if let Err(error) = wait(&ready) {
            // Before `ready` the error is told there; afterwards nobody listens any more, as without this thread.
            let _ = ready.send(Err(error));
        }
    });
    let failed = |error: io::Error| Problem::Failed(format!("cannot listen for Ctrl-C: {error}"));
    spawned.map_err(failed)?;
    begun.recv().unwrap_or(Ok(())).map_err(failed)
}

/// From now on an interruption does this instead.
pub(crate) fn handle(handler: impl FnMut() + Send + 'static) {
    *HANDLER.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(handler));
}

/// Ends the program, with every external agent.
pub(crate) fn leave() -> ! {
    kontra_agents::external::kill_all();
    std::process::exit(CODE.into())
}

fn interrupted() {
    match &mut *HANDLER.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(handler) => handler(),
        None => leave(),
    }
}

/// Waits for signals, for as long as the program runs.
fn wait(ready: &SyncSender<io::Result<()>>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    runtime.block_on(async {
        let (mut interrupt, mut terminate) = system::signals()?;
        let _ = ready.send(Ok(()));
        loop {
            let another = tokio::select! {
                found = interrupt.recv() => found.is_some(),
                found = terminate.recv() => found.is_some(),
            };
            if !another {
                return Ok(());
            }
            interrupted();
        }
    })
}

#[cfg(unix)]
mod system {
    use std::io;
    use tokio::signal::unix::{Signal, SignalKind, signal};

    /// Ctrl-C and SIGTERM.
    pub(super) fn signals() -> io::Result<(Signal, Signal)> {
        Ok((signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?))
    }
}

#[cfg(windows)]
mod system {
    use std::io;
    use tokio::signal::windows::{CtrlBreak, CtrlC, ctrl_break, ctrl_c};

    /// Ctrl-C and Ctrl-Break.
    pub(super) fn signals() -> io::Result<(CtrlC, CtrlBreak)> {
        Ok((ctrl_c()?, ctrl_break()?))
    }
}
