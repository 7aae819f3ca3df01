//! Drawings look as they always looked; rewritten with `UPDATE_EXPECT=1`.

use crate::common::{HIGH, game, play, seat};
use kontra_game::Game;
use kontra_just4fun::{Board, Just4Fun, board_svg, table_svg};
use std::path::Path;

fn check(path: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var("UPDATE_EXPECT").is_ok_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == found, "{} differs: UPDATE_EXPECT=1 accepts it", path.display());
}

/// Figure 3.3: red wins with the diagonal from 1 to 29.
fn won() -> Just4Fun {
    let stones = [
        (0, 1, 1),
        (0, 11, 2),
        (1, 11, 1),
        (0, 31, 1),
        (1, 20, 2),
        (1, 12, 1),
        (0, 12, 1),
        (2, 16, 1),
        (2, 17, 1),
        (1, 17, 1),
    ];
    let mut game = game(&[[10, 19, 1, 2], HIGH, [5, 6, 7, 8]], &stones, &[]);
    play(&mut game, "29 10+19");
    game
}

#[test]
fn the_book_has_the_board() {
    check("../../docs/src/img/just4fun-board.svg", &board_svg(&Board::ORIGINAL));
}

#[test]
fn the_book_has_a_pattern() {
    check("../../docs/src/img/just4fun-pattern.svg", &table_svg(won().table()));
}

#[test]
fn a_terminal_has_a_board() {
    let text = format!("{}\n", won().view(seat(0)));
    check("tests/data/board.txt", &text);
}
