//! Every program that runs, so that none is left behind when this one is ended at once.

use std::process::Child;
use std::sync::{Mutex, PoisonError};

static LIVE: Mutex<Vec<u32>> = Mutex::new(vec![]);

/// Ends every external program and whatever it started. For the moment before this program exits without
/// cleaning up, for example on a second Ctrl-C: otherwise each is ended when its match is over.
pub fn kill_all() {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner).drain(..).for_each(kill_group);
}

pub(super) fn add(child: &Child) {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner).push(child.id());
}

/// Ends a program and whatever it started, and waits until the system has forgotten it.
pub(super) fn reap(child: &mut Child) {
    let mut live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
    // While the lock is held and nobody has waited for the program, its number belongs to it.
    kill_group(child.id());
    let _ = child.kill();
    live.retain(|&id| id != child.id());
    drop(live);
    let _ = child.wait();
}

/// The program leads a process group of its own, so that Ctrl-C on the terminal does not reach it and whatever
/// it starts can be ended with it.
#[cfg(unix)]
pub(super) fn own_group(command: &mut std::process::Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
pub(super) fn own_group(_command: &mut std::process::Command) {}

#[cfg(unix)]
fn kill_group(id: u32) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(id) = i32::try_from(id) {
        let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_id: u32) {}
