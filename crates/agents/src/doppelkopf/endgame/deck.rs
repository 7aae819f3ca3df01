use kontra_doppelkopf::{Card, GameType};
use std::sync::LazyLock;

/// A set of different cards: the bit of a card is its place in the order of the game type.
pub(super) type CardPlaces = u32;

/// How the cards of a type of game lie in its order, as tables.
///
/// A card is its place in that order: suits before trumps, lowest to highest. So of two cards that can win a
/// trick, the one with the higher place does.
#[derive(Debug)]
pub(super) struct Deck {
    pub(super) cards: [Card; Card::COUNT],
    pub(super) points: [u8; Card::COUNT],
    /// The cards that follow each card when it is led.
    pub(super) suit: [CardPlaces; Card::COUNT],
    /// The cards of the same suit and of equal points: only their order tells them apart.
    pub(super) alike: [CardPlaces; Card::COUNT],
    pub(super) trumps: CardPlaces,
    /// All cards of 0, 2, 3, 4, 10 and 11 points.
    pub(super) worth: [(u8, CardPlaces); 6],
    /// Tens and aces.
    pub(super) full: CardPlaces,
    pub(super) fox: CardPlaces,
    pub(super) charlie: CardPlaces,
    /// First place and length of each run of cards that are alike.
    pub(super) runs: Vec<(u32, u32)>,
}

impl Deck {
    /// The deck of a game; charlie is a card of its own where special points count.
    pub(super) fn of(kind: GameType, has_specials: bool) -> &'static Deck {
        static DECKS: LazyLock<Vec<[Deck; 2]>> = LazyLock::new(|| {
            GameType::ALL.map(|kind| [false, true].map(|s| Deck::new(kind, s))).into()
        });
        &DECKS[kind as usize][usize::from(has_specials)]
    }

    fn new(kind: GameType, has_specials: bool) -> Deck {
        let suits = kind.suits();
        let cards = *suits.order();
        let set = |keep: &dyn Fn(Card) -> bool| -> CardPlaces {
            cards.iter().enumerate().map(|(place, &card)| u32::from(keep(card)) << place).sum()
        };
        let is_special = |card: Card| has_specials && card == Card::CHARLIE;
        let suit = cards.map(|card| set(&|other| suits.followers(card).contains(other)));
        let alike = cards.map(|card| {
            set(&|other| {
                suits.followers(card).contains(other)
                    && card.points() == other.points()
                    && (card == other || !is_special(card) && !is_special(other))
            })
        });
        let mut runs: Vec<(u32, u32)> = alike
            .iter()
            .map(|set| (set.trailing_zeros(), set.count_ones()))
            .filter(|&(_, len)| len > 1)
            // The two trump tens are alike too, but other cards may lie between them.
            .filter(|&(start, len)| alike[start as usize] >> start == (1 << len) - 1)
            .collect();
        runs.dedup();
        let worth = [0, 2, 3, 4, 10, 11].map(|points| (points, set(&|c| c.points() == points)));
        Deck {
            cards,
            points: cards.map(Card::points),
            suit,
            alike,
            trumps: set(&|card| suits.is_trump(card)),
            worth,
            full: set(&|card| card.points() >= 10),
            fox: if has_specials { set(&|card| card == Card::FOX) } else { 0 },
            charlie: if has_specials { set(&|card| card == Card::CHARLIE) } else { 0 },
            runs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pictures_among_trumps_are_alike() {
        for (kind, runs) in [
            (GameType::Normal, vec![(15, 4), (19, 4)]),
            (GameType::Hearts, vec![(15, 4), (19, 4)]),
            (GameType::Jacks, vec![(20, 4)]),
            (GameType::Queens, vec![(20, 4)]),
            (GameType::Aces, vec![]),
        ] {
            assert_eq!(Deck::of(kind, false).runs, runs, "{kind}");
        }
    }

    #[test]
    fn charlie_is_like_no_other_jack_where_he_counts() {
        assert_eq!(Deck::of(GameType::Normal, true).runs, [(15, 3), (19, 4)]);
    }
}
