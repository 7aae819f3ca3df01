//! The threads that think. There are a few of them, whatever the number of tables; `scheduler.rs` says whose turn it is.

use crate::scheduler::{Claim, LANES, Scheduler, Shares};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Something to think about.
type Job = Box<dyn FnOnce() + Send>;

struct Queue {
    scheduler: Scheduler<Job>,
    closed: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
}

/// The threads that think, and what waits for them.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

impl Pool {
    /// A pool of this many threads.
    pub(crate) fn new(threads: usize, shares: Shares) -> Pool {
        let queue = Queue { scheduler: Scheduler::new(shares), closed: false };
        let shared = Arc::new(Shared { queue: Mutex::new(queue), ready: Condvar::new() });
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let name = format!("thinker-{number}");
            let started = thread::Builder::new().name(name).spawn(move || {
                step_back();
                work(&shared);
            });
            started.expect("a thread can be started");
        }
        Pool { shared }
    }

    /// Puts a thought in line; whether it was accepted.
    pub(crate) fn submit(&self, claim: Claim, job: impl FnOnce() + Send + 'static) -> bool {
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.closed || !queue.scheduler.submit(claim, Box::new(job)) {
            return false;
        }
        drop(queue);
        self.shared.ready.notify_one();
        true
    }

    /// How many thoughts wait, by urgency.
    pub(crate) fn waiting(&self) -> [usize; LANES] {
        let queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.scheduler.waiting()
    }

    /// No thought is begun any more.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.closed = true;
        queue.scheduler.clear();
        drop(queue);
        self.shared.ready.notify_all();
    }
}

/// Answers come before thoughts: while thinkers use every core, a request that can be answered gets one of them at once.
fn step_back() {
    // On Linux this concerns the calling thread alone; elsewhere it would be the whole process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(5);
}

fn work(shared: &Shared) {
    loop {
        let mut queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let (claim, job) = loop {
            if queue.closed {
                return;
            }
            if let Some(next) = queue.scheduler.next() {
                break next;
            }
            queue = shared.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
        };
        drop(queue);
        let begun = Instant::now();
        // A thought that fails must not take the thread with it.
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("a thought panicked");
        }
        let mut queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.scheduler.finish(&claim, begun.elapsed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate_limit::Network;
    use crate::scheduler::Lane;
    use std::sync::mpsc;
    use std::time::Duration;

    const SHARES: Shares = Shares { threads: 1, waiting: 2, waiting_of_one: 2 };

    fn claim(lane: Lane, number: u64) -> Claim {
        let address = Network::of_number(number);
        Claim { lane, address, table: String::new(), most: Duration::from_secs(1) }
    }

    #[test]
    fn a_thought_that_panics_leaves_the_thread_alive() {
        let pool = Pool::new(1, SHARES);
        let (sender, done) = mpsc::channel();
        assert!(pool.submit(claim(Lane::People, 1), || panic!("as it should")));
        assert!(pool.submit(claim(Lane::People, 1), move || sender.send(7).unwrap()));
        assert_eq!(done.recv_timeout(Duration::from_secs(10)), Ok(7));
        pool.close();
    }

    #[test]
    fn there_is_a_thread_for_somebody_else() {
        let pool = Pool::new(2, SHARES);
        let (release, wait) = mpsc::channel::<()>();
        let (sender, done) = mpsc::channel();
        // Nobody knows when this ends, and the next one of the same address waits for it.
        assert!(pool.submit(claim(Lane::People, 1), move || wait.recv().unwrap_or_default()));
        let first = sender.clone();
        assert!(pool.submit(claim(Lane::People, 1), move || first.send(1).unwrap()));
        assert!(pool.submit(claim(Lane::People, 2), move || sender.send(2).unwrap()));
        assert_eq!(done.recv_timeout(Duration::from_secs(10)), Ok(2));
        drop(release);
        assert_eq!(done.recv_timeout(Duration::from_secs(10)), Ok(1));
        pool.close();
        assert!(!pool.submit(claim(Lane::People, 1), || ()), "closed");
    }
}
