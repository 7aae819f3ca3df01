//! The ways in which a circle may be covered, numbered.

use std::sync::OnceLock;

/// Circles on a board have this many sixths.
const SIZES: [usize; 4] = [2, 3, 4, 6];

/// Ways to cover a circle of each size by four colours and black, parts of it left empty: 21 + 56 + 126 + 462.
pub(super) const PATTERNS: usize = 665;

/// Those of them of which one or two sixths are missing, so that one tile may close the circle: 6 + 20 + 50 + 196.
pub(super) const CLOSABLE: usize = 272;

/// For each size and cover code the number of the pattern; then the same for circles that the next tile can close.
#[derive(Debug)]
pub(super) struct PatternNumbers([[Box<[u16]>; 4]; 2]);

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
        PatternNumbers([false, true].map(|closable| {
            SIZES.map(|size| {
                let number = |code: usize| {
                    if !is_pattern(code, size, closable) {
                        return 0;
                    }
                    next += 1;
                    next - 1
                };
                (0..CODES).map(number).collect()
            })
        }))
    }

    /// The number of a pattern: a circle of some size, its cover code with colours in the wanted order, and whether the
    /// next tile can close it.
    #[inline]
    pub(super) fn of(&self, size: usize, code: usize, closable: bool) -> usize {
        usize::from(self.0[usize::from(closable)][size][code & (CODES - 1)])
    }
}

/// Whether a circle of this many sixths can be covered like this.
fn is_pattern(code: usize, size: usize, closable: bool) -> bool {
    let parts = [0, 3, 6, 9, 12].map(|shift| code >> shift & 7);
    let missing = parts[4];
    parts.iter().sum::<usize>() <= size && (!closable || missing == 1 || missing == 2)
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
        for closable in [false, true] {
            for (size, sixths) in SIZES.into_iter().enumerate() {
                let all = (0..CODES).filter(|&code| is_pattern(code, sixths, closable));
                seen.extend(all.map(|code| numbers.of(size, code, closable)));
            }
        }
        assert_eq!(seen, (0..PATTERNS + CLOSABLE).collect::<Vec<_>>());
    }
}
