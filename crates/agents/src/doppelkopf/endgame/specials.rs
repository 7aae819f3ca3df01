//! Foxes, charlies and doppelkopfs.

use super::open_hands::{OpenHands, Trick};
use kontra_doppelkopf::SEATS;

/// Card points that make a trick a doppelkopf: a ten or an ace from everybody.
const DOPPELKOPF: u8 = 40;

impl OpenHands<'_> {
    /// The special points of a trick that was just won by this side.
    #[inline]
    pub(super) fn special_points(&self, trick: &Trick, winner: usize) -> i8 {
        let foxes = trick.foxes[1 - winner] as i8;
        let doppelkopf = i8::from(trick.points >= DOPPELKOPF);
        let charlie = self.is_over() && self.setting.deck.charlie >> trick.best & 1 != 0;
        foxes + doppelkopf + i8::from(charlie)
    }

    /// The special points that re and kontra can still get at most, at the beginning of a trick.
    #[inline]
    pub(super) fn open_specials(&self) -> [i8; 2] {
        if !self.setting.has_specials {
            return [0; 2];
        }
        let deck = self.setting.deck;
        let (mut foxes, mut charlies, mut doppelkopfs) = ([0; 2], [0; 2], u32::MAX);
        for seat in 0..SEATS {
            let side = self.setting.side[seat];
            let (held, twice) = (self.held[seat], self.twice[seat]);
            if held & deck.fox != 0 {
                foxes[1 - side] += 1 + i8::from(twice & deck.fox != 0);
            }
            if held & deck.charlie != 0 {
                charlies[side] = 1;
            }
            if doppelkopfs > 0 {
                let full = (held & deck.full).count_ones() + (twice & deck.full).count_ones();
                doppelkopfs = doppelkopfs.min(full);
            }
        }
        std::array::from_fn(|side| foxes[side] + charlies[side] + doppelkopfs as i8)
    }
}
