//! Drawings: the text by example, and the book's pictures as files.

use crate::support::{circle, two};
use kontra_game::Records;
use kontra_ontop::draw::{svg, text};
use kontra_ontop::{Board, Lineup, OnTop, Start};
use std::path::Path;

#[test]
fn a_board_is_drawn_as_text() {
    let game = two("wryb b8c8- rbyw a7b7- brwy a8a9- bwry d2d3-");
    let expected = r"
     1  2  3  4  5  6  7  8  9
     @-----o-----o-----o-----W
a   / \   / \   / \   /w\r w w\
   /   \ /   \ /   \ /y r\b b y\
  @-----o-----o-----o     B-----Y
b  \   / \   / \   / \y r/b\# #/
    \ /   \ /   \ /   \b/y w\#/
     @-----o-----o-----o     o
c   / \   /#\   / \   /#\y w/ \
   /   \ /# #\ /   \ /# #\r/   \
  @-----o-----o-----o-----o-----o
d  \   /r r y/ \   / \   / \   /
    \ /w b b/   \ /   \ /   \ /
     @-----o-----o-----o-----o
e   / \   / \   / \   / \   / \
   /   \ /   \ /   \ /   \ /   \
  @-----o-----o-----o-----o-----o
f  \   / \   / \   / \   / \   /
    \ /   \ /   \ /   \ /   \ /
     @-----o-----o-----o-----o
g   / \   / \   / \   / \   / \
   /   \ /   \ /   \ /   \ /   \
  @-----o-----o-----o-----o-----o
h  \   / \   / \   / \   / \   /
    \ /   \ /   \ /   \ /   \ /
     @-----o-----o-----o-----o";
    assert_eq!(text::board(&game, text::Paint::Plain), expected.trim_start_matches('\n'));
}

#[test]
fn a_game_says_what_comes_next() {
    let lines = |game: &OnTop| {
        let text = game.to_string();
        text.lines().skip(26).map(str::to_owned).collect::<Vec<_>>()
    };
    let expected = [
        "b blue   seat 0    0 points  20 stones left",
        "w white  seat 1    0 points  20 stones left",
        "r red    passive   0 points  20 stones left",
        "y yellow passive   0 points  20 stones left",
        "to draw: 10 bwry, 10 wbyr, 6 brwy, 6 rbyw, 1 wryb",
        "seat 0 (blue) lays bwry:",
        "   b-----w",
        "  /     /",
        " y-----r",
    ];
    assert_eq!(lines(&two("bwry")), expected);
    assert_eq!(lines(&two("bwry c4c5+"))[5], "seat 1 (white) draws a tile");
    let over =
        crate::support::play(Lineup::Two, crate::support::with_stones(1), "wbyr c1c2- wbyr d2d3+");
    assert_eq!(lines(&over)[5], "seat 0 (blue) won; final scores 2, -1");
    let draw =
        crate::support::play(Lineup::Two, crate::support::with_stones(1), "rbyw d2d3- bwry c1d1-");
    let expected = "seat 0 (blue) and seat 1 (white) share the first place; final scores -1, -1";
    assert_eq!(lines(&draw)[5], expected);
}

#[test]
fn in_colour_the_letters_are_the_same() {
    let game = two("wryb b8c8- rbyw a7b7- brwy a8a9-");
    let painted = text::game(&game, text::Paint::Ansi);
    let mut plain = String::new();
    for (i, part) in painted.split('\x1b').enumerate() {
        plain += if i == 0 { part } else { part.split_once('m').unwrap().1 };
    }
    assert_eq!(plain, game.to_string());
    assert_ne!(painted, plain);
}

/// The book's pictures are what the code draws; `UPDATE_EXPECT=1` writes them anew.
#[test]
fn the_pictures_of_the_book_are_up_to_date() {
    let board = Board::default();
    let opening = OnTop::new(&Start::usual(Lineup::Two, board));
    let book = std::fs::read_to_string("../../docs/src/ontop.md").unwrap();
    let line = book.lines().find(|line| line.starts_with("{\"kontra\"")).unwrap();
    let record = Records::new(line.as_bytes()).next().unwrap().unwrap();
    let finished = record.replay::<OnTop>().unwrap().end;
    let four_points = two("brwy c4c5+ rbyw b4b5- rbyw c1c2- bwry b2b3+");
    let six_points = two("rbyw d2d3+ bwry c1d1+ brwy e1e2+");
    check_picture("ontop-board.svg", &svg::board(&opening, svg::Names::Circles));
    check_picture("ontop-tiles.svg", &svg::tiles(board));
    check_picture("ontop-game.svg", &svg::board(&finished, svg::Names::Border));
    check_picture("ontop-circle.svg", &svg::circle(&four_points, circle("C2")));
    check_picture("ontop-gold.svg", &svg::circle(&six_points, circle("E1")));
}

fn check_picture(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/img").join(name);
    if std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == found, "{name} is out of date: UPDATE_EXPECT=1 draws it anew");
}
