//! The board, the tile set and single circles as SVG.
//!
//! Every corner of a tile is a coloured sector; the sectors around a closed circle make a pie. Stones lie on the
//! circle as a small stack, the winner's on top. The text is the same on every machine: no number
//! in it needs more than additions, multiplications and one square root.

use super::shapes::{Drawing, Point, RADIUS};
use crate::{Board, Circle, Colour, Content, OnTop, Placement, Tile, Triangle};

/// Half the length of an edge.
const HALF: f64 = 32.0;

/// What is written into the drawing of a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Names {
    /// Nothing but letters for rows and numbers for columns at the border.
    #[default]
    Border,
    /// Also the names of all circles.
    Circles,
}

/// The board with everything on it.
///
/// ```
/// use kontra_ontop::{Board, OnTop, Start, Lineup, draw::svg};
/// let game = OnTop::new(&Start::usual(Lineup::Two, Board::default()));
/// let drawing = svg::board(&game, svg::Names::Circles);
/// assert!(drawing.starts_with("<svg") && drawing.ends_with("</svg>\n"));
/// ```
pub fn board(game: &OnTop, names: Names) -> String {
    let board = game.board();
    let mut drawing = Drawing::new();
    for triangle in board.triangles() {
        draw_triangle(&mut drawing, game, triangle);
    }
    for laid in game.tiles() {
        draw_tile(&mut drawing, board.tile(laid.kind), laid.placement, board);
    }
    for circle in board.circles() {
        draw_circle(&mut drawing, game, circle);
        if names == Names::Circles {
            drawing.text(place(board, circle), 11.0, &board.circle_name(circle));
        }
    }
    for triangle in board.triangles() {
        label(&mut drawing, board.row_and_column(triangle));
    }
    drawing.finish(1.0)
}

/// The tile set, with the number of tiles of each kind.
pub fn tiles(board: Board) -> String {
    let mut drawing = Drawing::new();
    let edge = 2.0 * HALF;
    for (i, (tile, count)) in board.tiles().iter().enumerate() {
        let top = Point::new(edge * 1.9 * i as f64, 0.0);
        let (right, down) = (Point::new(edge, 0.0), Point::new(-HALF, HALF * height()));
        let corners = [top, top.plus(right), top.plus(right).plus(down), top.plus(down)];
        drawing.tile(corners, tile.corners(false), edge);
        let below = Point::new(top.x + 0.25 * edge, down.y + 20.0);
        drawing.text(below, 15.0, &format!("{count} × {tile}"));
    }
    drawing.finish(1.0)
}

/// One circle with the triangles around it, and what it is worth.
pub fn circle(game: &OnTop, circle: Circle) -> String {
    let board = game.board();
    let mut drawing = Drawing::new();
    let around: Vec<Triangle> = board.around(circle).collect();
    for &triangle in &around {
        draw_triangle(&mut drawing, game, triangle);
    }
    let touches = |placement: Placement| {
        board.halves(placement.position()).iter().any(|half| around.contains(half))
    };
    for laid in game.tiles().filter(|laid| touches(laid.placement)) {
        draw_tile(&mut drawing, board.tile(laid.kind), laid.placement, board);
    }
    draw_circle(&mut drawing, game, circle);
    let below = Point::new(place(board, circle).x, drawing.bottom() + 22.0);
    drawing.text(below, 15.0, &verdict(game, circle));
    drawing.finish(2.0)
}

/// What a circle is worth, in words.
fn verdict(game: &OnTop, circle: Circle) -> String {
    let name = game.board().circle_name(circle);
    match game.scored(circle) {
        Some(score) => {
            let plural = if score.points == 1 { "" } else { "s" };
            format!("{name}: {} point{plural} for {}", score.points, score.winner)
        }
        None if game.missing(circle) == 0 => format!("{name}: nothing for nobody"),
        None => format!("{name}: still open"),
    }
}

/// The height of a triangle in half edges.
fn height() -> f64 {
    3_f64.sqrt()
}

fn place(board: Board, circle: Circle) -> Point {
    let (line, x) = board.line_and_x(circle);
    Point::new(HALF * f64::from(x), HALF * height() * f64::from(line))
}

fn draw_triangle(drawing: &mut Drawing, game: &OnTop, triangle: Triangle) {
    let corners = game.board().corners_of(triangle).map(|circle| place(game.board(), circle));
    let fill = match game.content(triangle) {
        Content::Black => "#222",
        Content::Empty | Content::Tile(_) => "#f4f4f4",
    };
    drawing.polygon(&corners, fill, "#bbb");
}

fn draw_tile(drawing: &mut Drawing, tile: Tile, placement: Placement, board: Board) {
    let corners = board.corners(placement.position()).map(|circle| place(board, circle));
    drawing.tile(corners, tile.corners(placement.turned()), 2.0 * HALF);
}

/// The outline of a circle, gold or not, and the stones on it.
fn draw_circle(drawing: &mut Drawing, game: &OnTop, circle: Circle) {
    let centre = place(game.board(), circle);
    let (stroke, width) =
        if game.board().is_gold(circle) { ("#d4a017", 4.0) } else { ("#999", 1.5) };
    drawing.ring(centre, 2.0 * HALF * RADIUS, stroke, width);
    let Some(score) = game.scored(circle) else { return };
    let stack: Vec<Colour> = score.seconds.iter().chain([score.winner]).collect();
    for (i, colour) in stack.into_iter().enumerate() {
        drawing.stone(Point::new(centre.x, centre.y - 5.0 * i as f64), colour);
    }
}

fn label(drawing: &mut Drawing, (row, column): (u8, u8)) {
    let letter = char::from(b'a' + row).to_string();
    let middle = HALF * height() * (f64::from(row) + 0.5);
    let number = (column + 1).to_string();
    drawing.label(Point::new(-1.2 * HALF, middle), &letter);
    drawing.label(Point::new(HALF * f64::from(column + 1), -1.1 * HALF), &number);
}
