//! Tensors whose numbers are nearly all 0 or 1: put together as bits, and written eight numbers at a time.

use crate::TensorPart;

/// Where a part of a tensor lies. Made in a constant, so that its place is known when the program is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartPlace {
    /// The number of entries before it.
    pub offset: usize,
    /// How many entries it has.
    pub size: usize,
}

impl PartPlace {
    /// The place of the part with this name.
    ///
    /// # Panics
    /// If there is none: in a constant, a mistake that the compiler finds.
    pub const fn of(parts: &[TensorPart], name: &str) -> PartPlace {
        let (mut offset, mut i) = (0, 0);
        while i < parts.len() {
            if same(parts[i].name, name) {
                return PartPlace { offset, size: parts[i].size };
            }
            offset += parts[i].size;
            i += 1;
        }
        panic!("no part has this name")
    }
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// A tensor of at most 64 times `WORDS` entries, each of which is 0 or 1.
///
/// ```
/// use kontra_game::{PartPlace, TensorBits};
///
/// let mut bits = TensorBits::<2>::new();
/// bits.set(PartPlace { offset: 62, size: 4 }, 0b1011);
/// let mut numbers = [0.5; 70];
/// bits.write(&mut numbers);
/// assert_eq!(numbers[61..67], [0.0, 1.0, 1.0, 0.0, 1.0, 0.0]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TensorBits<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> TensorBits<WORDS> {
    /// All entries are 0.
    #[inline(always)]
    pub const fn new() -> TensorBits<WORDS> {
        TensorBits([0; WORDS])
    }

    /// Sets the entries of a part whose bits are set; the part has at most 64.
    // Always inlined: with a constant place this is one or two instructions.
    #[inline(always)]
    pub const fn set(&mut self, place: PartPlace, bits: u64) {
        debug_assert!(place.size >= 64 || bits >> place.size == 0, "more bits than entries");
        let (word, shift) = (place.offset / 64, place.offset % 64);
        self.0[word] |= bits << shift;
        if shift + place.size > 64 {
            self.0[word + 1] |= bits >> (64 - shift);
        }
    }

    /// Sets the entry with this number in a part of any size.
    #[inline(always)]
    pub const fn set_one(&mut self, place: PartPlace, index: usize) {
        debug_assert!(index < place.size, "an entry of the part");
        let at = place.offset + index;
        self.0[at / 64] |= 1 << (at % 64);
    }

    /// Writes every entry as a number.
    ///
    /// # Panics
    /// If there are fewer bits than numbers.
    #[inline]
    pub fn write(&self, out: &mut [f32]) {
        assert!(out.len() <= 64 * WORDS, "a tensor of at most {}", 64 * WORDS);
        let mut words = self.0.iter();
        let mut chunks = out.chunks_exact_mut(64);
        for (chunk, word) in (&mut chunks).zip(&mut words) {
            for (eight, byte) in chunk.chunks_exact_mut(8).zip(word.to_le_bytes()) {
                eight.copy_from_slice(&NUMBERS[usize::from(byte)]);
            }
        }
        let last = words.next().copied().unwrap_or_default();
        for (i, number) in chunks.into_remainder().iter_mut().enumerate() {
            *number = f32::from((last >> i & 1) as u8);
        }
    }
}

impl<const WORDS: usize> Default for TensorBits<WORDS> {
    fn default() -> TensorBits<WORDS> {
        TensorBits::new()
    }
}

/// Writes bits as truth values; entries after the 64th become false.
///
/// ```
/// let mut mask = [true; 70];
/// kontra_game::write_mask(0b101, &mut mask);
/// assert!(mask[0] && !mask[1] && mask[2] && !mask[3..].contains(&true));
/// ```
#[inline]
pub fn write_mask(bits: u64, mask: &mut [bool]) {
    let (near, far) = mask.split_at_mut(mask.len().min(64));
    far.fill(false);
    let bytes = bits.to_le_bytes();
    let mut eights = near.chunks_exact_mut(8);
    let mut number = 0;
    for eight in &mut eights {
        eight.copy_from_slice(&FLAGS[usize::from(bytes[number])]);
        number += 1;
    }
    for (i, flag) in eights.into_remainder().iter_mut().enumerate() {
        *flag = bits >> (8 * number + i) & 1 != 0;
    }
}

/// The eight numbers of a byte, lowest bit first.
static NUMBERS: [[f32; 8]; 256] = {
    let mut table = [[0.0; 8]; 256];
    let mut entry = 0;
    while entry < 8 * 256 {
        if ((entry / 8) >> (entry % 8)) & 1 == 1 {
            table[entry / 8][entry % 8] = 1.0;
        }
        entry += 1;
    }
    table
};

/// The same as truth values.
static FLAGS: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut entry = 0;
    while entry < 8 * 256 {
        table[entry / 8][entry % 8] = ((entry / 8) >> (entry % 8)) & 1 == 1;
        entry += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_written() {
        for size in [1, 7, 63, 64, 65, 128, 130, 191] {
            for entry in 0..size {
                let mut bits = TensorBits::<3>::new();
                bits.set_one(PartPlace { offset: 0, size }, entry);
                let mut numbers = vec![0.5; size];
                bits.write(&mut numbers);
                let expected: Vec<f32> =
                    (0..size).map(|i| f32::from(u8::from(i == entry))).collect();
                assert_eq!(numbers, expected);
            }
        }
    }

    #[test]
    fn a_mask_has_its_bits() {
        for size in [1, 8, 38, 64, 70] {
            for entry in 0..size.min(64) {
                let mut mask = vec![true; size];
                write_mask(1 << entry, &mut mask);
                assert!(mask.iter().enumerate().all(|(i, &flag)| flag == (i == entry)));
            }
        }
    }

    #[test]
    fn places_are_found_by_name() {
        const PARTS: &[TensorPart] = &[TensorPart::new("a", 3, ""), TensorPart::new("bc", 2, "")];
        assert_eq!(PartPlace::of(PARTS, "bc"), PartPlace { offset: 3, size: 2 });
    }
}
