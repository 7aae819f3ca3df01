//! Cards on a screen, and cards typed by a person.

use crate::play::style::{BOLD, DIM, RED, paint};
use kontra_doppelkopf::{Card, Cards, DoppelkopfView, GameType, Rank, Suit};

/// The card as it is printed: `♥10`, `♣Q`.
pub(super) fn face(card: Card) -> String {
    match card.rank() {
        Rank::Ten => format!("{}10", card.suit().symbol()),
        rank => format!("{}{}", card.suit().symbol(), rank.letter()),
    }
}

/// The card in its colour.
pub(super) fn colored(card: Card) -> String {
    match card.suit() {
        Suit::Hearts | Suit::Diamonds => paint(RED, face(card)),
        Suit::Clubs | Suit::Spades => paint(BOLD, face(card)),
    }
}

/// Reads a card as people type it: `cq`, `♣Q`, `HT`, `h10`.
pub(super) fn parse(text: &str) -> Option<Card> {
    let upper = text.trim().to_uppercase().replace("10", "T");
    let mut letters = upper.chars().filter(|c| !c.is_whitespace());
    let (suit, rank) = (letters.next()?, letters.next()?);
    let suit = Suit::ALL.into_iter().find(|s| s.letter() == suit || s.symbol() == suit)?;
    let rank = Rank::ALL.into_iter().find(|r| r.letter() == rank)?;
    letters.next().is_none().then(|| Card::new(suit, rank))
}

/// The cards of a hand that may be played now, in the order of the game, each once.
pub(super) fn playable(view: &DoppelkopfView) -> Vec<Card> {
    let suits = view.public().kind().unwrap_or(GameType::Normal).suits();
    let held = || suits.order().iter().copied().filter(|&card| view.hand().contains(card));
    if let Some((_, led)) = view.public().trick().next() {
        let followers = suits.followers(led);
        let following: Vec<Card> = held().filter(|&card| followers.contains(card)).collect();
        if !following.is_empty() {
            return following;
        }
    }
    held().collect()
}

/// A hand in suits, trumps last, as a line of cards and a line of numbers below it.
///
/// Cards that are not among the `playable` ones are dim and have no number.
pub(super) fn hand_lines(hand: Cards, kind: GameType, playable: Option<&[Card]>) -> [String; 2] {
    let suits = kind.suits();
    let mut lines = [String::new(), String::new()];
    let mut group = None;
    for &card in suits.order() {
        for copy in 0..hand.count(card) {
            let this = if suits.is_trump(card) { None } else { Some(card.suit()) };
            if group.is_some_and(|group| group != this) {
                lines.iter_mut().for_each(|line| line.push_str("  "));
            }
            group = Some(this);
            let number = playable.and_then(|list| list.iter().position(|&c| c == card));
            let dim = playable.is_some() && number.is_none();
            let room = " ".repeat(4 - face(card).chars().count());
            let shown = if dim { paint(DIM, face(card)) } else { colored(card) };
            lines[0] += &format!("{shown}{room}");
            let below = number.filter(|_| copy == 0).map_or(String::new(), |i| (i + 1).to_string());
            lines[1] += &paint(DIM, format!("{below:<4}"));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_type_cards_in_many_ways() {
        for text in ["cq", "CQ", "♣Q", " ♣ q "] {
            assert_eq!(parse(text), Some(Card::QUEEN_OF_CLUBS), "{text}");
        }
        for text in ["ht", "H10", "♥10", "♥ 10", "HT"] {
            assert_eq!(parse(text), Card::parse("HT"), "{text}");
        }
        for text in ["", "c", "cx", "xq", "cqq", "1", "10"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
