//! Four in a line.

use crate::common::{HIGH, game, play, seat};
use kontra_game::Game;
use kontra_just4fun::{Board, Outcome, lines};

/// Cards for any field: one card up to 19, two above.
fn hand_for(number: u8) -> ([u8; 4], String) {
    match number {
        1..=19 => ([number, 12, 12, 11], number.to_string()),
        _ => ([number - 19, 19, 12, 12], format!("{}+19", number - 19)),
    }
}

#[test]
fn four_fields_in_a_line_win_in_every_row_column_and_diagonal() {
    for line in lines() {
        let numbers = line.map(|place| Board::ORIGINAL.field(place).number());
        for last in 0..4 {
            let stones: Vec<(usize, u8, u8)> =
                (0..4).filter(|&i| i != last).map(|i| (0, numbers[i], 1)).collect();
            let (hand, cards) = hand_for(numbers[last]);
            let mut game = game(&[hand, [1, 2, 3, 4]], &stones, &[]);
            play(&mut game, &format!("{} {cards}", numbers[last]));
            assert_eq!(game.table().ending(), Some(Outcome::Pattern(seat(0))), "{numbers:?}");
            assert_eq!(game.table().winning_line(), Some(line));
            assert_eq!(game.payoffs().as_slice(), [1.0, -1.0]);
        }
    }
}

#[test]
fn a_majority_of_more_stones_counts_in_a_pattern() {
    // Figure 3.3: the diagonal from 1 to 29, with two stones against one on 11.
    let stones = [(0, 1, 1), (0, 11, 2), (1, 11, 1), (0, 31, 1)];
    let mut game = game(&[[10, 19, 1, 2], HIGH], &stones, &[]);
    play(&mut game, "29 10+19");
    assert_eq!(game.table().ending(), Some(Outcome::Pattern(seat(0))));
}

#[test]
fn a_field_shared_evenly_breaks_a_pattern() {
    let stones = [(0, 1, 1), (0, 11, 1), (1, 11, 1), (0, 31, 1)];
    let mut game = game(&[[10, 19, 1, 2], HIGH], &stones, &[]);
    play(&mut game, "29 10+19");
    assert_eq!(game.table().ending(), None);
}

#[test]
fn four_with_a_gap_are_no_pattern() {
    // The first row is 1 14 30 24 19 8.
    let stones = [(0, 1, 1), (0, 14, 1), (0, 24, 1)];
    let mut game = game(&[[19, 1, 2, 3], HIGH], &stones, &[]);
    play(&mut game, "19 19");
    assert_eq!(game.table().ending(), None);
}

#[test]
fn five_in_a_line_are_a_pattern_too() {
    let stones = [(0, 1, 1), (0, 14, 1), (0, 30, 1), (0, 19, 1)];
    let mut game = game(&[[12, 12, 2, 3], HIGH], &stones, &[]);
    play(&mut game, "24 12+12");
    assert_eq!(game.table().ending(), Some(Outcome::Pattern(seat(0))));
}

#[test]
fn taking_a_majority_away_completes_nobody_s_pattern() {
    // The first row is 1 14 30 24 19 8. Seat 0 draws level on 14, which was between fields of seat 1.
    let stones = [(1, 1, 1), (1, 14, 1), (1, 30, 1)];
    let mut game = game(&[[14, 1, 2, 3], [12, 12, 9, 1]], &stones, &[]);
    play(&mut game, "14 14 24 12+12");
    assert_eq!(game.table().ending(), None);
}
