//! Hands that reach no open field.

use crate::common::{HIGH, LOW, choices, game, play, seat};
use kontra_game::{Game, Turn};
use kontra_just4fun::{Board, Just4Fun, Outcome, Place, STONES};

/// Seat 0 has 1 1 1 1 and 1, 2, 3 and 4 are closed.
fn stuck() -> Just4Fun {
    let stones = [(0, 1, 2), (1, 2, 2), (0, 3, 2), (1, 4, 2)];
    game(&[[1, 1, 1, 1], HIGH], &stones, &[5, 6, 7, 8])
}

#[test]
fn without_an_open_field_within_reach_the_whole_hand_is_replaced_and_the_turn_is_over() {
    let mut game = stuck();
    assert_eq!(choices(&game), "redraw");
    play(&mut game, "redraw");
    assert_eq!(game.hand(seat(0)).to_string(), "5 6 7 8");
    assert_eq!(game.table().used().to_string(), "1 1 1 1");
    assert_eq!(game.table().stones().left(seat(0)), STONES - 4, "no stone is put");
    assert_eq!(game.turn(), Turn::Seat(seat(1)));
}

#[test]
fn with_an_open_field_within_reach_the_hand_cannot_be_replaced() {
    let game = game(&[[1, 1, 1, 1], HIGH], &[(0, 1, 2), (1, 2, 2), (0, 3, 2)], &[]);
    assert_eq!(choices(&game), "4");
}

#[test]
fn a_hundred_hands_replaced_in_a_row_end_the_game() {
    // Four players, and every field is closed to everybody.
    let mut stones: Vec<(usize, u8, u8)> = vec![];
    for place in Place::all() {
        let player = (place.column() + 2 * place.row()) % 4;
        stones.push((player, Board::ORIGINAL.field(place).number(), 2));
    }
    let mut game = game(&[LOW, HIGH, [5, 6, 7, 8], [13, 14, 15, 16]], &stones, &[]);
    for redraws in 0..100 {
        assert_eq!(game.table().redraws(), redraws);
        assert_eq!(choices(&game), "redraw");
        play(&mut game, "redraw");
    }
    assert_eq!(game.turn(), Turn::Over);
    let points = game.table().stones().points();
    let best = (0..4).max_by_key(|&player| points[player]).unwrap();
    assert_eq!(game.table().ending(), Some(Outcome::Points(seat(best))), "{points:?}");
}
