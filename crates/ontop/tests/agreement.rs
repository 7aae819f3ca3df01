//! The fast rules against the reference, at every step of random games.
//!
//! 160 games, 32,000 with `KONTRA_FULL=1`, or `KONTRA_GAMES` for each table.

use crate::reference::{Piece, Reference};
use kontra_game::{Chances, Game, Notation, Recorded, Seat, Streams, Turn, choose};
use kontra_ontop::{Board, Colour, Colours, Content, Lineup, OnTop, Rules};
use std::fmt;

#[test]
fn two_players_agree_with_the_reference_at_every_step() {
    agree(Lineup::Two);
}

#[test]
fn three_players_agree_with_the_reference_at_every_step() {
    agree(Lineup::Three);
}

#[test]
fn four_players_agree_with_the_reference_at_every_step() {
    agree(Lineup::Four);
}

#[test]
fn teams_agree_with_the_reference_at_every_step() {
    agree(Lineup::Teams);
}

/// Boards with few stones end prematurely all the time, often with several colours at once.
#[test]
fn boards_with_few_stones_agree_with_the_reference_at_every_step() {
    for table in Lineup::ALL {
        for stones in [1, 2, 3, 6, 9] {
            let board = crate::support::with_stones(stones);
            for game in 0..games().div_ceil(20) {
                play(&Rules { table, colours: Colours::Drawn, board }, 1_000_000 + game);
            }
        }
    }
}

fn games() -> u64 {
    kontra_game::testkit::games(crate::support::size(40, 8_000))
}

fn agree(table: Lineup) {
    for game in 0..games() {
        let board = Board::embedded()[game as usize % Board::embedded().len()];
        let colours = if game % 3 == 0 { Colours::Fixed } else { Colours::Drawn };
        play(&Rules { table, colours, board }, game);
    }
}

fn play(rules: &Rules, number: u64) {
    let streams = Streams::new(2009);
    let start = OnTop::deal(rules, &mut streams.deal(number));
    let (mut fast, mut slow) = (OnTop::begin(&start), crate::reference::of(&start));
    let mut rng = streams.test(number);
    loop {
        let state = Place { rules, number, game: &fast };
        compare(&fast, &slow, &state);
        match fast.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let mut chances = Chances::new();
                fast.chances(&mut chances);
                let expected = slow.draws();
                assert_eq!(chances.len(), expected.len(), "{state}");
                for ((action, chance), (name, probability)) in chances.iter().zip(&expected) {
                    assert_eq!(&fast.action_text(*action), name, "{state}");
                    assert!((chance - probability).abs() < 1e-12, "{state}");
                }
                let action = fast.random_action(&mut rng).unwrap();
                slow.draw(&fast.action_text(action));
                fast.play(action);
            }
            Turn::Seat(seat) => {
                assert_eq!(seat.index(), slow.mover());
                let moves = slow.moves();
                let names: Vec<String> =
                    fast.choices().into_iter().map(|action| fast.action_text(action)).collect();
                let expected: Vec<&str> = moves.iter().map(|play| play.name.as_str()).collect();
                assert_eq!(names, expected, "{state}");
                assert_eq!(names.len() % 2, 0);
                let chosen = choose::below(&mut rng, moves.len() as u32) as usize;
                fast.play(fast.parse_action(&names[chosen]).unwrap());
                slow.place(&moves[chosen]);
            }
        }
    }
}

/// Where in the test: drawn only when something is wrong.
struct Place<'a> {
    rules: &'a Rules,
    number: u64,
    game: &'a OnTop,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, game {}:\n{}", self.rules, self.number, self.game)
    }
}

fn compare(fast: &OnTop, slow: &Reference, state: &Place<'_>) {
    for colour in Colour::ALL {
        assert_eq!(i32::from(fast.points(colour)), slow.points[colour.index()], "{colour} {state}");
        assert_eq!(i32::from(fast.stones(colour)), slow.stones[colour.index()], "{colour} {state}");
    }
    let board = fast.board();
    assert_eq!(board.triangles().len(), slow.triangles.len());
    for triangle in board.triangles() {
        let corners = board.corners_of(triangle);
        let found = match fast.content(triangle) {
            Content::Empty => None,
            Content::Black => Some(Piece::Black),
            Content::Tile(laid) => {
                let circles = board.corners(laid.placement.position());
                let colours = board.tile(laid.kind).corners(laid.placement.turned());
                let at = |circle| circles.iter().position(|&c| c == circle).unwrap();
                Some(Piece::Half(
                    corners.iter().map(|&c| (point(board, c), colours[at(c)].index())).collect(),
                ))
            }
        };
        assert_eq!(
            found,
            slow.pieces[triangle.index()],
            "{} {state}",
            board.triangle_name(triangle)
        );
    }
    for circle in board.circles() {
        let place = point(board, circle);
        assert_eq!(place, slow.points_of_board[circle.index()]);
        assert_eq!(fast.sixths(circle).map(i32::from), slow.sixths(place), "{place:?} {state}");
        assert_eq!(usize::from(fast.missing(circle)), slow.missing(place), "{place:?} {state}");
        let stack: Option<Vec<usize>> = fast
            .scored(circle)
            .map(|score| score.seconds.iter().chain([score.winner]).map(Colour::index).collect());
        assert_eq!(stack.as_ref(), slow.stacks.get(&place), "{place:?} {state}");
    }
    assert_eq!(fast.turn() == Turn::Over, slow.over, "{state}");
    if let Some(outcome) = fast.outcome() {
        let scores: Vec<i32> = outcome.scores().iter().map(|&score| i32::from(score)).collect();
        assert_eq!(scores, slow.scores(), "{state}");
        for seat in Seat::all(fast.seats()) {
            let side = slow.setup.sides[fast.colour(seat).index()].unwrap();
            assert_eq!(outcome.wins(seat), slow.winners().contains(&side), "{state}");
        }
        for (found, expected) in fast.payoffs().as_slice().iter().zip(slow.payoffs()) {
            assert!((found - expected).abs() < 1e-12, "{state}");
        }
    }
}

fn point(board: Board, circle: kontra_ontop::Circle) -> crate::reference::Point {
    let (line, x) = board.line_and_x(circle);
    (i32::from(line), i32::from(x))
}
