use super::device::Device;
use super::memory::Buffer;
use super::staging::Staging;
use crate::{LearnerSetup, Samples, Trouble};
use std::sync::Arc;

/// Samples on the device: the newest `capacity`.
pub(super) struct DeviceRing {
    pub(super) bits: Buffer,
    pub(super) answers: Buffer,
    pub(super) targets: Buffer,
    pub(super) flags: Buffer,
    pub(super) known: Buffer,
    pub(super) next: Buffer,
    /// How many there are, for kernels.
    pub(super) filled: Buffer,
    words: usize,
    flag_words: usize,
    pub(super) capacity: usize,
    place: usize,
    count: usize,
    told: usize,
    ways: [Way; 3],
    turn: usize,
}

/// Samples on their way to the device.
struct Way {
    bits: Staging<u64>,
    answers: Staging<u8>,
    targets: Staging<f32>,
    flags: Staging<u64>,
    known: Staging<u64>,
    next: Staging<u8>,
}

/// Samples that travel at once.
const LOAD: usize = 1 << 16;

impl DeviceRing {
    pub(super) fn new(device: &Arc<Device>, setup: &LearnerSetup) -> Result<DeviceRing, Trouble> {
        let (words, flag_words, capacity) = (setup.words, setup.flags.div_ceil(64), setup.ring);
        let way = || -> Result<Way, Trouble> {
            Ok(Way {
                bits: Staging::new(device, LOAD * words)?,
                answers: Staging::new(device, LOAD)?,
                targets: Staging::new(device, LOAD)?,
                flags: Staging::new(device, LOAD * flag_words)?,
                known: Staging::new(device, LOAD * flag_words)?,
                next: Staging::new(device, LOAD)?,
            })
        };
        Ok(DeviceRing {
            bits: Buffer::of::<u64>(device, capacity * words)?,
            answers: Buffer::of::<u8>(device, capacity)?,
            targets: Buffer::of::<f32>(device, capacity)?,
            flags: Buffer::of::<u64>(device, capacity * flag_words)?,
            known: Buffer::of::<u64>(device, capacity * flag_words)?,
            next: Buffer::of::<u8>(device, capacity)?,
            filled: Buffer::of::<u32>(device, 1)?,
            words,
            flag_words,
            capacity,
            place: 0,
            count: 0,
            told: 0,
            ways: [way()?, way()?, way()?],
            turn: 0,
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn clear(&mut self) {
        (self.place, self.count) = (0, 0);
    }

    /// Tells the kernels how many samples there are.
    pub(super) fn tell(&mut self) -> Result<(), Trouble> {
        if self.told != self.count {
            self.filled.write(0, &[self.count as u32])?;
            self.told = self.count;
        }
        Ok(())
    }

    /// Adds samples behind the newest; the oldest are overwritten.
    pub(super) fn add(&mut self, samples: &Samples) -> Result<(), Trouble> {
        assert_eq!(
            (samples.words, samples.flag_words),
            (self.words, self.flag_words),
            "samples of this learner"
        );
        let mut first = 0;
        while first < samples.len() {
            let count = (samples.len() - first).min(LOAD).min(self.capacity - self.place);
            self.load(samples, first, count)?;
            first += count;
            self.place = (self.place + count) % self.capacity;
            self.count = (self.count + count).min(self.capacity);
        }
        Ok(())
    }

    fn load(&mut self, samples: &Samples, first: usize, count: usize) -> Result<(), Trouble> {
        let (turn, words, flag_words, to) = (self.turn, self.words, self.flag_words, self.place);
        self.turn = (turn + 1) % self.ways.len();
        let way = &mut self.ways[turn];
        send(&mut way.bits, &self.bits, to, &samples.bits, first, count, words)?;
        send(&mut way.answers, &self.answers, to, &samples.answers, first, count, 1)?;
        send(&mut way.targets, &self.targets, to, &samples.targets, first, count, 1)?;
        send(&mut way.next, &self.next, to, &samples.next, first, count, 1)?;
        if flag_words > 0 {
            send(&mut way.flags, &self.flags, to, &samples.flags, first, count, flag_words)?;
            send(&mut way.known, &self.known, to, &samples.known, first, count, flag_words)?;
        }
        Ok(())
    }
}

/// Copies `count` samples of `width` numbers each, from `first` on, to the place `to` of the ring.
fn send<N>(
    way: &mut Staging<N>,
    ring: &Buffer,
    to: usize,
    numbers: &[N],
    first: usize,
    count: usize,
    width: usize,
) -> Result<(), Trouble>
where
    N: super::memory::DeviceNumber
        + cudarc::driver::DeviceRepr
        + cudarc::driver::ValidAsZeroBits
        + Default,
{
    way.wait()?[..count * width].copy_from_slice(&numbers[first * width..(first + count) * width]);
    ring.write(to * width, &way.for_device()?[..count * width])?;
    way.mark()
}
