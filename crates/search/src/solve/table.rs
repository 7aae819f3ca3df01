use crate::solve::two_sided::INFINITE;

/// What is known about the rest of a game: it is worth at least `low` and at most `high`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownBounds<M> {
    pub(crate) low: i16,
    pub(crate) high: i16,
    /// The move that decided the last search from here.
    pub(crate) good: Option<M>,
}

impl<M> KnownBounds<M> {
    pub(crate) const NOTHING: KnownBounds<M> =
        KnownBounds { low: -INFINITE as i16, high: INFINITE as i16, good: None };
}

#[derive(Clone, Copy)]
struct Slot<M> {
    key: u128,
    known: KnownBounds<M>,
}

/// A transposition table that grows with what it has to remember, up to a limit, and then forgets at random.
///
/// Small to begin with, because most endgames are: touching fresh memory costs more than solving them.
#[derive(Clone)]
pub(crate) struct BoundTable<M> {
    slots: Vec<Slot<M>>,
    used: usize,
    most: usize,
}

/// No rest of a game has this key: a game's key leaves the highest bit free.
const FREE: u128 = u128::MAX;

/// How many neighbouring places a key may have.
const PROBES: usize = 4;

const SMALLEST: usize = 1 << 10;

impl<M: Copy> BoundTable<M> {
    /// A table that never has more than `most` entries, rounded up to a power of two.
    pub(crate) fn new(most: usize) -> BoundTable<M> {
        BoundTable {
            slots: empty(SMALLEST),
            used: 0,
            most: places(most).unwrap_or(usize::MAX / 2 + 1),
        }
    }

    /// The memory of such a table when it is full, and while it grows for the last time.
    pub(crate) fn bytes(most: usize) -> u64 {
        let bytes = places(most).and_then(|places| places.checked_mul(size_of::<Slot<M>>()));
        bytes.and_then(|bytes| (bytes as u64).checked_add(bytes as u64 / 2)).unwrap_or(u64::MAX)
    }

    #[inline]
    pub(crate) fn get(&self, key: u128) -> KnownBounds<M> {
        let first = self.place(key);
        for slot in &self.slots[first..first + PROBES] {
            if slot.key == key {
                return slot.known;
            }
        }
        KnownBounds::NOTHING
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u128, known: KnownBounds<M>) {
        if 2 * self.used >= self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        let first = self.place(key);
        let near = &mut self.slots[first..first + PROBES];
        let place = near.iter().position(|slot| slot.key == key || slot.key == FREE);
        let slot = &mut near[place.unwrap_or(mix(key) as usize % PROBES)];
        self.used += usize::from(slot.key == FREE);
        *slot = Slot { key, known };
    }

    pub(crate) fn clear(&mut self) {
        self.slots = empty(SMALLEST);
        self.used = 0;
    }

    #[cold]
    fn grow(&mut self) {
        let slots = std::mem::take(&mut self.slots);
        self.slots = empty(2 * slots.len());
        self.used = 0;
        for slot in slots.into_iter().filter(|slot| slot.key != FREE) {
            let first = self.place(slot.key);
            let near = &mut self.slots[first..first + PROBES];
            if let Some(free) = near.iter_mut().find(|near| near.key == FREE) {
                *free = slot;
                self.used += 1;
            }
        }
    }

    /// The first place of a key: a multiple of the number of places it may have.
    #[inline]
    fn place(&self, key: u128) -> usize {
        (mix(key) >> 16) as usize & (self.slots.len() - 1) & !(PROBES - 1)
    }
}

/// The most places of a table that remembers so much; `None`: more than there are numbers.
fn places(most: usize) -> Option<usize> {
    most.checked_next_power_of_two().map(|places| places.max(SMALLEST))
}

fn empty<M: Copy>(size: usize) -> Vec<Slot<M>> {
    vec![Slot { key: FREE, known: KnownBounds::NOTHING }; size]
}

/// All bits of the key in each bit of a number.
#[inline]
fn mix(key: u128) -> u64 {
    const ODD: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
    let wide = u128::from(key as u64 ^ ODD[0]) * u128::from((key >> 64) as u64 ^ ODD[1]);
    let folded = wide as u64 ^ (wide >> 64) as u64;
    folded.wrapping_mul(ODD[0]) ^ (folded >> 32)
}
