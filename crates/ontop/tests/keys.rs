//! The key of a state.

use crate::support::{play, two};
use kontra_game::testkit::positions;
use kontra_ontop::{Board, Colour, Lineup, OnTop, Rules, Start};
use std::collections::HashMap;

#[test]
fn different_states_have_different_keys() {
    let mut seen: HashMap<u64, OnTop> = HashMap::new();
    for table in Lineup::ALL {
        for state in positions::<OnTop>(&Rules { table, ..Rules::default() }, 100, 5) {
            if let Some(other) = seen.insert(state.key(), state) {
                assert_eq!(other, state);
            }
        }
    }
}

#[test]
fn the_order_of_tiles_does_not_matter() {
    let one = two("bwry c4c5+ wbyr d2d3- bwry c8c9-");
    let other = two("bwry c8c9- wbyr d2d3- bwry c4c5+");
    assert_eq!((one.key(), one), (other.key(), other));
    assert_ne!(one.key(), two("bwry c8c9- bwry d2d3- wbyr c4c5+").key());
}

#[test]
fn the_tile_in_hand_the_table_the_colours_and_the_board_matter() {
    let moves = "bwry c4c5+";
    let mut keys =
        vec![two(moves).key(), two("bwry c4c5+ bwry").key(), two("bwry c4c5+ wbyr").key()];
    keys.extend(
        [Lineup::Three, Lineup::Four, Lineup::Teams]
            .map(|t| play(t, Board::default(), moves).key()),
    );
    keys.extend(Board::embedded()[1..].iter().map(|&board| play(Lineup::Two, board, "bwry").key()));
    let swapped =
        Start::new(Lineup::Two, &[Colour::White, Colour::Blue], Board::default()).unwrap();
    keys.push(OnTop::new(&swapped).key());
    keys.push(two("").key());
    let number = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), number);
}

/// Stored keys would be worth nothing if this changed.
#[test]
fn keys_are_the_same_on_every_machine() {
    assert_eq!(two("").key(), 388_227_228_245_013_940);
    assert_eq!(two("bwry c4c5+ wbyr").key(), 13_731_461_505_473_715_514);
}
