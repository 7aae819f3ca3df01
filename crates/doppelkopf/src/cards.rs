use crate::card::Card;
use std::fmt;

/// Some of the 48 cards: for each of the 24 different cards none, one or both.
///
/// Two bits for each card, side by side: `00` none, `01` one, `11` both. So the low bits alone say which
/// different cards there are, the number of ones is the number of cards, and equal sets are equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(u64);

/// The low bit of every card: set when there is at least one.
const LOW: u64 = 0x5555_5555_5555;

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// The whole deck of 48.
    pub const DECK: Cards = Cards(LOW * 3);

    /// From bits of single cards, where bits `2i` and `2i + 1` are the two cards with number `i`.
    #[inline]
    pub(crate) const fn from_physical(bits: u64) -> Cards {
        let both = bits & (bits >> 1) & LOW;
        Cards(((bits | (bits >> 1)) & LOW) | (both << 1))
    }

    /// The set as a number: bits `2i` and `2i + 1` for the card with number `i`, `00` none, `01` one, `11` both.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The low bit of every card that is there at least once.
    #[inline]
    pub(crate) const fn different(self) -> u64 {
        self.0 & LOW
    }

    /// How many cards there are, 0 to 48.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is at least one `card`.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & low(card) != 0
    }

    /// How many of this card there are: 0, 1 or 2.
    #[inline]
    pub const fn count(self, card: Card) -> usize {
        (self.0 & (low(card) * 3)).count_ones() as usize
    }

    /// Adds one card. A third equal card is a mistake of the caller.
    #[inline]
    pub const fn insert(&mut self, card: Card) {
        debug_assert!(self.count(card) < 2, "a third equal card");
        let low = low(card);
        self.0 |= ((self.0 & low) << 1) | low;
    }

    /// Takes one card away. A card that is not there is a mistake of the caller.
    #[inline]
    pub const fn remove(&mut self, card: Card) {
        debug_assert!(self.contains(card), "removing a card that is not there");
        let low = low(card);
        self.0 = (self.0 & !(low * 3)) | ((self.0 >> 1) & low);
    }

    /// The cards of this set that lie in a mask which covers both bits of each of its cards.
    #[inline]
    pub(crate) const fn within(self, mask: u64) -> Cards {
        Cards(self.0 & mask)
    }

    /// The cards that are in both sets: of each card the smaller number.
    #[inline]
    pub const fn intersection(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }

    /// All cards of both sets. Together there must be at most two of each.
    #[inline]
    pub const fn union(self, other: Cards) -> Cards {
        // Per card: the sum of the two counts, in the 00/01/11 code.
        let (a, b) = (self.0, other.0);
        debug_assert!((a & (b >> 1) | (a >> 1) & b) & LOW == 0, "a third equal card");
        Cards(a | b | ((a & b & LOW) << 1))
    }

    /// The cards that are left when those of `other` are taken away. All of them must be there.
    #[inline]
    pub const fn minus(self, other: Cards) -> Cards {
        Cards::from_physical(self.0 ^ other.0)
    }

    /// The different cards in the order of the normal game, each once.
    pub fn kinds(self) -> impl Iterator<Item = Card> {
        let mut rest = self.different();
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (bit < 64).then(|| Card::from_index(bit as usize / 2))
        })
    }

    /// All cards in the order of the normal game, equal ones twice.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        self.kinds().flat_map(move |card| std::iter::repeat_n(card, self.count(card)))
    }

    /// Card points of all cards together.
    pub fn points(self) -> u32 {
        self.iter().map(|card| u32::from(card.points())).sum()
    }
}

#[inline]
const fn low(card: Card) -> u64 {
    1 << (2 * card.index())
}

impl FromIterator<Card> for Cards {
    /// Collects cards of which none appears a third time.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        let mut set = Cards::NONE;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl fmt::Display for Cards {
    /// The cards in order, separated by spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.iter().enumerate() {
            write!(f, "{}{card}", if i > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(names: &str) -> Cards {
        names.split_whitespace().map(|name| Card::parse(name).unwrap()).collect()
    }

    #[test]
    fn the_deck_has_48_cards_two_of_each() {
        assert_eq!(Cards::DECK.len(), 48);
        assert!(Card::all().all(|card| Cards::DECK.count(card) == 2));
        assert_eq!(Cards::DECK.points(), 240);
    }

    #[test]
    fn equal_cards_are_counted() {
        let mut set = cards("CQ HT CQ");
        assert_eq!((set.count(Card::QUEEN_OF_CLUBS), set.len()), (2, 3));
        set.remove(Card::QUEEN_OF_CLUBS);
        assert_eq!(set, cards("CQ HT"));
        set.remove(Card::QUEEN_OF_CLUBS);
        assert_eq!(set, cards("HT"));
    }

    #[test]
    fn union_and_minus_undo_each_other() {
        let (a, b) = (cards("CQ HT C9 C9"), cards("CQ D9 D9"));
        assert_eq!(a.union(b), cards("C9 C9 D9 D9 CQ CQ HT"));
        assert_eq!(a.union(b).minus(b), a);
        assert_eq!(a.union(b).minus(a), b);
    }

    #[test]
    fn the_intersection_has_the_smaller_number_of_each_card() {
        let (a, b) = (cards("CQ CQ HT HT C9 DA"), cards("CQ HT HT D9 D9"));
        assert_eq!(a.intersection(b), cards("CQ HT HT"));
        assert_eq!(b.intersection(a), cards("CQ HT HT"));
    }

    #[test]
    fn cards_are_written_in_the_order_of_the_normal_game() {
        assert_eq!(cards("HT D9 CA CQ C9 C9").to_string(), "C9 C9 CA D9 CQ HT");
    }
}
