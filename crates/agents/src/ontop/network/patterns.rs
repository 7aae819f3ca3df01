//! The ways in which a circle may be covered, numbered.

use std::sync::OnceLock;

/// Circles on a board have this many sixths.
const SIZES: [usize; 4] = [2, 3, 4, 6];

/// Ways to cover a circle of each size by four colours and black, parts of it left empty: 21 + 56 + 126 + 462.
pub(super) const PATTERNS: usize = 665;

/// For each size and cover code the number of the pattern.
#[derive(Debug)]
pub(super) struct PatternNumbers([Box<[u16]>; 4]);

/// Sixths of four colours and those missing, three bits each.
const CODES: usize = 1 << 15;

impl PatternNumbers {
    /// The table, made once.
    pub(super) fn get() -> &'static PatternNumbers {
        static NUMBERS: OnceLock<PatternNumbers> = OnceLock::new();
        NUMBERS.get_or_init(PatternNumbers::new)
    }

    fn new() -> PatternNumbers {
        let mut next = 0;
        PatternNumbers(SIZES.map(|size| {
            let number = |code: usize| {
                let parts = [0, 3, 6, 9, 12].map(|shift| code >> shift & 7);
                if parts.iter().sum::<usize>() > size {
                    return 0;
                }
                next += 1;
                next - 1
            };
            (0..CODES).map(number).collect()
        }))
    }

    /// The number of a pattern: a circle of some size, and its cover code with colours in the wanted order.
    #[inline]
    pub(super) fn of(&self, size: usize, code: usize) -> usize {
        usize::from(self.0[size][code & (CODES - 1)])
    }
}

/// The place of a circle's size in the list of sizes.
pub(super) fn size(sixths: usize) -> usize {
    SIZES.iter().position(|&size| size >= sixths).unwrap_or(SIZES.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_has_a_number_of_its_own() {
        let numbers = PatternNumbers::get();
        let mut seen = vec![];
        for (size, sixths) in SIZES.into_iter().enumerate() {
            let all = |code: &usize| {
                [0, 3, 6, 9, 12].map(|shift| code >> shift & 7).iter().sum::<usize>() <= sixths
            };
            seen.extend((0..CODES).filter(all).map(|code| numbers.of(size, code)));
        }
        assert_eq!(seen, (0..PATTERNS).collect::<Vec<_>>());
    }
}
