use crate::subsets::Subsets;
use crate::{Card, Cards, Fields};
use std::fmt;

/// The four cards of a player, by number. A hand is full whenever somebody has to decide.
///
/// ```
/// use kontra_just4fun::{Card, Field, Hand};
/// let hand = Hand::new([5, 13, 11, 2].map(|number| Card::new(number).unwrap()));
/// assert_eq!(hand.to_string(), "2 5 11 13");
/// assert!(hand.reach().contains(Field::new(29).unwrap()), "5 + 11 + 13");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hand([Card; Hand::SIZE]);

impl Hand {
    /// The number of cards in a hand.
    pub const SIZE: usize = 4;

    /// What stands for the hand of a seat where nobody sits.
    pub(crate) const ABSENT: Hand = Hand([Card::ANY; Hand::SIZE]);

    /// A hand of these cards, in any order.
    #[inline]
    pub fn new(mut cards: [Card; Hand::SIZE]) -> Hand {
        // A sorting network: no branch depends on the cards.
        for (low, high) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            let (a, b) = (cards[low], cards[high]);
            (cards[low], cards[high]) = (a.min(b), a.max(b));
        }
        Hand(cards)
    }

    /// The cards, by number.
    #[inline]
    pub const fn cards(self) -> [Card; Hand::SIZE] {
        self.0
    }

    /// The fields that some of the cards add up to, whether they are open or not
    /// (Gastegger 2024, equation 5.12).
    #[inline]
    pub fn reach(self) -> Fields {
        // Bit n of the word: some of the cards so far add up to n. Sums beyond 63 fall out, and no field has them.
        let sums = self.0.iter().fold(1_u64, |sums, card| sums | sums << card.number());
        Fields::from_numbers(sums)
    }

    /// What each choice of some of the cards adds up to.
    #[inline]
    pub(crate) fn subsets(self) -> Subsets {
        Subsets::new(self.0)
    }
}

impl From<Hand> for Cards {
    #[inline]
    fn from(hand: Hand) -> Cards {
        hand.0.iter().fold(Cards::NONE, |sum, &card| sum + Cards::one(card))
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Cards::from(*self).fmt(f)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A hand written as a list of numbers.
    pub(crate) fn hand(numbers: [u8; 4]) -> Hand {
        Hand::new(numbers.map(|number| Card::new(number).unwrap()))
    }

    #[test]
    fn a_hand_has_no_order() {
        for numbers in [[1, 2, 3, 4], [4, 3, 2, 1], [2, 4, 1, 3], [3, 1, 4, 2], [1, 4, 2, 3]] {
            assert_eq!(hand(numbers), hand([1, 2, 3, 4]));
        }
        assert_eq!(hand([7, 2, 7, 2]).to_string(), "2 2 7 7");
    }

    #[test]
    fn a_hand_reaches_the_sums_of_its_cards_up_to_36() {
        let reach = |numbers| {
            hand(numbers).reach().into_iter().map(crate::Field::number).collect::<Vec<u8>>()
        };
        assert_eq!(reach([1, 1, 1, 1]), [1, 2, 3, 4]);
        assert_eq!(reach([1, 2, 4, 8]), (1..=15).collect::<Vec<u8>>());
        assert_eq!(reach([2, 5, 11, 13]), [2, 5, 7, 11, 13, 15, 16, 18, 20, 24, 26, 29, 31]);
        assert_eq!(reach([16, 17, 18, 19]), [16, 17, 18, 19, 33, 34, 35, 36]);
    }
}
