use arrayvec::ArrayVec;
use kontra_doppelkopf::SEATS;
use std::sync::LazyLock;

/// Who holds which cards, written down in full: four bits for each of the 24 different cards.
///
/// A card that exists twice can lie in 15 ways: gone, one with any of four seats, two with any two of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct CardLayout(u128);

/// The bits that a layout takes.
pub(super) const LAYOUT_BITS: u32 = 96;

const GONE: u8 = 0;

const fn one(seat: usize) -> u8 {
    1 + seat as u8
}

const fn both(seat: usize) -> u8 {
    [5, 9, 12, 14][seat]
}

/// What is left when a seat plays its card: a table by code and seat.
const PLAYED: [[u8; SEATS]; 16] = {
    let mut table = [[GONE; SEATS]; 16];
    let (mut code, mut a) = (5, 0);
    while a < SEATS {
        let mut b = a;
        while b < SEATS {
            table[code][a] = one(b);
            table[code][b] = one(a);
            code += 1;
            b += 1;
        }
        a += 1;
    }
    table
};

impl CardLayout {
    /// Takes one card of this place from a seat that holds it.
    #[inline]
    pub(super) fn remove(&mut self, place: u32, seat: usize) {
        let code = self.code(place);
        let left = PLAYED[usize::from(code)][seat];
        self.0 ^= u128::from(code ^ left) << (4 * place);
    }

    /// Adds a card that a seat holds.
    pub(super) fn insert(&mut self, place: u32, seat: usize) {
        let code = self.code(place);
        let with =
            (1..15).find(|&with| PLAYED[usize::from(with)][seat] == code && holds(with, seat));
        debug_assert!(with.is_some(), "a third equal card");
        self.0 ^= u128::from(code ^ with.unwrap_or(code)) << (4 * place);
    }

    #[inline]
    fn code(self, place: u32) -> u8 {
        (self.0 >> (4 * place)) as u8 & 15
    }

    /// The layout with cards that are alike moved together, so that what differs only in which of
    /// them are gone is the same. Fits into [`LAYOUT_BITS`].
    #[inline]
    pub(super) fn canonical(mut self, runs: &[(u32, u32)]) -> u128 {
        for &(start, len) in runs {
            let (shift, mask) = (4 * start, (1_u64 << (4 * len)) - 1);
            let run = (self.0 >> shift) as u64 & mask;
            let packed = PACKED[run as usize];
            self.0 ^= u128::from(run ^ u64::from(packed)) << shift;
        }
        self.0
    }
}

fn holds(code: u8, seat: usize) -> bool {
    code == one(seat) || code >= 5 && PLAYED[usize::from(code)][seat] != GONE
}

/// Every run of at most four cards that are alike, packed.
static PACKED: LazyLock<Vec<u16>> = LazyLock::new(|| (0..=u16::MAX).map(pack).collect());

/// Leaves out what is gone, and writes neighbours of a single owner as pairs first.
///
/// Nobody else's card lies between them, so it makes no difference which of them are equal.
fn pack(run: u16) -> u16 {
    let mut codes = ArrayVec::<u8, 4>::new();
    // How many cards of the same single owner lie side by side.
    let mut alone: Option<(usize, usize)> = None;
    let flush = |alone: &mut Option<(usize, usize)>, codes: &mut ArrayVec<u8, 4>| {
        if let Some((seat, count)) = alone.take() {
            codes.extend(std::iter::repeat_n(both(seat), count / 2));
            codes.extend(std::iter::repeat_n(one(seat), count % 2));
        }
    };
    for code in (0..4).map(|place| (run >> (4 * place)) as u8 & 15).filter(|&code| code != GONE) {
        let owner = (0..SEATS).find_map(|seat| {
            let count = usize::from(code == one(seat)) + 2 * usize::from(code == both(seat));
            (count > 0).then_some((seat, count))
        });
        match (owner, &mut alone) {
            (Some((seat, count)), Some((same, total))) if seat == *same => *total += count,
            (Some(owner), _) => {
                flush(&mut alone, &mut codes);
                alone = Some(owner);
            }
            (None, _) => {
                flush(&mut alone, &mut codes);
                codes.push(code);
            }
        }
    }
    flush(&mut alone, &mut codes);
    codes.iter().rev().fold(0, |packed, &code| packed << 4 | u16::from(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(cards: &[(u32, usize)]) -> CardLayout {
        let mut layout = CardLayout::default();
        cards.iter().for_each(|&(place, seat)| layout.insert(place, seat));
        layout
    }

    #[test]
    fn cards_come_and_go_in_any_order() {
        for a in 0..SEATS {
            for b in 0..SEATS {
                let mut both = layout(&[(3, a), (3, b), (7, 1)]);
                assert_eq!(both, layout(&[(7, 1), (3, b), (3, a)]));
                both.remove(3, a);
                assert_eq!(both, layout(&[(3, b), (7, 1)]));
                both.remove(3, b);
                assert_eq!(both, layout(&[(7, 1)]));
            }
        }
    }

    #[test]
    fn cards_that_are_alike_move_together() {
        let same = |a: &[(u32, usize)], b: &[(u32, usize)]| {
            layout(a).canonical(&[(4, 4)]) == layout(b).canonical(&[(4, 4)])
        };
        assert!(same(&[(4, 0), (6, 1)], &[(5, 0), (7, 1)]));
        assert!(!same(&[(4, 0), (6, 1)], &[(5, 1), (7, 0)]));
        // A pair, and two neighbours that only one seat has.
        assert!(same(&[(4, 0), (4, 0), (6, 1)], &[(5, 0), (6, 0), (7, 1)]));
        assert!(same(&[(4, 2), (5, 2), (6, 2)], &[(5, 2), (6, 2), (6, 2)]));
        // Equal cards of two seats: the first one wins. Different cards: always the same one.
        assert!(!same(&[(4, 0), (4, 1)], &[(5, 0), (6, 1)]));
        assert!(!same(&[(4, 0), (4, 1), (5, 0)], &[(4, 0), (5, 0), (5, 1)]));
        // Outside the run nothing moves.
        assert!(!same(&[(2, 0)], &[(3, 0)]));
    }
}
