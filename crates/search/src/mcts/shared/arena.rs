use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A list that several threads make longer at once, and whose items never move.
///
/// Items lie in chunks that are made when they are needed, each an eighth of all before it: so little is
/// wasted, and nothing is copied. Threads wait for each other only while a chunk is made.
pub(super) struct Arena<T> {
    chunks: Vec<OnceLock<Box<[T]>>>,
    len: AtomicU32,
}

/// There are this many chunks of each size before they are twice as large.
const EACH: u32 = 8;
/// The first chunks have this many items.
const FIRST: u32 = 64;
/// The number of a chunk and the place in it follow from the index plus this: its highest bit tells the size.
const SHIFT: u32 = EACH * FIRST;
/// All chunks that an index can name.
const CHUNKS: u32 = EACH * (u32::BITS - SHIFT.ilog2());

/// Items that a thread may use and nobody else.
pub(super) type Stock = std::ops::Range<u32>;

/// More than this at once are not taken out of a stock, so that little of it is lost.
const SMALL: usize = 8;

/// A chunk, a place in it, and its size.
#[inline]
fn locate(index: u32) -> (usize, usize, usize) {
    let shifted = index + SHIFT;
    let doublings = shifted.ilog2() - SHIFT.ilog2();
    let bits = FIRST.ilog2() + doublings;
    let number = (shifted >> bits) - EACH;
    let size = 1 << bits;
    ((doublings * EACH + number) as usize, shifted as usize & (size - 1), size)
}

impl<T: Default> Arena<T> {
    pub(super) fn new() -> Arena<T> {
        let chunks = (0..CHUNKS).map(|_| OnceLock::new()).collect();
        Arena { chunks, len: AtomicU32::new(0) }
    }

    /// Takes this many items that lie side by side, at most as many as fit into the first chunk; returns where they begin.
    pub(super) fn allocate(&self, count: usize) -> u32 {
        debug_assert!(count <= FIRST as usize, "too many at once");
        loop {
            let start = self.len.fetch_add(count as u32, Ordering::Relaxed);
            let (chunk, place, size) = locate(start);
            // The end of a chunk that is too small for them stays empty.
            if place + count <= size {
                self.chunks[chunk].get_or_init(|| (0..size).map(|_| T::default()).collect());
                return start;
            }
        }
    }

    /// The same, out of what one thread has in stock: threads that write next to each other's items would wait for each
    /// other's caches.
    #[inline]
    pub(super) fn allocate_from(&self, stock: &mut Stock, count: usize) -> u32 {
        if count > SMALL {
            return self.allocate(count);
        }
        if stock.len() < count {
            let start = self.allocate(FIRST as usize);
            *stock = start..start + FIRST;
        }
        let start = stock.start;
        stock.start += count as u32;
        start
    }

    /// Items that were taken together.
    #[inline]
    pub(super) fn list(&self, start: u32, count: usize) -> &[T] {
        let (chunk, place, _) = locate(start);
        let items = self.chunks[chunk].get().map_or(&[][..], |items| items);
        &items[place..place + count]
    }

    #[inline]
    pub(super) fn at(&self, index: u32) -> &T {
        &self.list(index, 1)[0]
    }

    /// The memory that is taken.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        let made = self.chunks.iter().filter_map(OnceLock::get);
        made.map(|items| items.len() * size_of::<T>()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn every_index_has_a_place_of_its_own() {
        let (mut chunk, mut place, mut before) = (0, 0, 0);
        for index in 0..100_000 {
            let (found_chunk, found_place, size) = locate(index);
            if place == before {
                assert_eq!((found_chunk, found_place), (chunk, 0));
                (place, before) = (0, size);
                chunk += 1;
            }
            assert_eq!((found_chunk + 1, found_place, size), (chunk, place, before));
            place += 1;
        }
        assert!(locate(u32::MAX - SHIFT).0 < CHUNKS as usize);
    }

    #[test]
    fn a_chunk_is_at_most_an_eighth_of_all_before_it() {
        for index in [512, 1024, 5000, 1_000_000] {
            let (_, place, size) = locate(index);
            assert!(size <= (index as usize - place) / 4, "{index} {size}");
        }
    }

    #[test]
    fn threads_never_get_the_same_items() {
        let arena: Arena<AtomicU64> = Arena::new();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let arena = &arena;
                scope.spawn(move || {
                    for round in 0..2000 {
                        let count = 1 + (round + thread) % 7;
                        for item in arena.list(arena.allocate(count), count) {
                            assert_eq!(item.fetch_add(1, Ordering::Relaxed), 0);
                        }
                    }
                });
            }
        });
    }
}
