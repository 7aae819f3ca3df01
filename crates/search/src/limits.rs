use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Limits that hold for a search whatever its own budget says: for a program in which others name the searches and
/// people wait for them.
///
/// ```
/// use kontra_search::{Budget, Limits};
/// let limits = Limits::new(1000);
/// let clock = Budget::iterations(1_000_000).start(&limits);
/// assert!(clock.goes_on(16, 999));
/// assert!(!clock.goes_on(16, 1000), "more nodes than the limit");
/// limits.stop();
/// assert!(!clock.goes_on(32, 999), "somebody wants an answer now");
/// ```
///
/// They reach every thread that a search starts. A search that is not stopped gives the analysis that it gives
/// without them, as long as it needs no more nodes.
#[derive(Clone, Debug)]
pub struct Limits {
    stopped: Arc<AtomicBool>,
    /// Nodes in one tree.
    pub(crate) nodes: usize,
    pub(crate) deadline: Option<Instant>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::none()
    }
}

impl Limits {
    /// No limit, until somebody calls [`stop`](Limits::stop).
    pub fn none() -> Limits {
        Limits::new(usize::MAX)
    }

    /// At most this many nodes in one tree.
    pub fn new(nodes: usize) -> Limits {
        Limits { stopped: Arc::default(), nodes, deadline: None }
    }

    /// The same limits, and a deadline. Stopping the one stops the other.
    #[must_use]
    pub fn until(&self, deadline: Instant) -> Limits {
        let deadline = self.deadline.into_iter().chain([deadline]).min();
        Limits { deadline, ..self.clone() }
    }

    /// Every search within these limits ends as soon as it can, with what it knows by then.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether [`stop`](Limits::stop) was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The same limits with half of the time that is left, for the first of two attempts.
    #[must_use]
    pub fn half(&self) -> Limits {
        let now = Instant::now();
        let half = |deadline: Instant| now + deadline.saturating_duration_since(now) / 2;
        Limits { deadline: self.deadline.map(half), ..self.clone() }
    }

    /// Whether it is time to answer: somebody said so, or the deadline is over.
    pub(crate) fn are_reached(&self) -> bool {
        self.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use std::time::Duration;

    #[test]
    fn the_fewer_nodes_count() {
        let most = |budget: Budget, limits: &Limits| {
            (0..200).find(|&nodes| !budget.start(limits).goes_on(0, nodes))
        };
        let budget = Budget::iterations(9);
        assert_eq!(most(budget, &Limits::new(10)), Some(10));
        assert_eq!(most(Budget { nodes: 5, ..budget }, &Limits::new(10)), Some(5));
        assert_eq!(most(budget, &Limits::none()), None);
    }

    #[test]
    fn half_of_the_time_is_left_for_a_second_attempt() {
        let limits = Limits::none().until(Instant::now() + Duration::from_secs(3600));
        let [half, whole] = [limits.half(), limits.clone()].map(|limits| limits.deadline.unwrap());
        let left = whole - half;
        assert!(left > Duration::from_secs(1790) && left <= Duration::from_secs(1800), "{left:?}");
        assert!(Limits::none().half().deadline.is_none());
        limits.stop();
        assert!(limits.half().are_reached());
    }

    #[test]
    fn the_earlier_deadline_counts() {
        let limits = Limits::none();
        let late = |limits: &Limits| Budget::iterations(9).start(limits).is_late();
        let (now, hour) = (Instant::now(), Instant::now() + Duration::from_secs(3600));
        assert!(late(&limits.until(now)));
        assert!(late(&limits.until(now).until(hour)) && late(&limits.until(hour).until(now)));
        assert!(!late(&limits) && !late(&limits.until(hour)));
        assert!(Budget::time(Duration::ZERO).start(&limits.until(hour)).is_late());
    }

    #[test]
    fn stopping_one_stops_its_copies_and_nobody_else() {
        let (limits, other) = (Limits::none(), Limits::none());
        let copy = limits.until(Instant::now());
        copy.stop();
        assert!(limits.is_stopped() && copy.is_stopped() && !other.is_stopped());
    }
}
