/// One triangle of the board, numbered row by row from the top left; its name (`c3`: third row, third
/// column) is the board's to give.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Triangle(pub(crate) u8);

impl Triangle {
    /// The most triangles a board may have (the game's has 72).
    pub const MOST: usize = 96;

    /// The triangle's number on its board.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What lies on a triangle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A black triangle: at the start, or because no tile fits there any more. It counts for nobody.
    Black,
    /// One half of a tile.
    Tile(crate::Laid),
}
