use crate::Limits;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// How long a search may take. The first limit that is reached ends it.
///
/// Experiments use iterations: only they give the same analysis every time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Rollouts or iterations, or the depth of a depth-limited search.
    pub iterations: u64,
    /// Time for the whole search, however many trees and worlds share it. Searches look at the clock every few
    /// iterations, so they end a little late.
    pub time: Option<Duration>,
    /// Nodes in one tree, as a limit on memory. It is looked at between iterations, so the last one may exceed it.
    pub nodes: usize,
}

/// More nodes than this are never kept in one tree.
const MOST_NODES: usize = 1 << 26;

impl Budget {
    /// This many iterations.
    pub const fn iterations(iterations: u64) -> Budget {
        Budget { iterations, time: None, nodes: MOST_NODES }
    }

    /// So much time.
    pub const fn time(time: Duration) -> Budget {
        Budget { iterations: u64::MAX, time: Some(time), nodes: MOST_NODES }
    }

    /// Starts the clock. The limits hold too.
    pub fn start(self, limits: &Limits) -> Clock {
        let begun = Instant::now();
        // A time too long to be written down never ends.
        let deadline = self.time.and_then(|time| begun.checked_add(time));
        let deadline = deadline.into_iter().chain(limits.deadline).min();
        let budget = Budget { nodes: self.nodes.min(limits.nodes), ..self };
        Clock { budget, begun, deadline, limits: limits.clone() }
    }

    /// The budget of one of several jobs that take turns on these threads: the time is divided among them.
    pub(crate) fn in_turn(self, jobs: usize, threads: NonZeroUsize) -> Budget {
        let rounds = jobs.div_ceil(threads.get()).clamp(1, u32::MAX as usize) as u32;
        Budget { time: self.time.map(|time| time / rounds), ..self }
    }

    /// The part of one of several jobs that share the iterations. The first ones take what does not divide evenly.
    pub(crate) fn part(self, number: usize, jobs: usize) -> Budget {
        let (number, jobs) = (number as u64, jobs.max(1) as u64);
        let extra = u64::from(number < self.iterations % jobs);
        Budget { iterations: self.iterations / jobs + extra, ..self }
    }
}

/// A budget that is being used up.
#[derive(Clone, Debug)]
pub struct Clock {
    budget: Budget,
    begun: Instant,
    deadline: Option<Instant>,
    limits: Limits,
}

impl Clock {
    /// Whether there is something left after this many iterations and nodes.
    ///
    /// This looks at the time in every 16th iteration only. Where a single iteration takes long, ask
    /// [`is_late`](Clock::is_late) too.
    #[inline]
    pub fn goes_on(&self, iterations: u64, nodes: usize) -> bool {
        let look = iterations.is_multiple_of(16);
        iterations < self.budget.iterations
            && nodes < self.budget.nodes
            && !(look && self.is_late())
    }

    /// Whether the time is up, or somebody outside wants an answer now.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline) || self.limits.is_stopped()
    }

    /// Whether somebody outside wants an answer now, whatever the search's own time.
    pub fn is_interrupted(&self) -> bool {
        self.limits.are_reached()
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_shared_without_a_rest() {
        let shares = |iterations, jobs| {
            let part = |number| Budget::iterations(iterations).part(number, jobs).iterations;
            (0..jobs).map(part).collect::<Vec<_>>()
        };
        assert_eq!(shares(10, 4), [3, 3, 2, 2]);
        assert_eq!(shares(2, 3), [1, 1, 0]);
    }

    #[test]
    fn time_is_divided_by_the_number_of_turns_on_a_thread() {
        let time = |jobs, threads| {
            let threads = NonZeroUsize::new(threads).unwrap();
            Budget::time(Duration::from_secs(6)).in_turn(jobs, threads).time.unwrap().as_secs()
        };
        assert_eq!([time(3, 1), time(3, 2), time(3, 3), time(3, 8)], [2, 3, 6, 6]);
    }

    #[test]
    fn the_first_limit_ends_a_search() {
        let clock = Budget { nodes: 50, ..Budget::iterations(10) }.start(&Limits::none());
        assert!(clock.goes_on(9, 49));
        assert!(!clock.goes_on(10, 49) && !clock.goes_on(9, 50));
        assert!(!Budget::time(Duration::ZERO).start(&Limits::none()).goes_on(0, 0));
        assert!(Budget::time(Duration::MAX).start(&Limits::none()).goes_on(0, 0));
    }
}
