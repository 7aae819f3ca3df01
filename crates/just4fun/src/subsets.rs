use crate::{Card, Cards, Combination, Hand};

/// Sixteen choices of some cards of a hand: bit `i` stands for the cards whose slots are the bits of `i`.
pub(crate) type Choices = u16;

/// The slots of a hand, one bit each.
pub(crate) type Slots = u8;

const ONES: u64 = 0x0101_0101_0101_0101;

/// What every choice of cards of one hand adds up to, one byte for each of the sixteen choices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subsets {
    hand: Hand,
    /// The sums without the fourth card and with it. No sum exceeds 4 × 19, so no byte overflows.
    sums: [u64; 2],
}

impl Subsets {
    #[inline]
    pub(crate) fn new(hand: Hand) -> Subsets {
        // A card is added to every byte whose index has the bit of its slot.
        let [a, b, c, d] = hand.cards().map(|card| u64::from(card.number()));
        let without = a * 0x0100_0100_0100_0100 + b * 0x0101_0000_0101_0000 + c * (ONES << 32);
        Subsets { hand, sums: [without, without + d * ONES] }
    }

    /// What the cards in these slots add up to.
    #[inline]
    pub(crate) fn sum(self, slots: Slots) -> u8 {
        (self.sums[usize::from(slots >> 3 & 1)] >> (8 * (slots & 7))) as u8
    }

    /// The choices that add up to this number, equal cards told apart.
    #[inline]
    pub(crate) fn with_sum(self, number: u8) -> Choices {
        const HIGH: u64 = ONES << 7;
        let [low, high] = self.sums.map(|sums| {
            // All bytes are below 128: the addition carries into the high bit of all but the zero bytes.
            let zero_where_equal = sums ^ u64::from(number) * ONES;
            let equal = !(zero_where_equal + (HIGH - ONES)) & HIGH;
            // The multiplication gathers the eight bits in the highest byte.
            ((equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
        });
        low | high << 8
    }

    /// One choice for each combination of numbers: of equal cards, those in lower slots are taken first.
    #[inline]
    pub(crate) fn distinct(self) -> Choices {
        let [a, b, c, d] = self.hand.cards();
        DISTINCT[usize::from(a == b) | usize::from(b == c) << 1 | usize::from(c == d) << 2]
    }

    /// The cards in these slots.
    pub(crate) fn combination(self, slots: Slots) -> Combination {
        let cards = self.hand.cards();
        let chosen = (0..Hand::SIZE).filter(|slot| slots >> slot & 1 != 0).map(|slot| cards[slot]);
        Combination::from_ascending(chosen)
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
pub(crate) fn cards(hand: &[Card; Hand::SIZE], slots: Slots) -> Cards {
    (0..Hand::SIZE).filter(|slot| slots >> slot & 1 != 0).map(|slot| hand[slot]).collect()
}

/// For each pattern of equal neighbours in a sorted hand, one choice for each combination of numbers.
const DISTINCT: [Choices; 8] = {
    let mut table = [0; 8];
    let mut equal = 0;
    while equal < 8 {
        let mut slots = 1;
        while slots < 16 {
            // The choice is skipped if it has the higher, but not the lower of two equal neighbours.
            let skips = slots >> 1 & !slots & equal;
            if skips == 0 {
                table[equal as usize] |= 1 << slots;
            }
            slots += 1;
        }
        equal += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::tests::hand;
    use std::collections::BTreeSet;

    fn every_hand() -> impl Iterator<Item = Hand> {
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
            let (subsets, numbers) = (hand.subsets(), hand.cards().map(|card| card.number()));
            let plain = |slots: u8| -> Vec<u8> {
                (0..4).filter(|slot| slots >> slot & 1 != 0).map(|slot| numbers[slot]).collect()
            };
            for slots in 0..16 {
                let sum: u8 = plain(slots).iter().sum();
                assert_eq!(subsets.sum(slots), sum);
                assert_ne!(subsets.with_sum(sum) >> slots & 1, 0, "{hand}: {slots}");
            }
            let found: Vec<Vec<u8>> = iter(subsets.distinct()).map(plain).collect();
            let expected: BTreeSet<Vec<u8>> = (1..16).map(plain).collect();
            assert_eq!(found.len(), expected.len(), "{hand}: none twice");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }

    #[test]
    fn choices_with_a_sum_are_exactly_those() {
        for hand in [hand([2, 5, 11, 13]), hand([3, 3, 3, 6]), hand([16, 17, 18, 19])] {
            for number in 0..=100 {
                let expected = (0..16)
                    .filter(|&slots| hand.subsets().sum(slots) == number)
                    .fold(0, |choices, slots| choices | 1 << slots);
                assert_eq!(hand.subsets().with_sum(number), expected, "{hand}: {number}");
            }
        }
    }
}
