//! Independent jobs on several threads, with results that do not depend on how many.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does `jobs` jobs and returns their results in order.
pub(crate) fn in_order<T: Send>(
    threads: NonZeroUsize,
    jobs: usize,
    job: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    if threads.get() == 1 || jobs <= 1 {
        return (0..jobs).map(job).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = vec![];
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs {
                return done;
            }
            done.push((number, job(number)));
        }
    };
    let mut list = std::thread::scope(|scope| {
        // The calling thread works too.
        let others: Vec<_> = (1..threads.get().min(jobs)).map(|_| scope.spawn(work)).collect();
        let mut list = work();
        for other in others {
            list.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        list
    });
    list.sort_by_key(|(number, _)| *number);
    list.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        for threads in [1, 2, 8] {
            let threads = NonZeroUsize::new(threads).unwrap();
            assert_eq!(
                in_order(threads, 20, |i| i * i),
                (0..20).map(|i| i * i).collect::<Vec<_>>()
            );
        }
    }
}
