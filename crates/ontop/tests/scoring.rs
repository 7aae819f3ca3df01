//! Closed circles: who gets points, who places stones.

use crate::support::{circle, two};
use kontra_game::Game;
use kontra_ontop::Colour::{self, Blue, Red, White, Yellow};
use kontra_ontop::{Board, Content, score};

/// A circle that `moves` close: its sixths (blue, white, red, yellow, black), its points, and the stones on it
/// from the bottom to the top.
fn check(moves: &str, name: &str, sixths: [u8; 5], points: u8, stones: &[Colour]) {
    let (game, circle) = (two(moves), circle(name));
    let [colours @ .., black] = sixths;
    assert_eq!(game.missing(circle), 0, "{name} is closed in\n{game}");
    assert_eq!(game.sixths(circle), colours, "{name} in\n{game}");
    let around: Vec<_> = game.board().around(circle).collect();
    let blacks = around.iter().filter(|&&t| game.content(t) == Content::Black).count();
    assert_eq!(blacks, usize::from(black), "{name} in\n{game}");
    assert_eq!(colours.iter().sum::<u8>() + black, around.len() as u8);
    let score = game.scored(circle);
    assert_eq!(score.map_or(0, |score| score.points), points, "{name} in\n{game}");
    let found = score.map_or(vec![], |score| {
        let mut found: Vec<Colour> = score.seconds.iter().collect();
        found.push(score.winner);
        found
    });
    assert_eq!(found, stones, "{name} in\n{game}");
}

#[test]
fn table_2_1_row_1_two_blue_white_yellow_on_gold_are_six_points() {
    let moves = "rbyw d2d3+ bwry c1d1+ brwy e1e2+";
    check(moves, "E1", [2, 1, 0, 1, 0], 6, &[White, Yellow, Blue]);
}

#[test]
fn table_2_1_row_2_two_yellow_blue_black_on_gold_are_four_points() {
    let moves = "wbyr d2d3- wryb e1e2- bwry c1c2+";
    check(moves, "E1", [1, 0, 0, 2, 1], 4, &[Blue, Yellow]);
}

#[test]
fn table_2_1_row_3_two_red_white_blue_yellow_black_are_four_points() {
    let moves = "brwy c4c5+ rbyw b4b5- rbyw c1c2- bwry b2b3+";
    check(moves, "C2", [1, 1, 2, 1, 1], 4, &[Blue, White, Yellow, Red]);
}

#[test]
fn table_2_1_row_4_two_yellow_white_blue_two_black_are_three_points() {
    let moves = "bwry d6d7+ rbyw d8e8+ wryb c8c9+";
    check(moves, "D5", [1, 1, 0, 2, 2], 3, &[Blue, White, Yellow]);
}

#[test]
fn table_2_1_row_5_three_white_red_blue_black_are_three_points() {
    let moves = "rbyw b4c4+ wryb c5c6- rbyw d5d6- wbyr d3d4+";
    check(moves, "D3", [1, 3, 1, 0, 1], 3, &[Blue, Red, White]);
}

#[test]
fn table_2_1_row_6_two_yellow_on_gold_are_two_points() {
    check("bwry d2d3- wryb c1d1-", "D1", [0, 0, 0, 2, 0], 2, &[Yellow]);
}

#[test]
fn table_2_1_row_7_three_yellow_two_white_black_are_two_points() {
    let moves = "bwry b8c8- wryb a7b7+ wbyr a9b9+";
    check(moves, "B5", [0, 2, 0, 3, 1], 2, &[White, Yellow]);
}

#[test]
fn table_2_1_row_8_six_yellow_are_one_point() {
    let moves = "wryb b4c4+ wbyr c5c6- wbyr b5b6+";
    check(moves, "C3", [0, 0, 0, 6, 0], 1, &[Yellow]);
}

#[test]
fn table_2_1_row_9_red_and_white_on_gold_are_nothing() {
    check("rbyw c1c2+ wryb d1d2-", "D1", [0, 1, 1, 0, 0], 0, &[]);
}

#[test]
fn table_2_1_row_10_three_red_and_three_blue_are_nothing() {
    let moves = "bwry b6c6- brwy b4c4- wbyr a5b5+ rbyw c5d5+";
    check(moves, "C3", [3, 0, 3, 0, 0], 0, &[]);
}

