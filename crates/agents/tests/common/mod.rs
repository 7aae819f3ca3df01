//! What several test files need.
#![allow(unreachable_pub)]

use kontra_doppelkopf::{Card, Deal, Doppelkopf, GameType, Move, Question, Rules, Start};
use kontra_game::{Game, Notation, Seat, choose};
use rand::Rng;

/// The size of a long test: `full` where the environment has `KONTRA_FULL`, a small part of it elsewhere.
pub fn size(full: u64) -> u64 {
    kontra_game::testkit::size(full.div_ceil(50), full)
}

/// A game of this type, random up to where `left` tricks are left and this many cards lie on the table.
/// Announcements are made with the given chance, in per cent, whenever somebody is asked.
pub fn random_position<R: Rng>(
    kind: GameType,
    left: usize,
    on_table: usize,
    announcing: u32,
    rng: &mut R,
) -> Doppelkopf {
    let mut game = found_game(kind, rng);
    while let Some(question) = game.public().question() {
        let there = game.public().tricks() == 12 - left
            && game.public().trick().count() == on_table
            && question == Question::Card;
        if there {
            break;
        }
        let moves = game.choices();
        let free = question == Question::Card || choose::below(rng, 100) < announcing;
        let number = if free { choose::below(rng, moves.len() as u32) } else { 0 };
        game.play(moves[number as usize]);
    }
    game
}

/// A game of this type before its first card.
pub fn found_game<R: Rng>(kind: GameType, rng: &mut R) -> Doppelkopf {
    loop {
        let start = Start::single(Rules::default(), Deal::random(rng));
        let mut game = Doppelkopf::new(&start);
        let player = Seat::all(4).find(|&seat| match kind {
            GameType::Normal => false,
            GameType::Marriage => game.hand(seat).count(Card::QUEEN_OF_CLUBS) == 2,
            _ => choose::below(rng, 4) == 0,
        });
        while game.public().kind().is_none() {
            let asked = game.public().asked();
            let answer = match game.public().question() {
                Some(Question::Reservation) if asked == player => Move::Yes,
                Some(Question::Solo) if kind != GameType::Marriage => Move::Yes,
                Some(Question::Game) => Move::Solo(kind),
                _ => Move::No,
            };
            game.play(answer);
        }
        if game.public().kind() == Some(kind) {
            return game;
        }
    }
}
