//! Starting and ending programs, such that none is left behind.

use super::family::Family;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The programs of this process.
struct Live {
    /// Every program that was started and not yet waited for: until then its number belongs to it.
    families: Vec<Family>,
    /// This process is about to exit: no program may be started any more, since nobody would end it.
    closed: bool,
}

static LIVE: Mutex<Live> = Mutex::new(Live { families: vec![], closed: false });

fn live() -> MutexGuard<'static, Live> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Live {
    fn start(&mut self, command: &mut Command) -> io::Result<Child> {
        if self.closed {
            return Err(io::Error::other("Kontra is about to exit"));
        }
        let mark = Family::mark(command);
        let child = system::own_group(command).spawn()?;
        self.families.push(Family { id: child.id(), mark });
        Ok(child)
    }

    fn close(&mut self) {
        self.closed = true;
        for family in self.families.drain(..) {
            let members = family.members();
            system::kill_group(family.id);
            family.end_these(members);
            family.end();
        }
    }
}

/// Ends every external program and whatever it started. For the moment before this program exits without
/// cleaning up, for example on a second Ctrl-C: otherwise each is ended when its match is over. No program can be
/// started afterwards: threads that still play would replace those that were ended.
pub fn kill_all() {
    live().close();
}

/// Starts a program as the leader of a process group of its own: Ctrl-C on the terminal does not reach it, and
/// whatever it starts can be ended with it.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    live().start(command)
}

/// Whether the program has ended by itself. It is not waited for yet.
pub(super) fn has_ended(child: &mut Child) -> bool {
    system::has_ended(child)
}

/// Ends a program and whatever it started, and waits until the system has forgotten it.
pub(super) fn reap(child: &mut Child) -> Option<ExitStatus> {
    let mut live = live();
    let own = live.families.iter().position(|family| family.id == child.id());
    let family = own.map(|place| live.families.swap_remove(place));
    // Those who left the group are found by their parents, which must still be there for that.
    let left = family.as_ref().map_or_else(Vec::new, Family::members);
    system::kill_group(child.id());
    let _ = child.kill();
    let ended = child.wait().ok();
    if let Some(family) = family {
        family.end_these(left);
        family.end();
    }
    ended
}

#[cfg(unix)]
mod system {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    pub(super) fn own_group(command: &mut Command) -> &mut Command {
        command.process_group(0)
    }

    pub(super) fn kill_group(id: u32) {
        if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(id, Signal::KILL);
        }
    }

    pub(super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(Some(_)))
    }
}

#[cfg(not(unix))]
mod system {
    use std::process::{Child, Command};

    pub(super) fn own_group(command: &mut Command) -> &mut Command {
        command
    }

    pub(super) fn kill_group(_id: u32) {}

    pub(super) fn has_ended(child: &mut Child) -> bool {
        matches!(child.try_wait(), Ok(Some(_)))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use rustix::io::Errno;

    #[test]
    fn nothing_is_started_once_everything_was_ended() {
        let mut live = Live { families: vec![], closed: false };
        let mut child = live.start(Command::new("sleep").arg("1000")).unwrap();
        live.close();
        match child.wait() {
            Ok(status) => assert!(!status.success(), "{status}"),
            // On a busy machine it was waited for already.
            Err(error) => assert_eq!(error.raw_os_error(), Some(Errno::CHILD.raw_os_error())),
        }
        assert!(live.start(&mut Command::new("true")).is_err());
    }
}
