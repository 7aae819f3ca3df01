//! The board as text.
//!
//! A triangle is five characters wide and has a letter in each corner; between the two halves of a tile there
//! is no line. Circles are `o`, gold ones `@`; a closed circle shows the capital of the colour on top, or `x`
//! where nobody has a stone. Black triangles are filled with `#`.

use super::canvas::Canvas;
pub use super::canvas::Paint;
use crate::{Circle, Colour, Content, OnTop, Tile, Triangle};
use kontra_game::{Game, Turn};
use std::fmt;

/// Rows between two lines of circles, and columns in half an edge.
const STEP: usize = 3;

/// Room for the letters of the rows and the numbers of the columns.
const MARGIN: (usize, usize) = (1, 2);

/// The board with everything on it, and nothing else.
pub fn board(game: &OnTop, paint: Paint) -> String {
    let board = game.board();
    let points = || board.circles().map(|circle| point(board.line_and_x(circle)));
    let rows = points().map(|(row, _)| row + 1).max().unwrap_or(0);
    let columns = points().map(|(_, column)| column + 1).max().unwrap_or(0);
    let mut canvas = Canvas::new(rows, columns);
    for triangle in board.triangles() {
        label(&mut canvas, board.row_and_column(triangle));
    }
    for triangle in board.triangles() {
        sides(&mut canvas, game, triangle);
    }
    for triangle in board.triangles() {
        letters(&mut canvas, game, triangle);
    }
    for circle in board.circles() {
        let (row, column) = point(board.line_and_x(circle));
        let (sign, colour) = circle_sign(game, circle);
        canvas.set(row, column, sign, colour);
    }
    canvas.to_text(paint)
}

/// The board, the tile to be placed, points and stones, and what comes next.
pub fn game(game: &OnTop, paint: Paint) -> String {
    let mut text = board(game, paint);
    for colour in Colour::ALL {
        let who = game.seat(colour).map_or("passive".to_owned(), |seat| format!("seat {seat}"));
        let letter = paint.sign(colour.letter(), Some(colour));
        let (points, stones) = (game.points(colour), game.stones(colour));
        text += &format!("\n{letter} {colour:7}{who:8}{points:3} points{stones:4} stones left");
    }
    let bag =
        game.board().tiles().iter().enumerate().map(|(i, (tile, _))| {
            format!("{} {tile}", game.tiles_left_of(crate::TileKind(i as u8)))
        });
    text += &format!("\nto draw: {}", bag.collect::<Vec<_>>().join(", "));
    let mover = format!("seat {} ({})", game.mover(), game.colour(game.mover()));
    match game.turn() {
        Turn::Chance => text += &format!("\n{mover} draws a tile\n"),
        Turn::Seat(_) => {
            let tile = game.hand().map(|kind| game.board().tile(kind));
            let name = tile.map(|tile| tile.to_string()).unwrap_or_default();
            text += &format!("\n{mover} lays {name}:\n");
            text += &tile.map(|tile| self::tile(tile, paint)).unwrap_or_default();
        }
        Turn::Over => text += &over(game),
    }
    text
}

/// A tile as it lies upright on two triangles side by side.
pub fn tile(tile: Tile, paint: Paint) -> String {
    let [a, b, c, d] = tile.corners(false).map(|c| paint.sign(c.letter(), Some(c)));
    format!("   {a}-----{b}\n  /     /\n {d}-----{c}\n")
}

fn over(game: &OnTop) -> String {
    let Some(outcome) = game.outcome() else { return String::new() };
    let seats = kontra_game::Seat::all(game.seats()).filter(|&seat| outcome.wins(seat));
    let winners: Vec<String> =
        seats.map(|seat| format!("seat {seat} ({})", game.colour(seat))).collect();
    let scores: Vec<String> = outcome.scores().iter().map(ToString::to_string).collect();
    let verb = if outcome.is_draw() { "share the first place" } else { "won" };
    format!("\n{} {verb}; final scores {}\n", winners.join(" and "), scores.join(", "))
}

/// Where a line and an `x` are on the canvas.
fn point((line, x): (u8, u8)) -> (usize, usize) {
    (MARGIN.0 + STEP * usize::from(line), MARGIN.1 + STEP * usize::from(x))
}

fn label(canvas: &mut Canvas, (row, column): (u8, u8)) {
    let (top, _) = point((row, 0));
    canvas.write(top + 1, 0, &char::from(b'a' + row).to_string());
    let number = format!("{}", column + 1);
    let (_, middle) = point((0, column + 1));
    canvas.write(0, middle + 1 - number.len(), &number);
}

/// The three sides of a triangle, except the one inside a tile.
fn sides(canvas: &mut Canvas, game: &OnTop, triangle: Triangle) {
    let places = |t| game.board().corners_of(t).map(|circle| game.board().line_and_x(circle));
    let other_half = other_half(game, triangle).map(places);
    let [a, b, c] = places(triangle);
    for [from, to] in [[a, b], [a, c], [b, c]] {
        let inside = other_half.is_some_and(|half| half.contains(&from) && half.contains(&to));
        side(canvas, from, to, inside);
    }
}

fn side(canvas: &mut Canvas, from: (u8, u8), to: (u8, u8), inside: bool) {
    let ((row, column), (end_row, end_column)) = (point(from), point(to));
    let sign = |sign| if inside { ' ' } else { sign };
    if row == end_row {
        for column in column + 1..end_column {
            canvas.set(row, column, sign('-'), None);
        }
    } else if end_column < column {
        for i in 1..STEP {
            canvas.set(row + i, column - i, sign('/'), None);
        }
    } else {
        for i in 1..STEP {
            canvas.set(row + i, column + i, sign('\\'), None);
        }
    }
}

/// The other triangle under the same tile.
fn other_half(game: &OnTop, triangle: Triangle) -> Option<Triangle> {
    let Content::Tile(laid) = game.content(triangle) else { return None };
    game.board().halves(laid.placement.position()).into_iter().find(|&half| half != triangle)
}

/// What each corner of a triangle shows.
fn letters(canvas: &mut Canvas, game: &OnTop, triangle: Triangle) {
    let board = game.board();
    let (row, column) = board.row_and_column(triangle);
    let middle = point((row, column + 1)).1;
    for circle in board.corners_of(triangle) {
        let (line, x) = board.line_and_x(circle);
        let (sign, colour) = match game.content(triangle) {
            Content::Empty => continue,
            Content::Black => ('#', None),
            Content::Tile(laid) => {
                let corners = board.corners(laid.placement.position());
                let colours = board.tile(laid.kind).corners(laid.placement.turned());
                let colour = corners.iter().position(|&c| c == circle).map(|i| colours[i]);
                (colour.map_or('?', Colour::letter), colour)
            }
        };
        let (at, column) = point((line, x));
        let inward = if line == row { at + 1 } else { at - 1 };
        let column = match column.cmp(&middle) {
            std::cmp::Ordering::Less => column + 2,
            std::cmp::Ordering::Equal => column,
            std::cmp::Ordering::Greater => column - 2,
        };
        canvas.set(inward, column, sign, colour);
    }
}

fn circle_sign(game: &OnTop, circle: Circle) -> (char, Option<Colour>) {
    match game.scored(circle) {
        Some(score) => (score.winner.letter().to_ascii_uppercase(), Some(score.winner)),
        None if game.missing(circle) == 0 => ('x', None),
        None if game.board().is_gold(circle) => ('@', None),
        None => ('o', None),
    }
}

impl fmt::Display for OnTop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&game(self, Paint::Plain))
    }
}

impl fmt::Debug for OnTop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}\n{self}", self.board())
    }
}
