//! Where a tile may be laid, how tiles are drawn, and where triangles become black.

use crate::support::two;
use kontra_game::{Chances, Game, Notation, Seat, Streams, Turn};
use kontra_ontop::{Action, Board, Content, Lineup, OnTop, Start};

fn moves(game: &OnTop) -> Vec<String> {
    game.choices().into_iter().map(|action| game.action_text(action)).collect()
}

#[test]
fn the_opening_has_24_moves_four_at_each_side_of_the_black_triangles() {
    let positions = "b2c2 b4c4 b6c6 b8c8 c1c2 c4c5 c5c6 c8c9 d2d3 d3d4 d6d7 d7d8";
    let expected: Vec<String> = positions
        .split(' ')
        .flat_map(|position| [format!("{position}+"), format!("{position}-")])
        .collect();
    assert_eq!(moves(&two("bwry")), expected);
    assert_eq!(expected.len(), 24);
}

#[test]
fn a_tile_must_touch_something_with_a_side_not_with_a_corner() {
    let game = two("bwry");
    assert!(game.parse_action("c4c5+").is_some(), "c4 and the black c3 share a side");
    assert!(game.parse_action("b3b4+").is_none(), "b3 and the black c3 share a corner only");
    let game = two("bwry c4c5+ bwry");
    assert!(game.parse_action("b3b4+").is_some(), "b4 and the tile's c4 share a side");
    assert!(game.parse_action("b5b6+").is_none(), "b5 and the tile share a corner only");
}

#[test]
fn both_triangles_must_be_empty() {
    let game = two("bwry c4c5+ bwry");
    for taken in ["c3c4+", "c4c5-", "c5c6+", "b4c4+"] {
        assert!(game.parse_action(taken).is_none(), "{taken}");
    }
}

#[test]
fn every_position_allows_two_rotations() {
    let mut game = two("");
    let mut rng = Streams::new(1).test(0);
    while let Some(action) = game.random_action(&mut rng) {
        let names = moves(&game);
        if game.turn() != Turn::Chance {
            assert_eq!(names.len() as u32, game.branching());
            for pair in names.chunks(2) {
                assert_eq!(pair[0].strip_suffix('+'), pair[1].strip_suffix('-'));
            }
        }
        game.play(action);
    }
}

#[test]
fn upright_the_first_corner_lies_on_the_first_obtuse_corner() {
    let game = two("bwry c4c5+");
    let at = |name: &str| game.sixths(game.board().circle(name).unwrap());
    // c4 points down, c5 up: their common side runs from C3 down to D3.
    assert_eq!(at("C3"), [2, 0, 0, 0], "blue, obtuse, above");
    assert_eq!(at("D4"), [0, 1, 0, 0], "white, acute, next clockwise");
    assert_eq!(at("D3"), [0, 0, 2, 0], "red, obtuse, below");
    assert_eq!(at("C2"), [0, 0, 0, 1], "yellow, acute");
    let turned = two("bwry c4c5-");
    assert_eq!(turned.sixths(turned.board().circle("C3").unwrap()), [0, 0, 2, 0]);
}

#[test]
fn tiles_are_drawn_by_their_number_and_not_put_back() {
    let chances = |game: &OnTop| {
        let mut chances = Chances::new();
        game.chances(&mut chances);
        let text = |(action, chance): (Action, f64)| {
            (game.action_text(action), (chance * 33_000.0).round() / 33_000.0)
        };
        chances.into_iter().map(text).collect::<Vec<_>>()
    };
    let names: Vec<String> = chances(&two("")).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["bwry", "wbyr", "brwy", "rbyw", "wryb"]);
    let mut first = Chances::new();
    two("").chances(&mut first);
    let expected = [11.0, 10.0, 6.0, 6.0, 1.0].map(|count| count / 34.0);
    assert_eq!(first.iter().map(|(_, chance)| *chance).collect::<Vec<_>>(), expected);
    // The only tile of its kind is gone.
    let after = chances(&two("wryb c4c5+"));
    let expected = [("bwry", 11.0), ("wbyr", 10.0), ("brwy", 6.0), ("rbyw", 6.0)];
    assert_eq!(after, expected.map(|(name, count)| (name.to_owned(), count / 33.0)));
}

#[test]
fn seats_take_turns_to_draw_and_place() {
    let mut rng = Streams::new(2).test(0);
    for table in Lineup::ALL {
        let mut game = OnTop::new(&Start::usual(table, Board::default()));
        let mut expected = 0;
        while let Some(action) = game.random_action(&mut rng) {
            assert_eq!(game.mover().index(), expected % game.seats());
            if let Turn::Seat(seat) = game.turn() {
                assert_eq!(Some(seat), Seat::new(expected % game.seats()));
                expected += 1;
            }
            game.play(action);
        }
        assert_eq!(game.tiles_laid() as usize, expected);
    }
}

fn black(game: &OnTop) -> Vec<String> {
    let board = game.board();
    let black = board.triangles().filter(|&t| game.content(t) == Content::Black);
    black.map(|t| board.triangle_name(t)).collect()
}

#[test]
fn an_empty_triangle_without_an_empty_neighbour_becomes_black() {
    assert_eq!(black(&two("wryb c8c9+ brwy")), ["c3", "c7"]);
    // d9, at the border, has lost both its neighbours: c9 and d8.
    let game = two("wryb c8c9+ brwy d7d8+");
    assert_eq!(black(&game), ["c3", "c7", "d9"]);
    assert!(!game.choices().iter().any(|&a| game.action_text(a).contains("d9")));
}

#[test]
fn a_triangle_that_becomes_black_can_close_a_circle_away_from_the_tile() {
    let game = two("wryb c8c9+ brwy d7d8+");
    // D6 is no corner of the tile on d7 and d8, but of d9 behind it: one sixth red, one black.
    let circle = game.board().circle("D6").unwrap();
    assert_eq!((game.sixths(circle), game.missing(circle)), ([0, 0, 1, 0], 0));
    assert_eq!(game.scored(circle).unwrap().points, 1);
}

#[test]
fn one_tile_can_make_two_triangles_black() {
    let moves = "bwry b6c6+ rbyw b2c2+ brwy a1b1- rbyw a5b5- wryb";
    assert_eq!(black(&two(moves)), ["c3", "c7"]);
    assert_eq!(black(&two(&format!("{moves} a3b3+"))), ["a2", "a4", "c3", "c7"]);
}

#[test]
fn there_are_as_many_black_triangles_as_needed() {
    // The box has eight fillers; random games often need more.
    let most = (0..500).map(|number| {
        let mut game = two("");
        game.playout(&mut Streams::new(3).test(number));
        black(&game).len() - 2
    });
    assert!(most.max().unwrap() > 8);
}
