use schemars::JsonSchema;
use serde::Serialize;

/// The geometry of a board of OnTop.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Board")]
pub(crate) struct BoardGeometry {
    /// The board's name.
    pub(crate) board: String,
    pub(crate) triangles: Vec<BoardTriangle>,
    pub(crate) circles: Vec<BoardCircle>,
    pub(crate) positions: Vec<BoardPosition>,
    pub(crate) tiles: Vec<BoardTile>,
    /// The triangles that are black from the start.
    pub(crate) start: Vec<String>,
    /// Stones of each colour.
    pub(crate) stones: u8,
}

/// Half a place for a tile.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BoardTriangle {
    pub(crate) name: String,
    pub(crate) row: u8,
    pub(crate) column: u8,
    /// Whether it points up.
    pub(crate) up: bool,
    /// The circles at its corners.
    pub(crate) corners: [String; 3],
}

/// A circle.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BoardCircle {
    pub(crate) name: String,
    /// Its line, counted from the top.
    pub(crate) line: u8,
    /// Half edges from the left.
    pub(crate) x: u8,
    /// How many triangles lie around it.
    pub(crate) sixths: usize,
    pub(crate) gold: bool,
}

/// A place for a tile.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BoardPosition {
    pub(crate) name: String,
    pub(crate) triangles: [String; 2],
    /// The circles at its corners, clockwise.
    pub(crate) corners: [String; 4],
}

/// A kind of tile, and how many there are.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BoardTile {
    pub(crate) tile: String,
    pub(crate) count: u8,
}
