//! On which fields a stone may be put.

use crate::common::{HIGH, LOW, choices, field, game, play, seat};
use kontra_game::Game;
use kontra_just4fun::Just4Fun;

fn open_to(game: &Just4Fun, number: u8) -> Vec<usize> {
    let open = |player: &usize| game.table().stones().open(seat(*player)).contains(field(number));
    (0..game.seats()).filter(open).collect()
}

#[test]
fn a_field_is_closed_to_whom_another_player_is_two_stones_ahead_of() {
    // Figure 3.4: red has two stones on 11, yellow one, green none.
    let game = game(&[LOW, HIGH, [5, 6, 7, 8]], &[(0, 11, 2), (1, 11, 1)], &[]);
    assert_eq!(open_to(&game, 11), [0, 1]);
}

#[test]
fn a_field_is_closed_to_who_is_himself_two_stones_ahead_of_everybody() {
    let two = game(&[LOW, HIGH], &[(0, 11, 2)], &[]);
    assert_eq!(open_to(&two, 11), [0; 0], "nobody may put a stone on a secured field");
    assert_eq!(two.table().stones().securer(field(11)), Some(seat(0)));
    let three = game(&[LOW, HIGH, [5, 6, 7, 8]], &[(0, 11, 3), (1, 11, 2), (2, 11, 1)], &[]);
    assert_eq!(open_to(&three, 11), [0, 1], "two ahead of one, but not of everybody");
    assert_eq!(three.table().stones().securer(field(11)), None);
}

#[test]
fn a_field_stays_open_as_long_as_nobody_is_two_ahead() {
    let stones: Vec<(usize, u8, u8)> = vec![(0, 11, 9), (1, 11, 10)];
    assert_eq!(open_to(&game(&[LOW, HIGH], &stones, &[]), 11), [0, 1]);
}

#[test]
fn closing_a_field_takes_it_out_of_the_legal_moves() {
    let mut game = game(&[[1, 2, 3, 12], [1, 2, 3, 12]], &[(0, 12, 1)], &[]);
    assert!(choices(&game).split(' ').any(|text| text == "12"));
    play(&mut game, "12 12");
    assert!(!choices(&game).split(' ').any(|text| text == "12"), "{}", choices(&game));
}
