//! Jobs on several threads, their results in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;

/// How many results may wait for one that is late, for each thread.
const AHEAD: usize = 8;

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
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (sender, results) = sync_channel(AHEAD * threads.get());
        for _ in 0..threads.get() {
            let (sender, next, stop, job) = (sender.clone(), &next, &stop, &job);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let done = number >= jobs || stop.load(Ordering::Relaxed);
                    if done || sender.send((number, job(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        let mut outcome = Ok(());
        for (number, result) in &results {
            early.insert(number, result);
            while let Some(result) = early.remove(&due) {
                match each(due, result) {
                    Ok(ControlFlow::Continue(())) => due += 1,
                    Ok(ControlFlow::Break(())) => stop.store(true, Ordering::Relaxed),
                    Err(error) => {
                        outcome = Err(error);
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                if stop.load(Ordering::Relaxed) {
                    // Workers that wait for room in the channel find nobody there and end.
                    return outcome;
                }
            }
        }
        outcome
    })
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
