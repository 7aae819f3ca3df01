//! What several tests need.
#![allow(unreachable_pub)]

use kontra_game::{Game, Notation, Seat};
use kontra_just4fun::{Board, Card, CardChoice, Cards, Field, Hand, Just4Fun, Setup, Shuffler};

/// A hand of low cards.
pub const LOW: [u8; 4] = [1, 2, 3, 4];

/// A hand of high cards, of which there are four each.
pub const HIGH: [u8; 4] = [9, 10, 11, 12];

/// How many games a test plays: as the environment says, or this many.
pub fn games(usual: u64) -> u64 {
    kontra_game::testkit::games(usual)
}

pub fn seat(number: usize) -> Seat {
    Seat::new(number).unwrap()
}

pub fn field(number: u8) -> Field {
    Field::new(number).unwrap()
}

pub fn card(number: u8) -> Card {
    Card::new(number).unwrap()
}

/// A situation in a few strokes: hands, stones as (seat, field, count), the next cards of the stack.
/// All other cards follow in the stack by number, the board is the original one, seat 0 is to move.
pub fn setup(hands: &[[u8; 4]], stones: &[(usize, u8, u8)], next: &[u8]) -> Setup {
    let hands: Vec<Hand> = hands.iter().map(|hand| Hand::new(hand.map(card))).collect();
    let mut counts = vec![[0; Field::COUNT]; hands.len()];
    for &(seat, number, count) in stones {
        counts[seat][field(number).index()] += count;
    }
    let mut stack: Vec<Card> = next.iter().copied().map(card).collect();
    let dealt = hands.iter().fold(Cards::NONE, |sum, &hand| sum + hand.into());
    let rest = Cards::DECK - dealt - stack.iter().copied().collect();
    stack.extend(rest.iter());
    Setup {
        cards: CardChoice::Random,
        board: Board::ORIGINAL,
        hands,
        stack,
        used: vec![],
        shuffler: Shuffler(1),
        stones: counts,
        turn: seat(0),
        known: [Cards::NONE; 2],
        redraws: 0,
    }
}

/// The state of [`setup`].
pub fn game(hands: &[[u8; 4]], stones: &[(usize, u8, u8)], next: &[u8]) -> Just4Fun {
    setup(hands, stones, next).game().unwrap()
}

/// Plays moves as they are written, separated by spaces.
pub fn play(game: &mut Just4Fun, moves: &str) {
    for text in moves.split_whitespace() {
        let action = game.parse_action(text).unwrap_or_else(|| {
            panic!("'{text}' is not possible, only {}\n{}", choices(game), game.table())
        });
        game.play(action);
    }
}

/// All moves or outcomes, as they are written.
pub fn choices(game: &Just4Fun) -> String {
    let texts: Vec<String> = game.choices().iter().map(|&a| game.action_text(a)).collect();
    texts.join(" ")
}
