//! Independent jobs on several threads, with results that do not depend on how many.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

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
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.get().min(jobs) {
            let (sender, next, job) = (sender.clone(), &next, &job);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= jobs || sender.send((number, job(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
    });
    let mut list: Vec<(usize, T)> = results.into_iter().collect();
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
