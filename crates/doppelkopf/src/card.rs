use std::fmt;

/// One of the four suits of the French deck, in the order in which hands are listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// Kreuz
    Clubs,
    /// Pik
    Spades,
    /// Herz
    Hearts,
    /// Karo
    Diamonds,
}

impl Suit {
    /// All suits in order.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];

    /// The suit's letter in card names.
    pub const fn letter(self) -> char {
        b"CSHD"[self as usize] as char
    }

    /// The suit's symbol on a playing card.
    pub const fn symbol(self) -> char {
        ['♣', '♠', '♥', '♦'][self as usize]
    }
}

/// The rank of a card, in the order of its card points (Sievers 2012, table 2.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Rank {
    /// Neun, 0 points
    Nine,
    /// Bube, 2 points
    Jack,
    /// Dame, 3 points
    Queen,
    /// König, 4 points
    King,
    /// Zehn, 10 points
    Ten,
    /// Ass, 11 points
    Ace,
}

impl Rank {
    /// All ranks, from the nine to the ace.
    pub const ALL: [Rank; 6] =
        [Rank::Nine, Rank::Jack, Rank::Queen, Rank::King, Rank::Ten, Rank::Ace];

    /// The rank's letter in card names.
    pub const fn letter(self) -> char {
        b"9JQKTA"[self as usize] as char
    }

    /// Card points.
    pub const fn points(self) -> u8 {
        [0, 2, 3, 4, 10, 11][self as usize]
    }
}

/// A card as it is seen: the two equal cards of the double deck are the same `Card`.
///
/// Cards are numbered in the order of the normal game: non-trumps before trumps, lowest to highest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

use Rank::*;
use Suit::*;

/// The 24 different cards in the order of their numbers.
const FACES: [(Suit, Rank); Card::COUNT] = [
    (Clubs, Nine),
    (Clubs, King),
    (Clubs, Ten),
    (Clubs, Ace),
    (Spades, Nine),
    (Spades, King),
    (Spades, Ten),
    (Spades, Ace),
    (Hearts, Nine),
    (Hearts, King),
    (Hearts, Ace),
    (Diamonds, Nine),
    (Diamonds, King),
    (Diamonds, Ten),
    (Diamonds, Ace),
    (Diamonds, Jack),
    (Hearts, Jack),
    (Spades, Jack),
    (Clubs, Jack),
    (Diamonds, Queen),
    (Hearts, Queen),
    (Spades, Queen),
    (Clubs, Queen),
    (Hearts, Ten),
];

/// Card points by the number of the card.
pub(crate) const POINTS: [u8; Card::COUNT] = {
    let mut points = [0; Card::COUNT];
    let mut i = 0;
    while i < Card::COUNT {
        points[i] = FACES[i].1.points();
        i += 1;
    }
    points
};

impl Card {
    /// How many different cards there are; each exists twice.
    pub const COUNT: usize = 24;
    /// ♣Q: who holds one is re in a normal game.
    pub const QUEEN_OF_CLUBS: Card = Card::new(Clubs, Queen);
    /// ♦A: the fox (Fuchs).
    pub const FOX: Card = Card::new(Diamonds, Ace);
    /// ♣J: charlie (Karlchen).
    pub const CHARLIE: Card = Card::new(Clubs, Jack);

    /// The card with this suit and rank.
    pub const fn new(suit: Suit, rank: Rank) -> Card {
        let mut i = 0;
        loop {
            let (s, r) = FACES[i];
            if s as u8 == suit as u8 && r as u8 == rank as u8 {
                return Card(i as u8);
            }
            i += 1;
        }
    }

    /// All different cards in the order of the normal game.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        (0..Card::COUNT as u8).map(Card)
    }

    #[inline]
    pub(crate) const fn from_index(index: usize) -> Card {
        debug_assert!(index < Card::COUNT);
        Card(index as u8)
    }

    /// The card's number in the order of the normal game.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit printed on the card.
    pub const fn suit(self) -> Suit {
        FACES[self.index()].0
    }

    /// The rank printed on the card.
    pub const fn rank(self) -> Rank {
        FACES[self.index()].1
    }

    /// Card points (Augen).
    #[inline]
    pub const fn points(self) -> u8 {
        POINTS[self.index()]
    }

    /// The card called `name`, for example `CQ` or `HT`; `None` where there is no such card.
    ///
    /// ```
    /// use kontra_doppelkopf::Card;
    /// assert_eq!(Card::parse("CQ"), Some(Card::QUEEN_OF_CLUBS));
    /// assert_eq!(Card::parse("C8"), None);
    /// ```
    pub fn parse(name: &str) -> Option<Card> {
        let mut letters = name.chars();
        let (suit, rank, end) = (letters.next()?, letters.next()?, letters.next());
        let card = Card::all().find(|c| c.suit().letter() == suit && c.rank().letter() == rank);
        card.filter(|_| end.is_none())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit().letter(), self.rank().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_is_worth_240_points() {
        assert_eq!(2 * Card::all().map(|card| u32::from(card.points())).sum::<u32>(), 240);
    }

    #[test]
    fn every_card_has_a_name_that_reads_back() {
        for card in Card::all() {
            assert_eq!(Card::parse(&card.to_string()), Some(card));
        }
        for name in ["", "C", "CQQ", "cq", "C1", "XQ", "C10", "♣Q"] {
            assert_eq!(Card::parse(name), None, "{name}");
        }
    }
}
