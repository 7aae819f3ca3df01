//! Ctrl-C while Rust is at work.

use kontra_search::Limits;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

/// How often Python is asked whether somebody has pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// Does something that keeps to limits, and stops it when a signal's handler in Python raises an exception.
///
/// Handlers of signals run in the thread that calls, so the work is done in another one; to start it takes some microseconds.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Limits) -> T + Send,
) -> PyResult<T> {
    let limits = Limits::none();
    let (finished, mut waiting) = sync_channel(1);
    std::thread::scope(|scope| {
        let own = limits.clone();
        let worker = scope.spawn(move || {
            let result = work(&own);
            let _ = finished.send(());
            result
        });
        let mut raised = None;
        loop {
            let wait = &mut waiting;
            // It ends also when the work panics: then nobody can send any more.
            match py.detach(move || wait.recv_timeout(LOOK)) {
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(exception) = py.check_signals() {
                        limits.stop();
                        raised = raised.or(Some(exception));
                    }
                }
                Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        // A panic continues here, and becomes an exception.
        let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        raised.map_or(Ok(result), Err)
    })
}

/// Panics on purpose, in this thread or in one that works for it: the tests see that an exception comes of it.
#[pyfunction]
pub(crate) fn _panic(py: Python<'_>, elsewhere: bool) -> PyResult<()> {
    assert!(elsewhere, "a panic on purpose");
    interruptible(py, |_| panic!("a panic on purpose"))
}
