use crate::{Card, Cards, Combination, Fields, Hand};

/// Sixteen choices of some cards of a hand: bit `i` stands for the cards whose slots are the bits of `i`.
pub(crate) type Choices = u16;

/// The slots of a hand, one bit each.
pub(crate) type Slots = u8;

const ONES: u64 = 0x0101_0101_0101_0101;

/// A hand as it lies in the state: in no order, because sorting it after every draw would cost time.
pub(crate) type Held = [Card; Hand::SIZE];

/// What every choice of cards of one hand adds up to, one byte for each of the sixteen choices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subsets {
    hand: Held,
    /// The sums without the fourth card and with it. No sum exceeds 4 × 19, so no byte overflows.
    sums: [u64; 2],
}

impl Subsets {
    #[inline]
    pub(crate) fn new(hand: Held) -> Subsets {
        // A card is added to every byte whose index has the bit of its slot.
        let [a, b, c, d] = hand.map(|card| u64::from(card.number()));
        let without = a * 0x0100_0100_0100_0100 + b * 0x0101_0000_0101_0000 + c * (ONES << 32);
        Subsets { hand, sums: [without, without + d * ONES] }
    }

    /// The fields that some of the cards add up to.
    pub(crate) fn reach(self) -> Fields {
        Hand::new(self.hand).reach()
    }

    /// What the cards in these slots add up to.
    #[inline]
    pub(crate) fn sum(self, slots: Slots) -> u8 {
        (self.sums[usize::from(slots >> 3 & 1)] >> (8 * (slots & 7))) as u8
    }

    /// One of the sixteen choices, by four random bits, and what it adds up to.
    #[inline]
    pub(crate) fn drawn(self, random: &mut u64) -> (Slots, u8) {
        let slots = (*random & 15) as Slots;
        *random >>= 4;
        (slots, self.sum(slots))
    }

    /// The choices that add up to this number, equal cards told apart.
    #[inline]
    pub(crate) fn with_sum(self, number: u8) -> Choices {
        const HIGH: u64 = ONES << 7;
        let [low, high] = self.sums.map(|sums| {
            // All bytes are below 128: the addition carries into the high bit of all but the zero bytes.
            let zero_where_equal = sums ^ (u64::from(number) * ONES);
            let equal = !(zero_where_equal + (HIGH - ONES)) & HIGH;
            // The multiplication gathers the eight bits in the highest byte.
            ((equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
        });
        low | high << 8
    }

    /// One choice for each combination of numbers: of equal cards, those in lower slots are taken first.
    #[inline]
    pub(crate) fn distinct(self) -> Choices {
        let [a, b, c, d] = self.hand;
        let equal = [a == b, a == c, a == d, b == c, b == d, c == d];
        DISTINCT
            [equal.iter().enumerate().fold(0, |bits, (i, &equal)| bits | usize::from(equal) << i)]
    }

    /// The cards in these slots.
    pub(crate) fn combination(self, slots: Slots) -> Combination {
        let mut chosen = [None; Hand::SIZE];
        let taken = (0..Hand::SIZE).filter(|slot| slots >> slot & 1 != 0);
        for (place, slot) in chosen.iter_mut().zip(taken) {
            *place = Some(self.hand[slot]);
        }
        Combination::from_any_order(chosen)
    }

    /// The slots of this combination; `None` where the hand does not have it.
    pub(crate) fn slots_of(self, combination: Combination) -> Option<Slots> {
        iter(self.distinct() & self.with_sum(combination.sum()))
            .find(|&slots| self.combination(slots) == combination)
    }
}

/// The choices of a set, one after the other.
pub(crate) fn iter(choices: Choices) -> impl Iterator<Item = Slots> {
    (1..16).filter(move |slots| choices >> slots & 1 != 0)
}

/// The cards in these slots.
#[inline]
pub(crate) fn cards(hand: &Held, slots: Slots) -> Cards {
    let taken =
        |slot: usize, card| if slots >> slot & 1 != 0 { Cards::one(card) } else { Cards::NONE };
    hand.iter().enumerate().fold(Cards::NONE, |sum, (slot, &card)| sum + taken(slot, card))
}

/// For each pattern of equal cards, one choice for each combination of numbers.
const DISTINCT: [Choices; 64] = {
    const PAIRS: [(u8, u8); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let mut table = [0; 64];
    let mut equal = 0;
    while equal < 64 {
        let mut slots: Slots = 1;
        while slots < 16 {
            // The choice is skipped if it has the higher, but not the lower slot of two equal cards.
            let (mut skipped, mut i) = (false, 0);
            while i < 6 {
                let (low, high) = PAIRS[i];
                skipped |= equal >> i & 1 != 0 && slots >> high & 1 != 0 && slots >> low & 1 == 0;
                i += 1;
            }
            table[equal] |= (!skipped as Choices) << slots;
            slots += 1;
        }
        equal += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn hand(numbers: [u8; 4]) -> Held {
        numbers.map(|number| Card::new(number).unwrap())
    }

    fn every_hand() -> impl Iterator<Item = Held> {
        let numbers = 1..=19;
        numbers.clone().flat_map(move |a| {
            let numbers = numbers.clone();
            numbers.clone().flat_map(move |b| {
                let numbers = numbers.clone();
                numbers.clone().flat_map(move |c| numbers.clone().map(move |d| hand([a, b, c, d])))
            })
        })
    }

    #[test]
    fn sums_and_distinct_choices_are_right_for_every_hand() {
        for hand in every_hand() {
            let (subsets, numbers) = (Subsets::new(hand), hand.map(Card::number));
            let plain = |slots: u8| -> Vec<u8> {
                let chosen = (0..4).filter(|slot| slots >> slot & 1 != 0);
                let mut chosen: Vec<u8> = chosen.map(|slot| numbers[slot]).collect();
                chosen.sort_unstable();
                chosen
            };
            for slots in 0..16 {
                let sum: u8 = plain(slots).iter().sum();
                assert_eq!(subsets.sum(slots), sum);
                assert_ne!(subsets.with_sum(sum) >> slots & 1, 0, "{hand:?}: {slots}");
            }
            let found: Vec<Vec<u8>> = iter(subsets.distinct()).map(plain).collect();
            let expected: BTreeSet<Vec<u8>> = (1..16).map(plain).collect();
            assert_eq!(found.len(), expected.len(), "{hand:?}: none twice");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }

    #[test]
    fn choices_with_a_sum_are_exactly_those() {
        for hand in [hand([2, 5, 11, 13]), hand([3, 3, 3, 6]), hand([16, 17, 18, 19])] {
            for number in 0..=100 {
                let expected = (0..16)
                    .filter(|&slots| Subsets::new(hand).sum(slots) == number)
                    .fold(0, |choices, slots| choices | 1 << slots);
                assert_eq!(Subsets::new(hand).with_sum(number), expected, "{hand:?}: {number}");
            }
        }
    }
}
