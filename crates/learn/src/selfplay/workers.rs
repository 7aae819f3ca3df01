use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Scope;

/// Threads that work on numbered jobs. Results are asked for by number, so nothing depends on which is done first.
pub(crate) struct Workers<J> {
    jobs: Sender<(usize, J)>,
    /// `None`: a thread has panicked.
    done: Receiver<Option<(usize, J)>>,
    early: BTreeMap<usize, J>,
}

/// Where the threads of some [`Workers`] find their jobs.
pub(crate) struct Queue<J>(Mutex<Option<Receiver<(usize, J)>>>);

impl<J> Queue<J> {
    /// Empty.
    pub(crate) fn new() -> Queue<J> {
        Queue(Mutex::new(None))
    }

    /// The lock is held while waiting: one thread waits for a job, the others for the lock.
    fn next(&self) -> Option<(usize, J)> {
        let waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.as_ref()?.recv().ok()
    }
}

/// Tells waiting threads that a thread has panicked.
struct Alarm<J>(Sender<Option<(usize, J)>>);

impl<J> Drop for Alarm<J> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.0.send(None);
        }
    }
}

impl<J: Send> Workers<J> {
    /// Starts threads in a scope. They end when the workers are dropped.
    pub(crate) fn new<'scope>(
        scope: &'scope Scope<'scope, '_>,
        queue: &'scope Queue<J>,
        threads: usize,
        work: impl Fn(&mut J) + Send + Clone + 'scope,
    ) -> Workers<J>
    where
        J: 'scope,
    {
        let (jobs, waiting) = channel();
        let (finished, done) = channel();
        *queue.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(waiting);
        for _ in 0..threads.max(1) {
            let (alarm, work) = (Alarm(finished.clone()), work.clone());
            scope.spawn(move || {
                while let Some((number, mut job)) = queue.next() {
                    work(&mut job);
                    if alarm.0.send(Some((number, job))).is_err() {
                        return;
                    }
                }
            });
        }
        Workers { jobs, done, early: BTreeMap::new() }
    }

    /// Hands over a job.
    pub(crate) fn give(&self, number: usize, job: J) {
        // It fails only when all threads are gone; then `take` says so.
        let _ = self.jobs.send((number, job));
    }

    /// Waits for this job; `None` when a thread has panicked, which the end of the scope passes on.
    pub(crate) fn take(&mut self, number: usize) -> Option<J> {
        loop {
            if let Some(job) = self.early.remove(&number) {
                return Some(job);
            }
            let (found, job) = self.done.recv().ok()??;
            self.early.insert(found, job);
        }
    }

    /// Waits for any job.
    pub(crate) fn take_any(&mut self) -> Option<(usize, J)> {
        match self.early.pop_first() {
            Some(found) => Some(found),
            None => self.done.recv().ok()?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_by_number() {
        let queue = Queue::new();
        std::thread::scope(|scope| {
            let mut workers = Workers::new(scope, &queue, 3, |job: &mut u64| *job *= 2);
            (0..100).for_each(|number| workers.give(number, number as u64));
            for number in (0..100).rev() {
                assert_eq!(workers.take(number), Some(2 * number as u64));
            }
            workers.give(7, 4);
            assert_eq!(workers.take_any(), Some((7, 8)));
        });
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn nobody_waits_for_a_thread_that_panicked() {
        let queue = Queue::new();
        std::thread::scope(|scope| {
            let mut workers = Workers::new(scope, &queue, 2, |job: &mut u32| assert!(*job != 1));
            (0..3).for_each(|number| workers.give(number, number as u32));
            assert_eq!(workers.take(1), None);
        });
    }
}
