use super::description::Description;
use crate::bag::Bag;
use crate::circle::{Corner, Cover};
use crate::key;
use crate::tally::Limit;
use crate::{Circle, Colour, Position, Tile, Triangle};

/// Everything the state looks up while playing, computed once for each board.
///
/// The arrays are powers of two long, so that a masked number is always inside them.
#[derive(Debug)]
pub(crate) struct BoardTables {
    pub(crate) description: Description,
    /// What laying a tile on each position does.
    pub(crate) spots: [Spot; Position::MOST],
    /// For each triangle the positions that contain it; none for [`NO_TRIANGLE`].
    pub(crate) positions_of: [u128; 128],
    /// For each kind and rotation what its four corners add to their circles.
    pub(crate) corners: [[Corner; 4]; 16],
    /// How many stones each colour has.
    pub(crate) limit: Limit,
    /// The circles before the first move, black triangles of the start included.
    pub(crate) covers: [Cover; Circle::MOST],
    /// The positions both triangles of which are empty before the first move.
    pub(crate) open: u128,
    /// The positions of the first move.
    pub(crate) legal: u128,
    /// All tiles.
    pub(crate) bag: Bag,
    /// A hash of the description, the same on every machine.
    pub(crate) key: u64,
}

/// Stands for the triangle beyond the border.
const NO_TRIANGLE: u8 = 127;

/// What laying a tile on a position does.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Spot {
    /// The positions that share a triangle with this one, itself included: nothing fits there any more.
    pub(crate) blocks: u128,
    /// The positions that touch this one with a side: they become possible.
    pub(crate) touches: u128,
    /// Its circles, clockwise from the first obtuse corner.
    pub(crate) corners: [u8; 4],
    /// The triangle beyond the side from each corner to the next.
    pub(crate) beyond: [u8; 4],
    /// That triangle's third circle.
    pub(crate) tips: [u8; 4],
}

impl BoardTables {
    /// Whether the triangle beyond a side of a tile loses its last empty neighbour by it. The triangle is empty
    /// as long as a position with it was open before.
    #[inline]
    pub(crate) fn blackens(&self, spot: &Spot, side: usize, before: u128, after: u128) -> bool {
        let positions = self.positions_of[usize::from(spot.beyond[side]) & 127];
        positions & after == 0 && positions & before != 0
    }

    pub(crate) fn new(description: Description) -> BoardTables {
        let mut positions_of = [0; 128];
        for (i, rhombus) in description.outline.positions.iter().enumerate() {
            for triangle in rhombus.triangles {
                positions_of[triangle.index()] |= 1 << i;
            }
        }
        let around = |triangle: Triangle| {
            let neighbours = description.outline.neighbours(triangle);
            neighbours.fold(0, |set, n| set | positions_of[n.index()])
        };
        let fills = |triangles: &[Triangle]| {
            let blocks = triangles.iter().fold(0, |set, t| set | positions_of[t.index()]);
            let near = triangles.iter().fold(0, |set, &t| set | around(t));
            (blocks, near & !blocks)
        };
        let mut spots = [Spot::default(); Position::MOST];
        for (spot, rhombus) in spots.iter_mut().zip(&description.outline.positions) {
            let (blocks, touches) = fills(&rhombus.triangles);
            let beyond = rhombus.beyond.map(|b| b.map_or(NO_TRIANGLE, |(triangle, _)| triangle.0));
            let tips = rhombus.beyond.map(|b| b.map_or(0, |(_, tip)| tip.0));
            *spot = Spot { blocks, touches, corners: rhombus.corners.map(|c| c.0), beyond, tips };
        }
        let (blocked, legal) = fills(&description.start);
        let all = (0..description.outline.positions.len()).fold(0, |set, i| set | 1 << i);
        BoardTables {
            spots,
            positions_of,
            corners: corners(&description.tiles),
            limit: Limit::new(description.stones),
            covers: covers(&description),
            open: all & !blocked,
            legal,
            bag: Bag::new(&description.tiles.iter().map(|(_, count)| *count).collect::<Vec<_>>()),
            key: key::of_text(&description.write().to_string()),
            description,
        }
    }
}

fn corners(tiles: &[(Tile, u8)]) -> [[Corner; 4]; 16] {
    let mut table = [[Corner::default(); 4]; 16];
    for (kind, (tile, _)) in tiles.iter().enumerate() {
        for turned in [false, true] {
            let colours: [Colour; 4] = tile.corners(turned);
            table[2 * kind + usize::from(turned)] =
                [0, 1, 2, 3].map(|i| Cover::corner(colours[i], Tile::SIXTHS[i]));
        }
    }
    table
}

fn covers(description: &Description) -> [Cover; Circle::MOST] {
    let mut covers = [Cover::default(); Circle::MOST];
    for (i, cover) in covers.iter_mut().enumerate().take(description.outline.circles.len()) {
        let circle = Circle(i as u8);
        let triangles: Vec<Triangle> = description.outline.around(circle).collect();
        *cover = Cover::empty(triangles.len() as u8, description.gold.contains(&circle));
        for _ in triangles.iter().filter(|t| description.start.contains(t)) {
            cover.lay_black();
        }
    }
    covers
}
