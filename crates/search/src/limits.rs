use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Limits that hold for every search on a thread, whatever its own budget says: for a program in which others name
/// the searches and people wait for them.
///
/// ```
/// use kontra_search::{Budget, Limits};
/// let limits = Limits::new(1000);
/// limits.within(|| {
///     let clock = Budget::iterations(1_000_000).start();
///     assert!(clock.goes_on(16, 999));
///     assert!(!clock.goes_on(16, 1000), "more nodes than the limit");
///     limits.stop();
///     assert!(!clock.goes_on(32, 999), "somebody wants an answer now");
/// });
/// ```
///
/// They do not reach threads that a search starts by itself. A search that is not stopped gives the
/// analysis that it gives without them, as long as it needs no more nodes.
#[derive(Clone, Debug)]
pub struct Limits {
    stopped: Arc<AtomicBool>,
    /// Nodes in one tree.
    pub(crate) nodes: usize,
    pub(crate) deadline: Option<Instant>,
}

thread_local! {
    static LIMITS: RefCell<Option<Limits>> = const { RefCell::new(None) };
}

impl Limits {
    /// Limits of so many nodes in one tree.
    pub fn new(nodes: usize) -> Limits {
        Limits { stopped: Arc::default(), nodes, deadline: None }
    }

    /// The same limits, and that every search ends by then; whoever stops the one stops the other.
    #[must_use]
    pub fn until(&self, deadline: Instant) -> Limits {
        Limits { deadline: Some(deadline), ..self.clone() }
    }

    /// Every search within these limits ends as soon as it can, with what it knows by then.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether [`stop`](Limits::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Runs `job`; all searches that it starts on this thread keep to these limits.
    pub fn within<T>(&self, job: impl FnOnce() -> T) -> T {
        /// Puts the outer limits back, also when the job panics.
        struct Outer(Option<Limits>);
        impl Drop for Outer {
            fn drop(&mut self) {
                LIMITS.set(self.0.take());
            }
        }
        let _outer = Outer(LIMITS.replace(Some(self.clone())));
        job()
    }
}

/// The limits that hold on this thread.
pub(crate) fn of_this_thread() -> Option<Limits> {
    LIMITS.with_borrow(Clone::clone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    #[test]
    fn limits_hold_within_the_job_and_not_after_it() {
        let (outer, inner) = (Limits::new(100), Limits::new(10));
        let most = || (0..200).find(|&nodes| !Budget::iterations(9).start().goes_on(0, nodes));
        outer.within(|| {
            assert_eq!(inner.within(most), Some(10));
            assert_eq!(most(), Some(100));
        });
        assert_eq!(most(), None);
    }

    #[test]
    fn the_earlier_deadline_counts() {
        let limits = Limits::new(usize::MAX);
        let late = || Budget::iterations(9).start().is_late();
        assert!(limits.until(Instant::now()).within(late));
        assert!(!limits.within(late));
        let hour = Instant::now() + std::time::Duration::from_secs(3600);
        let short = || Budget::time(std::time::Duration::ZERO).start().is_late();
        assert!(limits.until(hour).within(short));
    }

    #[test]
    fn limits_end_with_a_job_that_panics() {
        let limits = Limits::new(10);
        let panics = std::panic::catch_unwind(|| limits.within(|| panic!("as it should")));
        assert!(panics.is_err() && of_this_thread().is_none());
    }
}
