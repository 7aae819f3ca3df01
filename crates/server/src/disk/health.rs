//! Whether the store still takes what must be on it.

use super::DiskError;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A write that is not older than this says that the store is well.
const LATELY: Duration = Duration::from_secs(10);

/// What the writing thread has found out.
#[derive(Default)]
pub(crate) struct Health(Mutex<State>);

#[derive(Default)]
struct State {
    wrote: Option<Instant>,
    trouble: Option<String>,
    failures: u64,
}

/// How the store stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    /// Why nothing can be kept at present.
    pub(crate) trouble: Option<String>,
    /// Writes that failed since the server was started.
    pub(crate) failures: u64,
    /// Whether something was written a moment ago.
    pub(crate) wrote_lately: bool,
}

impl Health {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something is on the disk.
    pub(super) fn wrote(&self) {
        let mut state = self.state();
        state.wrote = Some(Instant::now());
        if state.trouble.take().is_some() {
            tracing::info!("the store can be written again");
        }
    }

    /// Something could not be kept. The log says it once, until it is well again.
    pub(super) fn failed(&self, DiskError(reason): &DiskError) {
        let mut state = self.state();
        state.failures += 1;
        if state.trouble.is_none() {
            tracing::error!(reason, "the store cannot be written: every change is refused");
        }
        state.trouble = Some(reason.clone());
    }

    pub(crate) fn standing(&self) -> Standing {
        let state = self.state();
        Standing {
            trouble: state.trouble.clone(),
            failures: state.failures,
            wrote_lately: state.wrote.is_some_and(|wrote| wrote.elapsed() < LATELY),
        }
    }
}
