//! Which cards are worth trying, and in which order.

use super::deck::Places;
use super::position::Position;
use arrayvec::ArrayVec;
use kontra_doppelkopf::SEATS;

/// Cards with how promising they are.
pub(super) type Candidates = ArrayVec<(i32, u8), 12>;

impl Position<'_> {
    /// The cards of the seat to move, one of each kind that is worth the same, the most promising first.
    pub(super) fn candidates(&self) -> Candidates {
        let mut cards = self.distinct();
        let mut candidates = Candidates::new();
        while cards != 0 {
            let place = cards.trailing_zeros();
            cards &= cards - 1;
            candidates.push((self.promise(place), place as u8));
        }
        // Few and nearly sorted: insertion is the fastest.
        for i in 1..candidates.len() {
            let mut j = i;
            while j > 0 && candidates[j].0 > candidates[j - 1].0 {
                candidates.swap(j, j - 1);
                j -= 1;
            }
        }
        candidates
    }

    /// The playable cards without those that are worth the same as the next lower one in the hand.
    ///
    /// Two cards of one hand are worth the same when they follow the same suit, have equal points, and no other
    /// seat's card and not the best card on the table lies between them or is equal to one of them.
    #[inline]
    fn distinct(&self) -> Places {
        let seat = self.seat();
        let playable = self.playable();
        let others = (0..SEATS).filter(|&s| s != seat).fold(0, |all, s| all | self.held[s]);
        // The best card separates what it beats, its equals included, from what beats it.
        let table = if self.trick.len == 0 { 0 } else { 1 << self.trick.best };
        let deck = self.setting.deck;
        let mut distinct = playable;
        let mut rest = playable & (playable.wrapping_sub(1));
        let mut lower = playable.trailing_zeros();
        while rest != 0 {
            let place = rest.trailing_zeros();
            rest &= rest - 1;
            let below: Places = (1 << place) - (1 << lower);
            let between = below | 1 << place;
            if deck.alike[place as usize] >> lower & 1 != 0
                && others & between == 0
                && table & below == 0
            {
                distinct &= !(1 << place);
            }
            lower = place;
        }
        distinct
    }

    /// How promising a card is; only the order matters.
    fn promise(&self, place: u32) -> i32 {
        let points = i32::from(self.setting.deck.points[place as usize]);
        if self.trick.len == 0 { self.promise_of_lead(place, points) } else { self.promise_of_following(place, points) }
    }

    fn promise_of_lead(&self, place: u32, points: i32) -> i32 {
        let seat = self.seat();
        let deck = self.setting.deck;
        let suit = deck.suit[place as usize];
        let side = self.setting.is_re[seat];
        let (mut best, mut wins) = (place, true);
        for steps in 1..SEATS {
            let other = (seat + steps) % SEATS;
            let highest = self.highest(other, suit);
            if highest.is_some_and(|h| h > best) {
                best = highest.unwrap_or(best);
                wins = self.setting.is_re[other] == side;
            }
        }
        if wins { 100 + points * 2 - place as i32 / 4 } else { -4 * points - place as i32 / 4 }
    }

    /// The highest card with which a seat can win a trick of this suit, if any.
    #[inline]
    fn highest(&self, seat: usize, suit: Places) -> Option<u32> {
        let held = self.held[seat];
        let following = held & suit;
        let able = if following == 0 { held & self.setting.deck.trumps } else { following };
        (able != 0).then(|| 31 - able.leading_zeros())
    }

    fn promise_of_following(&self, place: u32, points: i32) -> i32 {
        let seat = self.seat();
        let deck = self.setting.deck;
        let trick = &self.trick;
        let side = self.setting.is_re[seat];
        let beats = (trick.suit | deck.trumps) >> place & 1 != 0 && place as u8 > trick.best;
        let (mut best, mut wins) = if beats {
            (place, true)
        } else {
            (u32::from(trick.best), self.setting.is_re[usize::from(trick.best_seat)] == side)
        };
        for steps in usize::from(trick.len) + 1..SEATS {
            let other = (usize::from(trick.leader) + steps) % SEATS;
            let highest = self.highest(other, trick.suit);
            if highest.is_some_and(|h| h > best) {
                best = highest.unwrap_or(best);
                wins = self.setting.is_re[other] == side;
            }
        }
        if wins { 200 + 4 * points - place as i32 } else { -4 * points - place as i32 }
    }
}
