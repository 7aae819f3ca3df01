//! The same position for the slow rules.

use super::Reference;
use kontra_just4fun::{Card, CardChoice, SIDE, Setup};

pub fn mirror(setup: &Setup) -> Reference {
    let numbers = |cards: &[Card]| cards.iter().map(|card| card.number()).collect::<Vec<u8>>();
    let no_stones = || vec![0; 37];
    let mut stones: Vec<Vec<u32>> = setup.hands.iter().map(|_| no_stones()).collect();
    for (own, counts) in stones.iter_mut().zip(&setup.stones) {
        for (field, &count) in counts.iter().enumerate() {
            own[field + 1] = u32::from(count);
        }
    }
    let board = setup.board.numbers().map(u32::from);
    Reference {
        board: board.chunks(SIDE).map(<[u32]>::to_vec).collect(),
        cards_are_chosen: setup.cards == CardChoice::Player,
        stones,
        hands: setup.hands.iter().map(|hand| numbers(&hand.cards())).collect(),
        stack: numbers(&setup.stack),
        used: numbers(&setup.used),
        seed: setup.shuffler.0,
        player: setup.turn.index(),
        chosen_field: None,
        redraws_in_a_row: 0,
        result: None,
    }
}
