use super::device::{Device, trouble};
use crate::Trouble;
use cudarc::driver::CudaGraph;

/// A training step, recorded once, and [`AT_ONCE`] of them as one piece of work: starting a small step costs as much as making
/// it.
pub(super) struct RecordedSteps {
    one: CudaGraph,
    many: CudaGraph,
}

/// Steps that are started as one piece of work.
const AT_ONCE: usize = 10;

/// Such pieces that wait on the device at a time. Where threads sleep while they wait, others play games meanwhile.
const PIECES: usize = 20;

impl RecordedSteps {
    /// Records the work of a step. It must have been done before, so that no library loads something while it is recorded.
    pub(super) fn new(
        device: &Device,
        step: impl Fn() -> Result<(), Trouble>,
    ) -> Result<RecordedSteps, Trouble> {
        let record = |steps: usize| device.record(|| (0..steps).try_for_each(|_| step()));
        Ok(RecordedSteps { one: record(1)?, many: record(AT_ONCE)? })
    }

    /// Makes this many steps; the last ones may still be under way afterwards.
    pub(super) fn start(&self, device: &Device, steps: usize) -> Result<(), Trouble> {
        for piece in 1..=steps / AT_ONCE {
            self.many.launch().map_err(trouble)?;
            if piece % PIECES == 0 {
                device.wait()?;
            }
        }
        (0..steps % AT_ONCE).try_for_each(|_| self.one.launch().map_err(trouble))
    }
}
