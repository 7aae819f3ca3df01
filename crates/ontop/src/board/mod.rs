//! Boards: an outline of triangles, where the black ones lie at the start, the gold circles, the number of
//! stones and the tile set. A board is data; the default is embedded in the crate.

mod description;
mod names;
mod outline;
mod shelf;
mod tables;

use crate::{Circle, Position, Tile, TileKind, Triangle};
use kontra_game::{BadInput, Reader};
use serde_json::Value;
use std::fmt;
use std::hash::{Hash, Hasher};
pub(crate) use tables::{BoardTables, Spot};

/// A board with its tile set: a handle that is copied freely, because boards live as long as the process.
///
/// ```
/// use kontra_ontop::Board;
/// let board = Board::default();
/// assert_eq!(board.triangles().count(), 72);
/// assert_eq!(board.circles().count(), 49);
/// assert_eq!(board.positions().count(), 96);
/// assert_eq!(board.tiles().iter().map(|(_, count)| u32::from(*count)).sum::<u32>(), 34);
/// ```
#[derive(Clone, Copy)]
pub struct Board(&'static BoardTables);

impl Board {
    /// The boards that come with the crate, the default first: the reconstruction, the same with the start
    /// one row lower, and the same with two other tile sets that fit the thesis's numbers.
    pub fn embedded() -> &'static [Board] {
        shelf::embedded()
    }

    /// The embedded board with this name.
    pub fn named(name: &str) -> Option<Board> {
        Board::embedded().iter().copied().find(|board| board.name() == name)
    }

    /// Reads a board from the text of a file.
    pub fn from_json(text: &str) -> Result<Board, BadInput> {
        shelf::from_json(text)
    }

    /// Reads a board from a JSON object.
    pub fn read(reader: &Reader<'_>) -> Result<Board, BadInput> {
        let place = if reader.place().is_empty() { "board" } else { reader.place() };
        shelf::board(description::Description::read(reader)?, place)
    }

    /// The board as JSON, such that [`read`](Board::read) gives it back.
    pub fn write(self) -> Value {
        self.0.description.write()
    }

    /// Reads a board by the name of an embedded one, or as a whole.
    pub(crate) fn read_short(reader: &Reader<'_>) -> Result<Board, BadInput> {
        match reader.value() {
            Value::String(name) => Board::named(name).ok_or_else(|| {
                let names: Vec<&str> = Board::embedded().iter().map(|board| board.name()).collect();
                reader.expected(format!("a board or one of the names {}", names.join(", ")))
            }),
            _ => Board::read(reader),
        }
    }

    /// The name of an embedded board, or the whole board.
    pub(crate) fn write_short(self) -> Value {
        if Board::embedded().contains(&self) { self.name().into() } else { self.write() }
    }

    /// The board's name.
    pub fn name(self) -> &'static str {
        &self.0.description.name
    }

    /// All triangles, row by row.
    pub fn triangles(self) -> impl ExactSizeIterator<Item = Triangle> {
        (0..self.0.description.outline.triangles.len() as u8).map(Triangle)
    }

    /// All circles, line by line: the order of evaluation.
    pub fn circles(self) -> impl ExactSizeIterator<Item = Circle> {
        (0..self.0.description.outline.circles.len() as u8).map(Circle)
    }

    /// All positions for a tile, by their first triangle, then by their second: the order of moves.
    pub fn positions(self) -> impl ExactSizeIterator<Item = Position> {
        (0..self.0.description.outline.positions.len() as u8).map(Position)
    }

    /// The triangles that are black at the start.
    pub fn start(self) -> &'static [Triangle] {
        &self.0.description.start
    }

    /// How many stones each colour has.
    pub fn stones(self) -> u8 {
        self.0.description.stones
    }

    /// The tile set: every kind and how many there are of it.
    pub fn tiles(self) -> &'static [(Tile, u8)] {
        &self.0.description.tiles
    }

    /// The tile of this kind.
    pub fn tile(self, kind: TileKind) -> Tile {
        self.tiles()[kind.index()].0
    }

    /// The kind of tile with this name.
    pub fn kind(self, name: &str) -> Option<TileKind> {
        let tile = Tile::from_name(name)?;
        self.tiles().iter().position(|&(other, _)| other == tile).map(|i| TileKind(i as u8))
    }

    /// A triangle's row and column, counted from 0; it points up when their sum is even.
    pub fn row_and_column(self, triangle: Triangle) -> (u8, u8) {
        self.0.description.outline.triangles[triangle.index()]
    }

    /// A circle's line, counted from the top, and its distance from the left in half edges.
    pub fn line_and_x(self, circle: Circle) -> (u8, u8) {
        self.0.description.outline.circles[circle.index()]
    }

    /// A triangle's circles, by line and then from the left.
    pub fn corners_of(self, triangle: Triangle) -> [Circle; 3] {
        let outline = &self.0.description.outline;
        // Every corner of a triangle of the board is a circle of the board.
        outline::corners(self.row_and_column(triangle))
            .map(|place| outline.circle(place).unwrap_or(Circle(0)))
    }

    /// The triangles around a circle, in order.
    pub fn around(self, circle: Circle) -> impl Iterator<Item = Triangle> {
        self.0.description.outline.around(circle)
    }

    /// The triangles that share a side with this one.
    pub fn neighbours(self, triangle: Triangle) -> impl Iterator<Item = Triangle> {
        self.0.description.outline.neighbours(triangle)
    }

    /// Whether points count twice on this circle.
    pub fn is_gold(self, circle: Circle) -> bool {
        self.0.description.gold.contains(&circle)
    }

    /// A position's two triangles, in order.
    pub fn halves(self, position: Position) -> [Triangle; 2] {
        self.0.description.outline.positions[position.index()].triangles
    }

    /// A position's circles, clockwise from the obtuse corner that comes first in the order of circles.
    pub fn corners(self, position: Position) -> [Circle; 4] {
        self.0.description.outline.positions[position.index()].corners
    }

    /// The position on these two triangles.
    pub fn position(self, a: Triangle, b: Triangle) -> Option<Position> {
        self.0.description.outline.position(a, b)
    }

    /// A triangle's name, for example `c3`.
    pub fn triangle_name(self, triangle: Triangle) -> String {
        names::triangle(&self.0.description.outline, triangle)
    }

    /// The triangle with this name.
    pub fn triangle(self, name: &str) -> Option<Triangle> {
        names::parse_triangle(&self.0.description.outline, name)
    }

    /// A circle's name, for example `C1`.
    pub fn circle_name(self, circle: Circle) -> String {
        names::circle(&self.0.description.outline, circle)
    }

    /// The circle with this name.
    pub fn circle(self, name: &str) -> Option<Circle> {
        names::parse_circle(&self.0.description.outline, name)
    }

    #[inline]
    pub(crate) fn tables(self) -> &'static BoardTables {
        self.0
    }
}

impl Default for Board {
    /// The reconstruction of the game's board and tiles.
    fn default() -> Board {
        Board::embedded()[0]
    }
}

/// Equal boards are the same board: one is made only once.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.key);
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.name())
    }
}
