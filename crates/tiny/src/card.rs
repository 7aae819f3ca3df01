use kontra_game::{BadInput, Reader};

/// A card of the two poker games, which have no other ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// The lowest.
    Jack,
    /// The middle one.
    Queen,
    /// The highest.
    King,
}

impl Card {
    /// All cards, lowest first.
    pub const ALL: [Card; 3] = [Card::Jack, Card::Queen, Card::King];

    /// The letter on the card.
    pub fn letter(self) -> &'static str {
        match self {
            Card::Jack => "J",
            Card::Queen => "Q",
            Card::King => "K",
        }
    }

    /// Reads a letter.
    pub(crate) fn read(reader: &Reader<'_>) -> Result<Card, BadInput> {
        reader.one_of(&Card::ALL.map(|card| (card.letter(), card)))
    }
}
