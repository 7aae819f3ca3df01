use std::time::{Duration, Instant};

/// How long a search may go on. The first limit that is reached ends it.
///
/// Experiments use iterations: only they give the same analysis every time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Rollouts or iterations, or the depth of a depth-limited search.
    pub iterations: u64,
    /// Time.
    pub time: Option<Duration>,
    /// Tree nodes, as a limit on memory.
    pub nodes: usize,
}

/// More nodes than this are never kept in one tree.
const MOST_NODES: usize = 1 << 26;

impl Budget {
    /// So many iterations.
    pub const fn iterations(iterations: u64) -> Budget {
        Budget { iterations, time: None, nodes: MOST_NODES }
    }

    /// So much time.
    pub const fn time(time: Duration) -> Budget {
        Budget { iterations: u64::MAX, time: Some(time), nodes: MOST_NODES }
    }

    /// Starts the clock.
    pub fn start(self) -> Clock {
        let begun = Instant::now();
        Clock { budget: self, begun, deadline: self.time.map(|time| begun + time) }
    }
}

/// A budget that is being used up.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    budget: Budget,
    begun: Instant,
    deadline: Option<Instant>,
}

impl Clock {
    /// Whether there is something left after so many iterations and nodes.
    #[inline]
    pub fn goes_on(&self, iterations: u64, nodes: usize) -> bool {
        // Looking at the time costs as much as a fast playout, so not every iteration does.
        let look = iterations % 16 == 0;
        iterations < self.budget.iterations
            && nodes < self.budget.nodes
            && !(look && self.is_late())
    }

    /// Whether the time is up.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}
