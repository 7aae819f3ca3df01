//! The end without a pattern.

use crate::common::{HIGH, LOW, game, play, seat, setup};
use kontra_game::{Game, Turn};
use kontra_just4fun::{Just4Fun, Outcome, STONES};

/// All stones but one of seat 1 are on the board, and seat 1 has cards for `last`.
fn last_stone(stones: &[(usize, u8, u8)], hand: [u8; 4], moves: &str) -> Just4Fun {
    let mut setup = setup(&[LOW, hand], stones, &[]);
    setup.turn = seat(1);
    let placed = |player| -> u8 {
        stones.iter().filter(|(other, ..)| *other == player).map(|(.., count)| count).sum()
    };
    assert_eq!((placed(0), placed(1)), (STONES, STONES - 1), "a mistake in the test");
    let mut game = setup.game().unwrap();
    play(&mut game, moves);
    game
}

#[test]
fn when_all_stones_are_placed_the_most_points_win() {
    // Level on 20 and 21; seat 0 holds 36 and 3, seat 1 holds 35.
    let stones =
        [(0, 20, 9), (1, 20, 9), (0, 21, 8), (1, 21, 8), (0, 36, 2), (0, 3, 1), (1, 35, 2)];
    let game = last_stone(&stones, [4, 7, 8, 9], "4 4");
    assert_eq!(game.table().stones().points()[..2], [39, 39]);
    assert_eq!(game.table().ending(), Some(Outcome::HighestField(seat(0))), "36 beats 35");
    let game = last_stone(&stones, [4, 7, 8, 9], "7 7");
    assert_eq!(game.table().stones().points()[..2], [39, 42]);
    assert_eq!(game.table().ending(), Some(Outcome::Points(seat(1))));
    assert_eq!(game.payoffs().as_slice(), [-1.0, 1.0]);
}

#[test]
fn a_pattern_with_the_last_stone_counts_before_points() {
    // Column 1 33 6 15 of the board; seat 0 has far more points.
    let stones = [
        (0, 20, 8),
        (1, 20, 8),
        (0, 21, 8),
        (1, 21, 8),
        (0, 36, 2),
        (0, 35, 2),
        (1, 1, 1),
        (1, 33, 1),
        (1, 6, 1),
    ];
    let game = last_stone(&stones, [15, 10, 11, 12], "15 15");
    assert_eq!(game.table().ending(), Some(Outcome::Pattern(seat(1))));
}

#[test]
fn a_game_in_which_nobody_holds_a_field_is_a_draw() {
    let stones = [(0, 20, 10), (1, 20, 10), (0, 21, 5), (1, 21, 5), (0, 7, 5), (1, 7, 4)];
    let game = last_stone(&stones, [7, 12, 12, 12], "7 7");
    assert_eq!(game.table().ending(), Some(Outcome::Draw));
    assert_eq!(game.payoffs().as_slice(), [0.0, 0.0]);
    assert_eq!(game.turn(), Turn::Over);
}

/// Three players who hold these fields; their other stones lie on 20, where nobody has a majority. Seat 2 puts
/// the last stone.
fn three_at_the_end(held: &[(usize, u8)], hand: [u8; 4], moves: &str) -> Just4Fun {
    let mut stones: Vec<(usize, u8, u8)> = held.iter().map(|&(seat, f)| (seat, f, 1)).collect();
    for player in 0..3 {
        let own = held.iter().filter(|(other, _)| *other == player).count() as u8;
        let level = STONES - own - u8::from(player == 2);
        stones.push((player, 20, level));
    }
    let mut setup = setup(&[LOW, HIGH, hand], &stones, &[]);
    setup.turn = seat(2);
    let mut game = setup.game().unwrap();
    play(&mut game, moves);
    game
}

#[test]
fn only_the_players_tied_for_the_lead_are_compared_for_the_highest_field() {
    // Seat 0 and seat 1 have 33 points each, seat 2 has 32.
    let held = [(0, 30), (0, 3), (1, 31), (1, 2), (2, 28)];
    let game = three_at_the_end(&held, [4, 8, 8, 8], "4 4");
    assert_eq!(game.table().stones().points()[..3], [33, 33, 32]);
    assert_eq!(game.table().ending(), Some(Outcome::HighestField(seat(1))), "31 beats 30");
    assert_eq!(game.payoffs().as_slice(), [-1.0, 2.0, -1.0]);
    // The same, but now seat 2 holds the highest field of all.
    let held = [(0, 16), (0, 17), (1, 18), (1, 15), (2, 28)];
    let game = three_at_the_end(&held, [4, 8, 8, 8], "4 4");
    assert_eq!(game.table().stones().points()[..3], [33, 33, 32]);
    assert_eq!(game.table().ending(), Some(Outcome::HighestField(seat(1))), "18 beats 17, not 28");
}

#[test]
fn players_without_stones_are_skipped() {
    let stones = [(1, 20, 10), (0, 20, 10), (2, 20, 10), (1, 21, 10), (0, 21, 9), (2, 21, 9)];
    let mut game = game(&[LOW, HIGH, [5, 6, 7, 8]], &stones, &[]);
    assert_eq!(game.table().stones().left(seat(1)), 0);
    play(&mut game, "1 1");
    assert_eq!(game.turn(), Turn::Seat(seat(2)), "seat 1 has no stone left");
    play(&mut game, "5 5");
    assert_eq!(game.turn(), Turn::Over);
}

#[test]
fn who_has_stones_left_plays_on_alone() {
    let stones = [(1, 20, 10), (0, 20, 9), (1, 21, 10), (0, 21, 9)];
    let mut game = game(&[LOW, HIGH], &stones, &[]);
    for _ in 0..2 {
        assert_eq!(game.turn(), Turn::Seat(seat(0)));
        let number = game.hand(seat(0)).cards()[0];
        play(&mut game, &format!("{number} {number}"));
    }
    assert_eq!(game.turn(), Turn::Over);
}
