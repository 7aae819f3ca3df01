//! How games end, and who wins.

use crate::support::{changed, circle, play, with_stones};
use kontra_game::{Ending, Game, Seat, Turn};
use kontra_ontop::Colour::{Blue, Red, White, Yellow};
use kontra_ontop::{Board, Cause, Colour, ColourSet, Lineup, OnTop, Start};

fn stones(colours: &[Colour]) -> Option<Cause> {
    Some(Cause::Stones(colours.iter().copied().collect::<ColourSet>()))
}

fn cause(game: &OnTop) -> Option<Cause> {
    game.outcome().map(|outcome| outcome.cause)
}

fn scores(game: &OnTop) -> Vec<i16> {
    game.outcome().unwrap().scores().to_vec()
}

#[test]
fn an_active_colour_without_stones_wins_at_once_even_if_it_is_behind() {
    let game = play(Lineup::Two, with_stones(2), "bwry c1c2- bwry d2d3- brwy e1e2+");
    assert_eq!(cause(&game), stones(&[White]));
    assert_eq!(scores(&game), [3, 2], "blue has 4 points and a stone left, white has 2 points");
    assert_eq!(game.payoffs().as_slice(), [-1.0, 1.0]);
    let [blue, white] = [0, 1].map(|seat| game.outcome().unwrap().margin(Seat::new(seat).unwrap()));
    assert_eq!((blue, white), (1, -1), "the margin is a matter of points alone");
}

#[test]
fn a_passive_colour_without_stones_ends_the_game_and_points_minus_stones_decide() {
    let game = play(Lineup::Two, with_stones(2), "wbyr b2c2- wryb c1d1- brwy a1b1-");
    assert_eq!(cause(&game), stones(&[Yellow]));
    assert_eq!((game.points(Yellow), game.points(White), game.points(Blue)), (8, 2, 0));
    assert_eq!(scores(&game), [-1, 1]);
    assert_eq!(game.payoffs().as_slice(), [-1.0, 1.0]);
}

#[test]
fn a_passive_colour_without_stones_can_end_the_game_in_a_draw() {
    let game = play(Lineup::Two, with_stones(1), "rbyw d2d3- bwry c1d1-");
    assert_eq!(cause(&game), stones(&[Red]));
    assert_eq!(scores(&game), [-1, -1]);
    assert_eq!(game.payoffs().as_slice(), [0.0, 0.0]);
}

#[test]
fn an_active_colour_wins_where_a_passive_one_runs_out_on_the_same_circle() {
    let game = play(Lineup::Two, with_stones(1), "rbyw b6c6+ wbyr c5d5- rbyw d6d7+");
    assert_eq!(cause(&game), stones(&[White, Red]));
    assert_eq!(game.payoffs().as_slice(), [-1.0, 1.0]);
}

#[test]
fn two_active_colours_that_run_out_on_the_same_circle_share_the_first_place() {
    let game = play(Lineup::Two, with_stones(2), "brwy b8c8- brwy c9d9+ bwry a9b9-");
    assert_eq!(cause(&game), stones(&[Blue, White]));
    assert_eq!(scores(&game), [4, 1], "points do not matter");
    assert_eq!(game.payoffs().as_slice(), [0.0, 0.0]);
}

#[test]
fn of_two_circles_closed_at_once_the_first_one_ends_the_game() {
    let game = play(Lineup::Two, with_stones(1), "wbyr c1c2- wbyr d2d3+");
    // The tile closes D1, blue's, and D2, white's. D2 is not evaluated any more.
    assert_eq!((game.missing(circle("D1")), game.missing(circle("D2"))), (0, 0));
    assert_eq!(game.scored(circle("D1")).unwrap().winner, Blue);
    assert_eq!(game.sixths(circle("D2")), [0, 4, 0, 0]);
    assert_eq!(game.scored(circle("D2")), None);
    assert_eq!(cause(&game), stones(&[Blue]));
    assert_eq!((game.points(White), game.stones(White)), (0, 1));
    assert_eq!(game.payoffs().as_slice(), [1.0, -1.0]);
}

#[test]
fn nothing_is_drawn_after_the_last_stone() {
    let game = play(Lineup::Two, with_stones(1), "wbyr c1c2- wbyr d2d3+");
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!(game.tiles_left(), 32);
    assert!(game.outcome().unwrap().cause.is_premature());
}

#[test]
fn with_three_players_only_yellow_is_passive() {
    let moves = "rbyw d2d3- bwry c1d1-";
    let game = play(Lineup::Three, with_stones(1), moves);
    assert_eq!(cause(&game), stones(&[Red]));
    assert_eq!(game.payoffs().as_slice(), [-0.5, -0.5, 1.0], "red plays, and wins");
    let game = play(Lineup::Three, with_stones(1), "bwry b8c8+ wbyr c9d9+");
    assert_eq!(cause(&game), stones(&[Yellow]));
    assert_eq!(game.payoffs().as_slice(), [0.0, 0.0, 0.0], "all have -1");
    assert_eq!(game.seat(Yellow), None);
}

#[test]
fn two_of_three_can_share_the_first_place() {
    let game = play(Lineup::Three, with_stones(1), "rbyw b6c6+ wbyr c5d5- rbyw d6d7+");
    assert_eq!(cause(&game), stones(&[White, Red]));
    assert_eq!(game.payoffs().as_slice(), [-0.5, 0.25, 0.25]);
}

