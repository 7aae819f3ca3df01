//! Jobs on several threads, their results in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

/// How many batches may wait for one that is late, for each thread.
const AHEAD: usize = 8;

/// A thread takes as many jobs at a time as take about this long: handing over single jobs of some microseconds
/// would cost more than the jobs.
const BATCH: Duration = Duration::from_millis(2);
const LARGEST_BATCH: u64 = 1024;

/// Does jobs 0 to `jobs` - 1 and hands their results to `each`, in order, until it breaks off.
///
/// What `each` sees does not depend on the number of threads.
pub fn in_order<T: Send, E>(
    threads: NonZeroUsize,
    jobs: u64,
    job: impl Fn(u64) -> T + Sync,
    mut each: impl FnMut(u64, T) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    if threads.get() == 1 {
        for number in 0..jobs {
            if each(number, job(number))?.is_break() {
                break;
            }
        }
        return Ok(());
    }
    let work = Work { next: AtomicU64::new(0), stop: AtomicBool::new(false), jobs };
    std::thread::scope(|scope| {
        let (sender, results) = sync_channel(AHEAD * threads.get());
        for _ in 0..threads.get() {
            let (sender, work, job) = (sender.clone(), &work, &job);
            scope.spawn(move || work.run(job, |first, batch| sender.send((first, batch)).is_ok()));
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (first, batch) in &results {
            early.insert(first, batch);
            while let Some(batch) = early.remove(&due) {
                for result in batch {
                    let flow = each(due, result);
                    if !matches!(flow, Ok(ControlFlow::Continue(()))) {
                        // Workers that wait for room in the channel find nobody there and end.
                        work.stop.store(true, Ordering::Relaxed);
                        return flow.map(|_| ());
                    }
                    due += 1;
                }
            }
        }
        Ok(())
    })
}

/// What is left to do.
struct Work {
    next: AtomicU64,
    stop: AtomicBool,
    jobs: u64,
}

impl Work {
    /// Does batches until nothing is left or nobody wants them.
    fn run<T>(&self, job: impl Fn(u64) -> T, hand_over: impl Fn(u64, Vec<T>) -> bool) {
        let mut size = 1;
        while let Some(batch) = self.take(size) {
            let (first, begin) = (batch.start, Instant::now());
            let mut results = Vec::with_capacity(size as usize);
            for number in batch {
                results.push(job(number));
                if self.stop.load(Ordering::Relaxed) {
                    return;
                }
            }
            if !hand_over(first, results) {
                return;
            }
            size = match begin.elapsed() {
                time if time < BATCH / 2 => (2 * size).min(LARGEST_BATCH),
                time if time > BATCH => (size / 2).max(1),
                _ => size,
            };
        }
    }

    /// The next jobs, at most `size`; `None` when nothing is left.
    fn take(&self, size: u64) -> Option<Range<u64>> {
        let first = self.next.fetch_add(size, Ordering::Relaxed);
        (first < self.jobs).then(|| first..self.jobs.min(first + size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(threads: usize, until: u64) -> Vec<(u64, u64)> {
        let mut seen = vec![];
        let threads = NonZeroUsize::new(threads).unwrap();
        // Early jobs take longest, so that results come out of order.
        let job = |number: u64| {
            (0..(200 - number) * 500).fold(number, |x, y| x ^ (std::hint::black_box(y) >> 63))
        };
        in_order(threads, 200, job, |number, result| {
            seen.push((number, result));
            let go_on = number + 1 < until;
            let flow = if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            Ok::<_, std::convert::Infallible>(flow)
        })
        .unwrap();
        seen
    }

    #[test]
    fn results_are_the_same_on_any_number_of_threads() {
        let expected: Vec<(u64, u64)> = (0..200).map(|number| (number, number)).collect();
        for threads in [1, 2, 8] {
            assert_eq!(seen(threads, 200), expected);
            assert_eq!(seen(threads, 30), expected[..30]);
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let threads = NonZeroUsize::new(4).unwrap();
        let result = in_order(
            threads,
            1000,
            |number| number,
            |number, _| {
                if number == 7 { Err("seven") } else { Ok(ControlFlow::Continue(())) }
            },
        );
        assert_eq!(result, Err("seven"));
    }
}
