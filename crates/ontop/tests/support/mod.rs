//! Short ways to set up games in tests.

use kontra_game::{Game, Notation};
use kontra_ontop::{Board, Circle, Lineup, OnTop, Start};

/// The game for two after these draws and placements, for example `bwry c4c5+`.
pub(crate) fn two(moves: &str) -> OnTop {
    play(Lineup::Two, Board::default(), moves)
}

/// A game after these draws and placements. Draws and placements must be possible.
pub(crate) fn play(table: Lineup, board: Board, moves: &str) -> OnTop {
    let mut game = OnTop::new(&Start::usual(table, board));
    for text in moves.split_whitespace() {
        let action = game.parse_action(text);
        game.play(action.unwrap_or_else(|| panic!("'{text}' is impossible in\n{game}")));
    }
    game
}

/// The usual board, but with this many stones for each colour.
pub(crate) fn with_stones(stones: u8) -> Board {
    changed(&Board::default(), "\"stones\":20", &format!("\"stones\":{stones}"))
}

/// A board whose description differs in one place.
pub(crate) fn changed(board: &Board, old: &str, new: &str) -> Board {
    let text = board.write().to_string();
    assert!(text.contains(old), "'{old}' is not in {text}");
    Board::from_json(&text.replace(old, new)).unwrap()
}

/// A number of games or of inputs: small, or full with `KONTRA_FULL=1`.
pub(crate) fn size(quick: u64, full: u64) -> u64 {
    kontra_game::testkit::size(quick, full)
}

/// The circle with this name on the usual outline.
pub(crate) fn circle(name: &str) -> Circle {
    Board::default().circle(name).unwrap()
}