#[test]
fn three_of_four_can_share_the_first_place() {
    let game = play(Lineup::Four, with_stones(1), "wbyr d6d7- brwy d8d9+ rbyw b8c8+");
    assert_eq!(cause(&game), stones(&[Blue, White, Red]));
    assert_eq!(game.payoffs().as_slice(), [1.0 / 9.0, 1.0 / 9.0, 1.0 / 9.0, -1.0 / 3.0]);
}

#[test]
fn a_team_wins_when_one_of_its_colours_runs_out() {
    // Blue and red, seats 0 and 2, are partners.
    let game = play(Lineup::Teams, with_stones(1), "bwry b2c2- rbyw c4c5- rbyw b3b4-");
    assert_eq!(cause(&game), stones(&[Blue, Red]));
    assert_eq!(game.payoffs().as_slice(), [1.0, -1.0, 1.0, -1.0]);
    let game = play(Lineup::Teams, with_stones(2), "brwy c1c2+ brwy d2d3+ rbyw e1e2+");
    assert_eq!(cause(&game), stones(&[Yellow]));
    assert!(scores(&game)[1] < scores(&game)[0], "their team is behind");
    assert_eq!(game.payoffs().as_slice(), [-1.0, 1.0, -1.0, 1.0]);
}

#[test]
fn teams_draw_when_both_have_a_colour_that_runs_out_on_the_same_circle() {
    let game = play(Lineup::Teams, with_stones(1), "rbyw b6c6+ wbyr c5d5- rbyw d6d7+");
    assert_eq!(cause(&game), stones(&[White, Red]));
    assert_eq!(scores(&game), [-1, 1]);
    assert_eq!(game.payoffs().as_slice(), [0.0; 4]);
}

/// Six triangles around the golden circle B2, and a black one beside them.
///
/// ```text
///      1  2  3  4
///      o-----o-----x
/// a   / \   / \# #/
///    /   \ /   \#/
///   o-----@-----o
/// b  \   / \   /
///     \ /   \ /
///      o-----o
/// ```
fn hexagon() -> Board {
    Board::from_json(
        r#"{"kontra-board": 1, "name": "hexagon", "triangles": ["^v^v", "v^v."], "start": ["a4"],
            "gold": ["B2"], "stones": 5, "tiles": [{"tile": "bwry", "count": 2}, {"tile": "wryb", "count": 2}]}"#,
    )
    .unwrap()
}

#[test]
fn without_a_position_the_game_ends_and_points_minus_stones_decide() {
    let game = play(Lineup::Two, hexagon(), "bwry a2a3+ bwry a1b1+ wryb b2b3+");
    assert_eq!(cause(&game), Some(Cause::Blocked));
    // Red has four sixths of the golden middle, white two: 4 points. Blue has both sixths of B1, and of A2 beside
    // the black triangle: 1 point each. Yellow has C2. All other circles are ties.
    let each = Colour::ALL.map(|colour| (game.points(colour), game.stones(colour)));
    assert_eq!(each, [(2, 3), (0, 4), (4, 4), (1, 4)], "{game}");
    assert_eq!(scores(&game), [2 - 3, 0 - 4]);
    assert_eq!(game.payoffs().as_slice(), [1.0, -1.0]);
}

#[test]
fn without_a_tile_the_game_ends_though_there_is_room() {
    let few = r#""tiles":[{"tile":"bwry","count":1},{"tile":"wryb","count":1}]"#;
    let board = changed(
        &hexagon(),
        r#""tiles":[{"tile":"bwry","count":2},{"tile":"wryb","count":2}]"#,
        few,
    );
    let game = play(Lineup::Two, board, "bwry a2a3+ wryb b2b3+");
    assert_eq!(cause(&game), Some(Cause::LastTile));
    assert!(game.positions().count() > 0);
    assert_eq!(game.turn(), Turn::Over);
}

#[test]
fn on_the_usual_board_a_tile_is_left_or_nothing_fits() {
    // Both black triangles point up, so 34 tiles leave two triangles that point down: never side by side.
    let board = Board::default();
    let up = |&t: &kontra_ontop::Triangle| {
        let (row, column) = board.row_and_column(t);
        (row + column) % 2 == 0
    };
    assert_eq!(board.triangles().filter(up).count(), 36);
    assert_eq!(board.start().iter().filter(|t| up(t)).count(), 2);
}

#[test]
fn teams_add_up_their_points() {
    let mut game = OnTop::new(&Start::usual(Lineup::Teams, Board::default()));
    game.playout(&mut kontra_game::Streams::new(4).test(0));
    let score = |colour| game.score(colour);
    assert_eq!(scores(&game), [score(Blue) + score(Red), score(White) + score(Yellow)]);
}

#[test]
fn payoffs_of_an_unfinished_game_are_nothing() {
    let game = play(Lineup::Three, Board::default(), "bwry c4c5+");
    assert_eq!(game.outcome(), None);
    assert_eq!(game.payoffs().as_slice(), [0.0; 3]);
}

#[test]
fn every_ending_has_a_word() {
    let word = |stones, moves| play(Lineup::Two, with_stones(stones), moves).ending();
    assert_eq!(word(1, "wbyr c1c2- wbyr d2d3+"), "stones");
    assert_eq!(word(1, "rbyw d2d3- bwry c1d1-"), "passive-stones");
    assert_eq!(word(20, "rbyw d2d3- bwry c1d1-"), "unfinished");
    assert_eq!(
        play(Lineup::Two, hexagon(), "bwry a2a3+ bwry a1b1+ wryb b2b3+").ending(),
        "blocked"
    );
}
