//! What the two sides can be sure of, whatever is played.

use super::goal::{Goal, KONTRA_BLACK, RE_BLACK};
use super::position::Position;
use kontra_doppelkopf::SEATS;

/// What is certain about the rest of a game.
#[derive(Clone, Copy, Default, Debug)]
struct Sure {
    /// Card points that re and kontra will get.
    points: [i32; 2],
    /// Whether re and kontra will get a trick.
    trick: [bool; 2],
}

impl Position<'_> {
    /// Special points that re and kontra can still get at most.
    #[inline]
    pub(super) fn open_specials(&self) -> [i32; 2] {
        if !self.setting.has_specials {
            return [0; 2];
        }
        let deck = self.setting.deck;
        let mut open = [0; 2];
        let mut doppelkopfs = u32::MAX;
        let full = deck.worth[4].1 | deck.worth[5].1;
        for seat in 0..SEATS {
            let (held, twice) = (self.held[seat], self.twice[seat]);
            let re = self.setting.is_re[seat];
            let foxes = (held & deck.fox).count_ones() + (twice & deck.fox).count_ones();
            open[usize::from(re)] += foxes as i32;
            doppelkopfs = doppelkopfs.min((held & full).count_ones() + (twice & full).count_ones());
        }
        // A doppelkopf takes a ten or an ace from everybody. The trick on the table may be one too.
        let on_table = self.trick.len > 0 && self.trick.points >= 10 * self.trick.len;
        let doppelkopfs = doppelkopfs as i32 + i32::from(on_table);
        for side in 0..2 {
            let charlies = (0..SEATS)
                .filter(|&seat| self.setting.is_re[seat] == (side == 0))
                .any(|seat| self.held[seat] & deck.charlie != 0);
            open[side] += doppelkopfs
                + i32::from(charlies)
                + i32::from(self.trick.foxes[1 - side]);
        }
        open
    }

    /// The least and the most that the value can be in the end.
    pub(super) fn value_bounds(&self) -> (i32, i32) {
        let sure = if self.trick.len == 0 { self.sure() } else { Sure::default() };
        let (points, rest) = (i32::from(self.points), i32::from(self.rest));
        let (low, high) = (points + sure.points[0], points + rest - sure.points[1]);
        let Goal::Score(score) = self.setting.goal else { return (low, high) };
        let has = |side: usize| self.has_trick[side] || sure.trick[side];
        let low = if has(0) { low } else { RE_BLACK };
        let high = if has(1) { high } else { KONTRA_BLACK };
        let missing = score - i32::from(self.specials);
        let [re, kontra] = self.open_specials();
        let needs = &self.setting.needs;
        (low - needs.for_score(missing + kontra), high - needs.for_score(missing - re))
    }

    /// What high trumps are sure to win: a trump above all of the other side's goes home with its trick.
    fn sure(&self) -> Sure {
        let deck = self.setting.deck;
        let mut highest = [0; 2];
        for seat in 0..SEATS {
            let side = usize::from(!self.setting.is_re[seat]);
            highest[side] |= self.held[seat] & deck.trumps;
        }
        let mut sure = Sure::default();
        for side in 0..2 {
            let theirs = highest[1 - side];
            let above = !(u32::MAX >> theirs.leading_zeros().min(31)) & deck.trumps;
            let above = if theirs == 0 { deck.trumps } else { above };
            if highest[side] & above == 0 {
                continue;
            }
            let mut tricks = 0;
            for seat in (0..SEATS).filter(|&seat| self.setting.is_re[seat] == (side == 0)) {
                let (held, twice) = (self.held[seat] & above, self.twice[seat] & above);
                tricks = tricks.max(held.count_ones() + twice.count_ones());
                sure.points[side] += self.worth(held) + self.worth(twice);
            }
            sure.trick[side] = true;
            // Each of those tricks takes a card from each opponent too.
            for seat in (0..SEATS).filter(|&seat| self.setting.is_re[seat] != (side == 0)) {
                sure.points[side] += self.lowest(seat, tricks);
            }
        }
        sure
    }

    /// Card points of a set of cards.
    #[inline]
    fn worth(&self, cards: u32) -> i32 {
        let worth = &self.setting.deck.worth;
        worth.iter().map(|(points, all)| i32::from(*points) * (cards & all).count_ones() as i32).sum()
    }

    /// The fewest card points that so many cards of a seat can have.
    fn lowest(&self, seat: usize, mut cards: u32) -> i32 {
        let mut sum = 0;
        for &(points, all) in &self.setting.deck.worth {
            let count = (self.held[seat] & all).count_ones() + (self.twice[seat] & all).count_ones();
            let taken = count.min(cards);
            sum += i32::from(points) * taken as i32;
            cards -= taken;
            if cards == 0 {
                break;
            }
        }
        sum
    }
}
