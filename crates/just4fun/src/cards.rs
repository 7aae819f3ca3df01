use crate::Card;
use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A handful of cards without an order: a hand, the used cards, what is left of the deck.
///
/// Three bits of one word count each card, so that adding and removing cards is plain arithmetic, and equal
/// handfuls are equal words.
///
/// ```
/// use kontra_just4fun::{Card, Cards};
/// let five = Card::new(5).unwrap();
/// let rest = Cards::DECK - Cards::from_iter([five, five]);
/// assert_eq!((rest.len(), rest.count(five)), (53, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(u64);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);

    /// The whole deck: four each of 1 to 12, one each of 13 to 19.
    pub const DECK: Cards = {
        let (mut deck, mut number) = (0, 1);
        while let Some(card) = Card::new(number) {
            deck += (card.copies() as u64) << (3 * card.index());
            number += 1;
        }
        Cards(deck)
    };

    /// The number of cards in the deck.
    pub const DECK_SIZE: usize = 55;

    /// One card.
    #[inline]
    pub const fn one(card: Card) -> Cards {
        Cards(1 << (3 * card.index()))
    }

    /// How often this card is among them.
    #[inline]
    pub const fn count(self, card: Card) -> usize {
        (self.0 >> (3 * card.index()) & 7) as usize
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> usize {
        const ONES: u64 = 0o111_1111_1111_1111_1111;
        let (ones, twos, fours) = (self.0 & ONES, self.0 >> 1 & ONES, self.0 >> 2 & ONES);
        (ones.count_ones() + 2 * twos.count_ones() + 4 * fours.count_ones()) as usize
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `other` can be taken out of these cards.
    pub fn contains(self, other: Cards) -> bool {
        Card::all().all(|card| other.count(card) <= self.count(card))
    }

    /// Removes the card if it is there.
    #[inline]
    pub(crate) fn forget(&mut self, card: Card) {
        if self.count(card) > 0 {
            *self -= Cards::one(card);
        }
    }

    /// The three-bit counts as one word.
    #[inline]
    pub(crate) const fn word(self) -> u64 {
        self.0
    }

    /// The cards, by number.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        Card::all().flat_map(move |card| std::iter::repeat_n(card, self.count(card)))
    }
}

impl Add for Cards {
    type Output = Cards;

    #[inline]
    fn add(self, other: Cards) -> Cards {
        Cards(self.0 + other.0)
    }
}

impl AddAssign for Cards {
    #[inline]
    fn add_assign(&mut self, other: Cards) {
        self.0 += other.0;
    }
}

impl Sub for Cards {
    type Output = Cards;

    #[inline]
    fn sub(self, other: Cards) -> Cards {
        debug_assert!(self.contains(other), "{other} cannot be taken out of {self}");
        Cards(self.0 - other.0)
    }
}

impl SubAssign for Cards {
    #[inline]
    fn sub_assign(&mut self, other: Cards) {
        *self = *self - other;
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::NONE, |sum, card| sum + Cards::one(card))
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards: Vec<String> = self.iter().map(|card| card.to_string()).collect();
        f.write_str(&cards.join(" "))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_has_55_cards_four_each_of_1_to_12_and_one_each_of_13_to_19() {
        assert_eq!(Cards::DECK.len(), Cards::DECK_SIZE);
        let counts: Vec<usize> = Card::all().map(|card| Cards::DECK.count(card)).collect();
        assert_eq!(counts, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn adding_and_removing_is_arithmetic() {
        let card = |number| Card::new(number).unwrap();
        let some: Cards = [3, 19, 3, 12].map(card).into_iter().collect();
        assert_eq!(some.to_string(), "3 3 12 19");
        assert!(Cards::DECK.contains(some));
        assert!(!some.contains(Cards::from_iter([card(12), card(12)])));
        let mut rest = Cards::DECK - some;
        rest += some;
        assert_eq!(rest, Cards::DECK);
        let mut known = some;
        known.forget(card(3));
        known.forget(card(4));
        assert_eq!(known.to_string(), "3 12 19");
    }
}
