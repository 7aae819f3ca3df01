use std::fmt;
use std::num::NonZeroU8;

/// A number from 1 to `most`; `None` for any other.
pub(crate) const fn up_to(most: usize, number: u8) -> Option<NonZeroU8> {
    if number as usize > most { None } else { NonZeroU8::new(number) }
}

/// A card, known by its number alone: two cards with the same number are the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(NonZeroU8);

impl Card {
    /// How many different cards there are.
    pub const KINDS: usize = 19;

    /// The card with this number; `None` where no card has it.
    pub const fn new(number: u8) -> Option<Card> {
        match up_to(Card::KINDS, number) {
            Some(number) => Some(Card(number)),
            None => None,
        }
    }

    /// The card's number, 1 to 19.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// The card's index in a list of all cards by number.
    #[inline]
    pub const fn index(self) -> usize {
        self.number() as usize - 1
    }

    /// How often the card is in the deck: four times up to 12, once above.
    pub const fn copies(self) -> usize {
        if self.number() <= 12 { 4 } else { 1 }
    }

    /// Every different card, by number.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        (0..Card::KINDS as u8).map(|below| Card(NonZeroU8::MIN.saturating_add(below)))
    }

    /// A place for a card, until one is put there.
    pub(crate) const ANY: Card = Card(NonZeroU8::MIN);
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
