//! A turn: cards, a stone, and a full hand again.

use crate::common::{HIGH, LOW, choices, field, game, play, seat};
use kontra_game::{Game, Notation, Turn};
use kontra_just4fun::{Field, Just4Fun, STONES};

#[test]
fn a_stone_goes_where_some_cards_of_the_hand_add_up_to() {
    // Figure 3.2: 5, 11 and 13 make 29.
    let mut game = game(&[[5, 11, 13, 2], HIGH], &[], &[6, 7, 8]);
    assert_eq!(choices(&game), "2 5 7 11 13 15 16 18 20 24 26 29 31");
    play(&mut game, "29 5+11+13");
    assert_eq!(game.table().stones().on(field(29), seat(0)), 1);
    assert_eq!(game.table().stones().left(seat(0)), STONES - 1);
    assert_eq!(game.table().used().to_string(), "5 11 13");
}

#[test]
fn the_hand_is_filled_up_to_four_after_every_turn() {
    let mut game = game(&[[5, 11, 13, 2], HIGH], &[], &[6, 7, 8, 1]);
    play(&mut game, "29 5+11+13");
    assert_eq!(game.hand(seat(0)).to_string(), "2 6 7 8");
    play(&mut game, "9 9");
    assert_eq!(game.hand(seat(1)).to_string(), "1 10 11 12");
}

#[test]
fn a_field_is_within_reach_up_to_36_only() {
    let game = game(&[[16, 17, 18, 19], LOW], &[], &[]);
    assert_eq!(choices(&game), "16 17 18 19 33 34 35 36");
}

/// Plays the first legal move with the first cards for it.
fn play_first(game: &mut Just4Fun) {
    for _ in 0..2 {
        game.play(game.choices()[0]);
    }
}

#[test]
fn turns_go_round() {
    let mut game = game(&[LOW, HIGH, [5, 6, 7, 8]], &[], &[]);
    for expected in [0, 1, 2, 0, 1] {
        assert_eq!(game.turn(), Turn::Seat(seat(expected)));
        play_first(&mut game);
    }
}

#[test]
fn every_player_has_20_stones_and_two_players_put_40_at_most() {
    let game = game(&[LOW, HIGH, [5, 6, 7, 8], [13, 14, 15, 16]], &[], &[]);
    for player in 0..4 {
        assert_eq!(game.table().stones().left(seat(player)), 20);
    }
    assert_eq!(Field::COUNT, 36);
}
