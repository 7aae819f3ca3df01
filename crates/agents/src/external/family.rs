//! Everything that a program has started, also what has left its process group (`setsid`) or lost its parent.
//!
//! A process is known by its parents, as long as they live, and by a mark in its environment, which it has from the program
//! and gives to its own children. Who has lost its parent becomes a child of ours, because we ask the system for that: so
//! it is waited for and leaves nothing behind. Only a process that has lost its parents *and* emptied its environment is not
//! found.

use rustix::fd::OwnedFd;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, getpid, pidfd_open, pidfd_send_signal,
    set_child_subreaper, waitpid,
};
use std::process::Command;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The variable of the mark.
const MARK: &str = "KONTRA_PROGRAM";

/// How often it is looked again whether somebody is left; a process that starts others all the time is caught some time.
const ROUNDS: usize = 200;

/// A program and whatever it has started.
#[derive(Debug)]
pub(super) struct Family {
    pub(super) id: u32,
    pub(super) mark: String,
}

impl Family {
    /// Marks a program that is about to be started.
    pub(super) fn mark(command: &mut Command) -> String {
        static ADOPT: Once = Once::new();
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        // An old system may refuse, and then orphans are still ended but not waited for.
        ADOPT.call_once(|| {
            let _ = set_child_subreaper(Some(getpid()));
        });
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", getpid().as_raw_nonzero());
        command.env(MARK, &mark);
        mark
    }

    /// Everybody in it who runs, but for the program itself.
    pub(super) fn members(&self) -> Vec<i32> {
        let all = processes();
        let mut members = vec![self.id.cast_signed()];
        let mut known = 0;
        while known < members.len() {
            let parent = members[known];
            known += 1;
            for process in &all {
                if process.parent == parent && !members.contains(&process.id) {
                    members.push(process.id);
                }
            }
        }
        let marked =
            |process: &&Process| !members.contains(&process.id) && self.has_marked(process.id);
        let marked: Vec<i32> = all.iter().filter(marked).map(|process| process.id).collect();
        members.extend(marked);
        members.remove(0);
        members
    }

    /// Ends everybody who is left.
    pub(super) fn end(&self) {
        for _ in 0..ROUNDS {
            let left: Vec<i32> = processes()
                .iter()
                .filter(|process| !process.dead && self.has_marked(process.id))
                .map(|process| process.id)
                .collect();
            if left.is_empty() {
                return;
            }
            self.end_these(left);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Ends these members.
    pub(super) fn end_these(&self, members: Vec<i32>) {
        let handles: Vec<(Pid, OwnedFd)> = members
            .into_iter()
            .filter_map(Pid::from_raw)
            .filter_map(|id| Some((id, pidfd_open(id, PidfdFlags::empty()).ok()?)))
            // Since it was seen, its number may have gone to a stranger; that of an open handle stays its own.
            .filter(|(id, _)| self.is_related(*id))
            .collect();
        for (_, handle) in &handles {
            let _ = pidfd_send_signal(handle, Signal::KILL);
        }
        // Orphans are ours to wait for. Others are waited for by their parents, and are no children of ours: an error.
        for (id, _) in handles {
            let _ = waitpid(Some(id), WaitOptions::empty());
        }
    }

    /// Whether a process that was a member still is one: it has the mark, or it was adopted by us, or its parent lives on
    /// in the family.
    fn is_related(&self, id: Pid) -> bool {
        let id = id.as_raw_nonzero().get();
        if self.has_marked(id) {
            return true;
        }
        let own = getpid().as_raw_nonzero().get();
        let mut parent = process(id).map(|process| process.parent);
        while let Some(id) = parent.filter(|&id| id > 1) {
            if id == own || id == self.id.cast_signed() {
                return true;
            }
            parent = process(id).map(|process| process.parent);
        }
        false
    }

    fn has_marked(&self, id: i32) -> bool {
        let wanted = format!("{MARK}={}", self.mark);
        let environment = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes())
    }
}

/// A process of the system.
struct Process {
    id: i32,
    parent: i32,
    /// It has ended and only waits to be asked how.
    dead: bool,
}

fn processes() -> Vec<Process> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(process).collect()
}

fn process(id: i32) -> Option<Process> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name, in parentheses, may contain anything.
    let mut fields = text.get(text.rfind(')')? + 1..)?.split_whitespace();
    let dead = matches!(fields.next()?, "Z" | "X");
    Some(Process { id, parent: fields.next()?.parse().ok()?, dead })
}
