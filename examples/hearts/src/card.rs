use std::fmt;

/// One of the four suits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// The suit that leads the first trick.
    Clubs,
    /// The suit in which nothing counts.
    Diamonds,
    /// The suit of the queen that counts thirteen.
    Spades,
    /// The suit in which every card counts one.
    Hearts,
}

impl Suit {
    /// All suits, in the order of the cards.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Spades, Suit::Hearts];

    /// All cards of the suit.
    pub const fn cards(self) -> Cards {
        Cards(0x1fff << (13 * self as u32))
    }
}

/// A card, numbered suit by suit, each suit from its two to its ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

const SUITS: &[u8; 4] = b"CDSH";
const RANKS: &[u8; 13] = b"23456789TJQKA";

impl Card {
    /// The card that leads the first trick.
    pub const TWO_OF_CLUBS: Card = Card(0);
    /// The card that counts thirteen.
    pub const QUEEN_OF_SPADES: Card = Card(2 * 13 + 10);

    /// The card's suit.
    pub fn suit(self) -> Suit {
        Suit::ALL[usize::from(self.0 / 13)]
    }

    /// What it counts against the player who takes it.
    pub fn points(self) -> u8 {
        match self {
            Card::QUEEN_OF_SPADES => 13,
            card => u8::from(card.suit() == Suit::Hearts),
        }
    }

    /// The card that is written like this, such as `SQ`.
    pub fn parse(text: &str) -> Option<Card> {
        let [suit, rank] = text.as_bytes() else { return None };
        let suit = SUITS.iter().position(|letter| letter == suit)?;
        let rank = RANKS.iter().position(|letter| letter == rank)?;
        Some(Card((13 * suit + rank) as u8))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (suit, rank) = (SUITS[usize::from(self.0 / 13)], RANKS[usize::from(self.0 % 13)]);
        write!(f, "{}{}", char::from(suit), char::from(rank))
    }
}

/// A set of cards: one bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Cards(pub(crate) u64);

impl Cards {
    /// All 52.
    pub const DECK: Cards = Cards((1 << 52) - 1);
    /// The cards that count: all hearts, and the queen of spades.
    pub const PENALTIES: Cards = Cards(Suit::Hearts.cards().0 | 1 << Card::QUEEN_OF_SPADES.0);

    /// How many.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this card is one of them.
    pub fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 != 0
    }

    /// Those that are in both sets.
    pub fn and(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }

    /// Those that are in either set.
    pub fn or(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }

    /// Those that are not in the other set.
    pub fn without(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }

    /// Adds a card.
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card away.
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// The cards in their order.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let card = (left != 0).then_some(Card(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            card
        })
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        let mut set = Cards::default();
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}
