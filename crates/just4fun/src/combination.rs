use crate::{Card, Cards, Field};
use std::fmt;

/// One to four cards that add up to a field: what a player lays down for a stone.
///
/// ```
/// use kontra_just4fun::{Card, Combination};
/// let cards = [13, 5, 11].map(|number| Card::new(number).unwrap());
/// let combination = Combination::new(&cards).unwrap();
/// assert_eq!(combination.field().number(), 29);
/// assert_eq!(combination.to_string(), "5+11+13");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Combination {
    /// The cards by number, then nothing.
    cards: [Option<Card>; 4],
}

impl Combination {
    /// The combination of these cards; `None` if there are none or more than four, more of a kind than the
    /// deck has, or if they add up to more than 36.
    pub fn new(cards: &[Card]) -> Option<Combination> {
        let sum: usize = cards.iter().map(|card| usize::from(card.number())).sum();
        let legal = (1..=4).contains(&cards.len()) && sum <= Field::COUNT;
        if !legal || !Cards::DECK.contains(cards.iter().copied().collect()) {
            return None;
        }
        let mut places = [None; 4];
        for (place, &card) in places.iter_mut().zip(cards) {
            *place = Some(card);
        }
        Some(Combination::from_any_order(places))
    }

    /// The combination of these cards, which add up to a field.
    pub(crate) fn from_any_order(mut cards: [Option<Card>; 4]) -> Combination {
        cards.sort_unstable_by_key(|card| card.map_or(u8::MAX, Card::number));
        Combination { cards }
    }

    /// The cards, by number.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        self.cards.into_iter().flatten()
    }

    /// What the cards add up to.
    pub(crate) fn sum(self) -> u8 {
        self.cards().map(Card::number).sum()
    }

    /// The field the cards add up to.
    pub fn field(self) -> Field {
        Field::new(self.sum()).expect("a combination adds up to a field")
    }

    /// Combinations are listed by field, then with fewer cards first, then with lower cards first.
    pub(crate) fn order(self) -> (u8, usize, [Option<Card>; 4]) {
        (self.sum(), self.cards().count(), self.cards)
    }
}

impl fmt::Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards: Vec<String> = self.cards().map(|card| card.to_string()).collect();
        f.write_str(&cards.join("+"))
    }
}

impl fmt::Debug for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn combination(numbers: &[u8]) -> Option<Combination> {
        let cards: Vec<Card> = numbers.iter().filter_map(|&number| Card::new(number)).collect();
        Combination::new(&cards)
    }

    #[test]
    fn a_combination_has_one_to_four_cards_of_the_deck_and_a_field() {
        assert_eq!(combination(&[19, 17]).unwrap().to_string(), "17+19");
        assert_eq!(combination(&[1, 1, 1, 1]).unwrap().field().number(), 4);
        for wrong in [&[][..], &[1, 1, 1, 1, 2], &[18, 19], &[13, 13]] {
            assert_eq!(combination(wrong), None, "{wrong:?}");
        }
    }
}
