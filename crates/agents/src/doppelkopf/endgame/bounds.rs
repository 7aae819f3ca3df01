//! What the two sides can be sure of, whatever is played.

use super::deck::CardPlaces;
use super::goal::{Goal, KONTRA_BLACK, NEVER, RE_BLACK};
use super::open_hands::OpenHands;
use kontra_doppelkopf::SEATS;

/// What is certain about the rest of a game.
#[derive(Clone, Copy, Default, Debug)]
struct Sure {
    /// Card points that re and kontra will get.
    points: [i32; 2],
    /// Whether re and kontra will get a trick.
    trick: [bool; 2],
}

impl OpenHands<'_> {
    /// The least and the most that the value can be in the end.
    pub(super) fn value_bounds(&self) -> (i32, i32) {
        let (points, rest) = (i32::from(self.points), i32::from(self.rest));
        if self.trick.len > 0 {
            return match self.setting.goal {
                Goal::Points => (points, points + rest),
                Goal::Score(_) => (-NEVER * 3, NEVER * 3),
            };
        }
        let sure = self.sure();
        let (low, high) = (points + sure.points[0], points + rest - sure.points[1]);
        let Goal::Score(score) = self.setting.goal else { return (low, high) };
        let has = |side: usize| self.has_trick[side] || sure.trick[side];
        let low = if has(0) { low } else { RE_BLACK };
        let high = if has(1) { high } else { KONTRA_BLACK };
        let missing = score - i32::from(self.specials);
        let [re, kontra] = self.open.map(i32::from);
        let needs = &self.setting.needs;
        (low - needs.for_score(missing + kontra), high - needs.for_score(missing - re))
    }

    /// What high trumps are sure to win: a trump above all of the other side's goes home with its trick.
    fn sure(&self) -> Sure {
        let deck = self.setting.deck;
        let mut highest = [0; 2];
        for seat in 0..SEATS {
            highest[self.setting.side[seat]] |= self.held[seat] & deck.trumps;
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
            for seat in (0..SEATS).filter(|&seat| self.setting.side[seat] == side) {
                let (count, points) = self.worth(seat, above);
                tricks = tricks.max(count);
                sure.points[side] += points;
            }
            sure.trick[side] = true;
            // Each of those tricks takes a card from each opponent too.
            for seat in (0..SEATS).filter(|&seat| self.setting.side[seat] != side) {
                sure.points[side] += self.lowest(seat, tricks);
            }
        }
        sure
    }

    /// How many cards of a seat lie in a set of places, and their card points.
    #[inline]
    fn worth(&self, seat: usize, places: CardPlaces) -> (u32, i32) {
        let (mut count, mut points) = (0, 0);
        let (mut rest, twice) = (self.held[seat] & places, self.twice[seat]);
        while rest != 0 {
            let place = rest.trailing_zeros();
            rest &= rest - 1;
            let copies = 1 + (twice >> place & 1);
            count += copies;
            points += copies as i32 * i32::from(self.setting.deck.points[place as usize]);
        }
        (count, points)
    }

    /// The fewest card points that this many cards of a seat can have.
    fn lowest(&self, seat: usize, mut cards: u32) -> i32 {
        let mut sum = 0;
        for &(points, all) in &self.setting.deck.worth {
            let count =
                (self.held[seat] & all).count_ones() + (self.twice[seat] & all).count_ones();
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
