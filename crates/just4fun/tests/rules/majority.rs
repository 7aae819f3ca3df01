//! Who holds a field.

use crate::common::{HIGH, LOW, field, game, play, seat};
use kontra_just4fun::Just4Fun;

#[test]
fn a_majority_is_more_stones_than_every_other_player() {
    let holder = |stones: &[(usize, u8, u8)]| {
        game(&[LOW, HIGH, [5, 6, 7, 8]], stones, &[]).table().stones().holder(field(20))
    };
    assert_eq!(holder(&[]), None);
    assert_eq!(holder(&[(2, 20, 1)]), Some(seat(2)));
    assert_eq!(holder(&[(0, 20, 1), (2, 20, 1)]), None);
    assert_eq!(holder(&[(0, 20, 2), (1, 20, 1), (2, 20, 1)]), Some(seat(0)));
    assert_eq!(holder(&[(0, 20, 2), (1, 20, 2), (2, 20, 1)]), None);
}

#[test]
fn drawing_level_takes_a_majority_away_and_going_ahead_wins_it() {
    let mut game = game(&[[1, 1, 1, 2], [1, 2, 2, 2]], &[(1, 1, 1)], &[]);
    let holder = |game: &Just4Fun| game.table().stones().holder(field(1));
    assert_eq!(holder(&game), Some(seat(1)));
    play(&mut game, "1 1");
    assert_eq!(holder(&game), None);
    play(&mut game, "2 2 1 1");
    assert_eq!(holder(&game), Some(seat(0)));
}
