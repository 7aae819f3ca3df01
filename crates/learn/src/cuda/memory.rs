use super::device::{Device, trouble};
use crate::Trouble;
use cudarc::driver::{CudaSlice, DevicePtr, result};
use std::sync::Arc;

/// Memory on the device, by its address. Zeros at first.
pub(super) struct Buffer {
    address: u64,
    bytes: usize,
    device: Arc<Device>,
    _memory: CudaSlice<u8>,
}

/// Numbers that can be copied between host and device as they are.
pub(super) trait DeviceNumber: Copy {}
impl DeviceNumber for u8 {}
impl DeviceNumber for u32 {}
impl DeviceNumber for u64 {}
impl DeviceNumber for f32 {}
impl DeviceNumber for f64 {}

impl Buffer {
    /// Memory for `count` numbers of type `N`.
    pub(super) fn of<N: DeviceNumber>(
        device: &Arc<Device>,
        count: usize,
    ) -> Result<Buffer, Trouble> {
        Buffer::bytes(device, count * size_of::<N>())
    }

    pub(super) fn bytes(device: &Arc<Device>, bytes: usize) -> Result<Buffer, Trouble> {
        let memory = device.stream.alloc_zeros::<u8>(bytes.max(16)).map_err(trouble)?;
        let address = {
            let (address, _sync) = memory.device_ptr(&device.stream);
            address
        };
        Ok(Buffer { address, bytes, device: Arc::clone(device), _memory: memory })
    }

    /// Memory with these numbers.
    pub(super) fn from<N: DeviceNumber>(
        device: &Arc<Device>,
        numbers: &[N],
    ) -> Result<Buffer, Trouble> {
        let buffer = Buffer::of::<N>(device, numbers.len())?;
        buffer.write(0, numbers)?;
        Ok(buffer)
    }

    /// Its size in bytes.
    pub(super) fn len(&self) -> usize {
        self.bytes
    }

    /// Where it is.
    pub(super) fn at(&self) -> u64 {
        self.address
    }

    /// Where the number of this place is.
    pub(super) fn place<N: DeviceNumber>(&self, place: usize) -> u64 {
        debug_assert!(place * size_of::<N>() <= self.bytes);
        self.address + (place * size_of::<N>()) as u64
    }

    /// Copies numbers to it, behind all work that was begun. Numbers in ordinary memory are copied before this returns; those in
    /// pinned memory must stay as they are until the copy was made.
    pub(super) fn write<N: DeviceNumber>(
        &self,
        place: usize,
        numbers: &[N],
    ) -> Result<(), Trouble> {
        let end = (place + numbers.len()) * size_of::<N>();
        assert!(end <= self.bytes, "the buffer has {} bytes, not {end}", self.bytes);
        // SAFETY: the range lies within this buffer, as was just checked.
        unsafe {
            result::memcpy_htod_async(
                self.place::<N>(place),
                numbers,
                self.device.stream.cu_stream(),
            )
            .map_err(trouble)
        }
    }

    /// Begins to copy numbers from it.
    pub(super) fn begin_read<N: DeviceNumber>(
        &self,
        place: usize,
        numbers: &mut [N],
    ) -> Result<(), Trouble> {
        let end = (place + numbers.len()) * size_of::<N>();
        assert!(end <= self.bytes, "the buffer has {} bytes, not {end}", self.bytes);
        // SAFETY: as above; callers wait before they look.
        unsafe {
            result::memcpy_dtoh_async(
                numbers,
                self.place::<N>(place),
                self.device.stream.cu_stream(),
            )
            .map_err(trouble)
        }
    }

    /// The numbers in it, after all work that was begun.
    pub(super) fn read<N: DeviceNumber + Default>(&self, count: usize) -> Result<Vec<N>, Trouble> {
        let mut numbers = vec![N::default(); count];
        self.begin_read(0, &mut numbers)?;
        self.device.wait()?;
        Ok(numbers)
    }

    /// Copies from another place on the device.
    pub(super) fn copy_from(&self, other: &Buffer, bytes: usize) -> Result<(), Trouble> {
        self.copy_part(other, 0, bytes)
    }

    /// Copies from another place on the device, from this byte on.
    pub(super) fn copy_part(
        &self,
        other: &Buffer,
        from: usize,
        bytes: usize,
    ) -> Result<(), Trouble> {
        let fits = bytes <= self.bytes && from + bytes <= other.bytes;
        assert!(fits, "both buffers have {bytes} bytes");
        // SAFETY: both ranges were just checked.
        unsafe {
            result::memcpy_dtod_async(
                self.address,
                other.address + from as u64,
                bytes,
                self.device.stream.cu_stream(),
            )
            .map_err(trouble)
        }
    }

    /// Zeros again.
    pub(super) fn clear(&self) -> Result<(), Trouble> {
        // SAFETY: the whole buffer.
        unsafe {
            result::memset_d8_async(self.address, 0, self.bytes, self.device.stream.cu_stream())
                .map_err(trouble)
        }
    }
}
