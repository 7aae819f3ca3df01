use super::device::{Device, trouble};
use super::memory::DeviceNumber;
use crate::Trouble;
use cudarc::driver::{CudaEvent, DeviceRepr, PinnedHostSlice, ValidAsZeroBits};
use std::sync::Arc;

/// Memory of the host that the device reads and writes by itself, while the host keeps working.
pub(super) struct Staging<N> {
    memory: PinnedHostSlice<N>,
    device: Arc<Device>,
    used: Option<CudaEvent>,
}

impl<N: DeviceNumber + DeviceRepr + ValidAsZeroBits + Default> Staging<N> {
    pub(super) fn new(device: &Arc<Device>, count: usize) -> Result<Staging<N>, Trouble> {
        // SAFETY: it is filled with zeros before anybody reads it.
        let mut memory =
            unsafe { device.stream.context().alloc_pinned_with_flags::<N>(count.max(1), 0) }
                .map_err(trouble)?;
        memory.as_mut_slice().map_err(trouble)?.fill(N::default());
        Ok(Staging { memory, device: Arc::clone(device), used: None })
    }

    /// The numbers, once the device has done with them.
    pub(super) fn wait(&mut self) -> Result<&mut [N], Trouble> {
        if let Some(event) = self.used.take() {
            event.synchronize().map_err(trouble)?;
        }
        self.memory.as_mut_slice().map_err(trouble)
    }

    /// The numbers, for a copy that is begun now; [`mark`](Staging::mark) must follow.
    pub(super) fn for_device(&mut self) -> Result<&mut [N], Trouble> {
        self.memory.as_mut_slice().map_err(trouble)
    }

    /// The device is done with it when all work begun so far is done.
    pub(super) fn mark(&mut self) -> Result<(), Trouble> {
        self.used = Some(self.device.stream.record_event(None).map_err(trouble)?);
        Ok(())
    }
}
