use crate::{Colour, Placement};
use std::fmt;

/// A rhombus: the colours of its corners, clockwise, beginning with an obtuse one.
///
/// An obtuse corner (120°) covers two sixths of a circle, an acute one (60°) covers one. Turned by half a
/// circle a tile is still the same tile.
///
/// ```
/// use kontra_ontop::{Colour, Tile};
/// let tile = Tile::from_name("bwry").unwrap();
/// assert_eq!(tile.corners(false), [Colour::Blue, Colour::White, Colour::Red, Colour::Yellow]);
/// assert_eq!(tile.corners(true), [Colour::Red, Colour::Yellow, Colour::Blue, Colour::White]);
/// assert_eq!(tile.to_string(), "bwry");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tile([Colour; 4]);

impl Tile {
    /// How many sixths of a circle each corner covers, clockwise from an obtuse one.
    pub const SIXTHS: [u8; 4] = [2, 1, 2, 1];

    /// The tile with these corners, clockwise from an obtuse one.
    pub const fn new(corners: [Colour; 4]) -> Tile {
        Tile(corners)
    }

    /// The tile with this name: its corners' letters, clockwise from an obtuse one.
    pub fn from_name(name: &str) -> Option<Tile> {
        let mut letters = name.chars();
        let mut corner = || letters.next().and_then(Colour::from_letter);
        let tile = Tile([corner()?, corner()?, corner()?, corner()?]);
        letters.next().is_none().then_some(tile)
    }

    /// The corners clockwise, as they lie upright or turned by half a circle.
    pub const fn corners(self, turned: bool) -> [Colour; 4] {
        let [a, b, c, d] = self.0;
        if turned { [c, d, a, b] } else { [a, b, c, d] }
    }

    /// Whether the two are the same tile, perhaps turned.
    pub fn is_same(self, other: Tile) -> bool {
        self == other || Tile(self.corners(true)) == other
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.map(Colour::letter).iter().collect::<String>())
    }
}

/// The number of a kind of tile in the board's tile set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TileKind(pub(crate) u8);

impl TileKind {
    /// The most kinds a tile set may have (the game's has five).
    pub const MOST: usize = 7;

    /// The kind's number in the tile set.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A tile on the board: its kind, and where and which way round it lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Laid {
    /// Which tile.
    pub kind: TileKind,
    /// Where, and which way round.
    pub placement: Placement,
}