#[test]
fn table_2_1_row_11_two_red_two_yellow_two_blue_are_nothing() {
    let moves = "rbyw c4c5+ bwry b4b5- wbyr b6c6-";
    check(moves, "C3", [2, 0, 2, 2, 0], 0, &[]);
}

/// The last tile lies at the top right; the triangle below it becomes black:
///
/// ```text
///   o-----W
///  /w\r w w\
/// /y r\b b y\
///      B-----Y
///  y r/b\# #/
/// ```
#[test]
fn one_tile_can_close_several_circles_for_different_colours() {
    let moves = "wryb b8c8- rbyw a7b7- brwy a8a9-";
    // White has the corner A5 alone, blue has B5 before red, yellow has B6 beside the black triangle.
    check(moves, "A5", [0, 2, 0, 0, 0], 1, &[White]);
    check(moves, "B5", [3, 0, 2, 0, 1], 2, &[Red, Blue]);
    check(moves, "B6", [0, 0, 0, 1, 1], 1, &[Yellow]);
    let (before, after) = (two("wryb b8c8- rbyw a7b7- brwy"), two(moves));
    let gains = Colour::ALL
        .map(|c| (after.points(c) - before.points(c), before.stones(c) - after.stones(c)));
    assert_eq!(gains, [(2, 1), (1, 1), (0, 1), (1, 1)]);
}

#[test]
fn a_circle_at_the_border_needs_only_its_triangles_on_the_board() {
    let sixths = |name: &str| Board::default().around(circle(name)).count();
    assert_eq!(["A1", "A2", "A5", "B1", "C1", "C5", "I3"].map(sixths), [2, 3, 2, 2, 4, 4, 3]);
    // The right corner of the fourth line is closed by one obtuse corner.
    check("bwry b8c8+ wbyr c9d9+", "D6", [0, 0, 0, 2, 0], 1, &[Yellow]);
}

#[test]
fn points_count_twice_on_the_left_border_and_only_there() {
    let gold: Vec<String> = Board::default()
        .circles()
        .filter(|&circle| Board::default().is_gold(circle))
        .map(|circle| Board::default().circle_name(circle))
        .collect();
    assert_eq!(gold, ["A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1"]);
    // The same corner of the same tile, once on gold and once on the right border.
    check("bwry d2d3- wryb c1d1-", "D1", [0, 0, 0, 2, 0], 2, &[Yellow]);
    check("bwry b8c8+ wbyr c9d9+", "D6", [0, 0, 0, 2, 0], 1, &[Yellow]);
}

#[test]
fn no_circle_is_worth_more_than_four_points_or_six_on_gold() {
    let mut best = [0, 0];
    for circle in Board::default().circles() {
        let gold = Board::default().is_gold(circle);
        let most = Board::default().around(circle).count() as u8;
        for code in 0..7_u32.pow(4) {
            let sixths = [1, 7, 49, 343].map(|unit| (code / unit % 7) as u8);
            if sixths.iter().sum::<u8>() <= most {
                let points = score(sixths, gold).map_or(0, |score| score.points);
                best[usize::from(gold)] = points.max(best[usize::from(gold)]);
            }
        }
    }
    assert_eq!(best, [4, 6]);
}

#[test]
fn black_sixths_are_nobodys() {
    assert_eq!(score([0, 0, 0, 0], false), None);
    // One sixth of yellow beside five of black is a majority.
    let alone = score([0, 0, 0, 1], false).unwrap();
    assert_eq!((alone.winner, alone.points, alone.seconds.len()), (Yellow, 1, 0));
}

#[test]
fn passive_colours_win_points_and_place_stones_too() {
    let game = two("wryb b4c4+ wbyr c5c6- wbyr b5b6+");
    assert_eq!(game.seat(Yellow), None);
    assert_eq!((game.points(Yellow), game.stones(Yellow)), (1, 19));
}

#[test]
fn an_open_circle_is_worth_nothing_yet() {
    let game = two("wryb b4c4+ wbyr c5c6-");
    let circle = circle("C3");
    assert_eq!((game.sixths(circle), game.missing(circle)), ([0, 0, 0, 4], 2));
    assert_eq!(game.scored(circle), None);
    assert!(Colour::ALL.iter().all(|&c| game.points(c) == 0 && game.stones(c) == 20));
    assert_eq!(game.seats(), 2);
}
