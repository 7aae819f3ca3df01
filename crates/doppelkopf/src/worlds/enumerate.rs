use super::{OTHERS, Worlds};
use crate::card::Card;
use crate::cards::Cards;
use crate::state::Doppelkopf;

impl Worlds {
    /// Hands over every different world once, in a fixed order, with the number of deals that look like it:
    /// 2 for every pair of equal cards that it splits.
    ///
    /// There may be very many: see [`count`](Worlds::count) first.
    pub fn each(&self, mut found: impl FnMut(&Doppelkopf, u64)) {
        let cards: Vec<(Card, usize)> =
            self.unseen.cards.kinds().map(|card| (card, self.unseen.cards.count(card))).collect();
        let needs = self.unseen.needs.map(usize::from);
        self.assign(&cards, needs, [Cards::NONE; OTHERS], 1, &mut found);
    }

    /// Gives the first of the remaining cards to the others in every possible way.
    fn assign(
        &self,
        cards: &[(Card, usize)],
        needs: [usize; OTHERS],
        hands: [Cards; OTHERS],
        weight: u64,
        found: &mut impl FnMut(&Doppelkopf, u64),
    ) {
        let Some((&(card, count), rest)) = cards.split_first() else {
            if self.has_enough_queens(&hands) {
                found(&self.unseen.world(hands), weight);
            }
            return;
        };
        for first in 0..OTHERS {
            // A pair goes to two players, in either order the same, or to one player.
            for second in if count == 2 { first..OTHERS } else { first..first + 1 } {
                let mut next = (needs, hands);
                let taken = if count == 2 { &[first, second][..] } else { &[first][..] };
                let fits = taken.iter().all(|&player| {
                    let may = Cards::DECK.within(self.unseen.allowed[player]).contains(card);
                    let room = next.0[player] > 0;
                    if may && room {
                        next.0[player] -= 1;
                        next.1[player].insert(card);
                    }
                    may && room
                });
                if fits {
                    let ways = if first == second { 1 } else { 2 };
                    self.assign(rest, next.0, next.1, weight * ways, found);
                }
            }
        }
    }

    fn has_enough_queens(&self, hands: &[Cards; OTHERS]) -> bool {
        let least = self.unseen.queens.iter();
        hands.iter().zip(least).all(|(h, &least)| h.count(Card::QUEEN_OF_CLUBS) >= least.into())
    }
}
