//! The threads that think. There are a few of them, whatever the number of tables, and people come first.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

/// Something to think about.
type Job = Box<dyn FnOnce() + Send>;

/// How urgent a thought is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// An agent's move at a table where people wait.
    People,
    /// A hint or an analysis that somebody asked for.
    Question,
    /// An agent's move at a table without people.
    Agents,
    /// A review.
    Review,
}

const LANES: usize = 4;

/// Every so many thoughts the least urgent one comes first, so that none waits for ever.
const TURN_OF_THE_LAST: u64 = 8;

#[derive(Default)]
struct Queue {
    lanes: [VecDeque<Job>; LANES],
    taken: u64,
    closed: bool,
}

impl Queue {
    fn next(&mut self) -> Option<Job> {
        self.taken += 1;
        let mut jobs = self.lanes.iter_mut().filter(|lane| !lane.is_empty());
        let lane =
            if self.taken.is_multiple_of(TURN_OF_THE_LAST) { jobs.last() } else { jobs.next() };
        lane?.pop_front()
    }
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
}

/// The threads that think, and what waits for them.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
    most_waiting: usize,
}

impl Pool {
    /// A pool of so many threads, for which at most so many questions and reviews may wait.
    pub(crate) fn new(threads: usize, most_waiting: usize) -> Pool {
        let shared = Arc::<Shared>::default();
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let name = format!("thinker-{number}");
            let started = thread::Builder::new().name(name).spawn(move || {
                step_back();
                work(&shared);
            });
            started.expect("a thread can be started");
        }
        Pool { shared, most_waiting }
    }

    /// Puts a thought in line. Whether it was accepted: agents' moves always are, their number is that of the
    /// tables; questions and reviews only while not too many wait.
    pub(crate) fn submit(&self, lane: Lane, job: impl FnOnce() + Send + 'static) -> bool {
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let line = &mut queue.lanes[lane as usize];
        let limited = matches!(lane, Lane::Question | Lane::Review);
        if limited && line.len() >= self.most_waiting {
            return false;
        }
        line.push_back(Box::new(job));
        drop(queue);
        self.shared.ready.notify_one();
        true
    }

    /// How many thoughts wait, by urgency.
    pub(crate) fn waiting(&self) -> [usize; LANES] {
        let queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        std::array::from_fn(|lane| queue.lanes[lane].len())
    }

    /// No thought is begun any more.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.closed = true;
        queue.lanes = Default::default();
        drop(queue);
        self.shared.ready.notify_all();
    }
}

/// Answers come before thoughts: while thinkers use every core, whoever has a request to answer gets one of them at once.
fn step_back() {
    // On Linux this concerns the calling thread alone; elsewhere it would be the whole process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(5);
}

fn work(shared: &Shared) {
    loop {
        let mut queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let job = loop {
            if queue.closed {
                return;
            }
            if let Some(job) = queue.next() {
                break job;
            }
            queue = shared.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
        };
        drop(queue);
        // A thought that fails must not take the thread with it.
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("a thought panicked");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    #[test]
    fn people_come_first_and_nobody_waits_for_ever() {
        let mut queue = Queue::default();
        let (sender, order) = mpsc::channel();
        for (lane, name) in [(Lane::Agents, 'a'), (Lane::People, 'p'), (Lane::Review, 'r')] {
            for _ in 0..8 {
                let sender = sender.clone();
                queue.lanes[lane as usize].push_back(Box::new(move || sender.send(name).unwrap()));
            }
        }
        while let Some(job) = queue.next() {
            job();
        }
        drop(sender);
        assert_eq!(order.iter().collect::<String>(), "pppppppRpaaaaaarAarrrrrr".to_lowercase());
    }

    #[test]
    fn a_thought_that_panics_leaves_the_thread_alive() {
        let pool = Pool::new(1, 1);
        let (sender, done) = mpsc::channel();
        assert!(pool.submit(Lane::People, || panic!("as it should")));
        assert!(pool.submit(Lane::People, move || sender.send(7).unwrap()));
        assert_eq!(done.recv_timeout(Duration::from_secs(10)), Ok(7));
        pool.close();
    }

    #[test]
    fn too_many_questions_are_not_accepted() {
        let pool = Pool::new(1, 2);
        let (release, wait) = mpsc::channel::<()>();
        assert!(pool.submit(Lane::People, move || wait.recv().unwrap_or_default()));
        // The only thread is busy as soon as it has taken the first job.
        while pool.waiting()[0] > 0 {
            thread::yield_now();
        }
        assert!(pool.submit(Lane::Question, || ()) && pool.submit(Lane::Question, || ()));
        assert!(!pool.submit(Lane::Question, || ()));
        assert!(pool.submit(Lane::Agents, || ()));
        drop(release);
        pool.close();
    }
}
