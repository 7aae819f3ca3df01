/// Two neighbouring triangles: a place for a tile, numbered by its first triangle, then its second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position(pub(crate) u8);

impl Position {
    /// The most positions a board may have (the game's has 96): two moves each fill a list of moves.
    pub const MOST: usize = 128;

    /// The position's number on its board.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A way to lay a tile: a position and one of two rotations.
///
/// Upright, the tile's first corner lies on the obtuse corner of the position that comes first in the order
/// of circles: the upper one, or the left one of a rhombus that stands on its tip.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placement(u8);

impl Placement {
    /// A tile on `position`, upright or turned by half a circle.
    #[inline]
    pub const fn new(position: Position, turned: bool) -> Placement {
        Placement(position.0 << 1 | turned as u8)
    }

    /// Where the tile lies.
    #[inline]
    pub const fn position(self) -> Position {
        Position(self.0 >> 1)
    }

    /// Whether it is turned by half a circle.
    #[inline]
    pub const fn turned(self) -> bool {
        self.0 & 1 != 0
    }

    /// Position and rotation as one number: the order in which moves are listed.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
