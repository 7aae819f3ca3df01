use std::sync::{Mutex, PoisonError};

/// Does every job once, on some threads. Jobs must not depend on one another.
pub(crate) fn each<J: Send>(
    threads: usize,
    jobs: impl ExactSizeIterator<Item = J> + Send,
    work: impl Fn(J) + Sync,
) {
    let threads = threads.min(jobs.len());
    if threads <= 1 {
        return jobs.for_each(work);
    }
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = || {
        while let Some(job) = next() {
            work(job);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
}
