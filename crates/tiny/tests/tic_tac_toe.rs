//! Tic-tac-toe: the test kit and the known solution.

use kontra_game::testkit::{self, Conformance, Depth};
use kontra_game::{Game, Notation, Recorded, Turn, perft};
use kontra_tiny::{Solution, TicTacToe};

#[test]
fn it_conforms() {
    assert!(Conformance::<TicTacToe>::new(()).games(200).seed(1).zero_sum().run() > 1000);
}

#[test]
fn the_imagined_world_is_the_true_one() {
    let checked = testkit::worlds_are_consistent::<TicTacToe>(&(), 20, 1, 1, Depth::EveryView);
    assert!(checked > 200);
    for state in testkit::positions::<TicTacToe>(&(), 5, 1) {
        testkit::worlds_are_uniform(&state.view(kontra_game::Seat::wrapping(0, 2)), 10, 1);
    }
}

#[test]
fn perft_counts_are_the_published_ones() {
    // Sequences of n moves; games that have ended earlier are not counted. Of the 255,168 games 127,872 take
    // all nine moves.
    let expected = [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872];
    let start = TicTacToe::begin(&());
    let found: Vec<u64> = (1..=9).map(|depth| perft(&start, depth).nodes).collect();
    assert_eq!(found, expected);
}

#[test]
fn perft_files_and_playthroughs_agree() {
    assert!(testkit::check_perft_file::<TicTacToe>("tests/data/tic-tac-toe.perft.jsonl") > 0);
    testkit::check_playthrough::<TicTacToe>("tests/data/tic-tac-toe.txt", &(), 1);
}

#[test]
fn it_is_a_draw() {
    let start = TicTacToe::begin(&());
    let solution = Solution::of(start);
    assert_eq!(solution.value(&start), Some(0.0));
    assert_eq!(solution.states(), 5478, "positions that can be reached");
    assert_eq!(solution.best_moves(&start).len(), 9, "every first move draws");
}

#[test]
fn a_corner_is_answered_in_the_centre() {
    let mut state = TicTacToe::begin(&());
    let solution = Solution::of(state);
    state.play(state.parse_action("a1").unwrap());
    let best: Vec<String> =
        solution.best_moves(&state).into_iter().map(|square| state.action_text(square)).collect();
    assert_eq!(best, ["b2"]);
}

#[test]
fn three_in_a_row_end_the_game() {
    let mut state = TicTacToe::begin(&());
    for text in ["a1", "a2", "b1", "b2", "c1"] {
        state.play(state.parse_action(text).unwrap());
    }
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!(state.payoffs().as_slice(), [1.0, -1.0]);
}
