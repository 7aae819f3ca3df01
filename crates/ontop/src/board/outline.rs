use crate::{Circle, Position, Triangle};

/// The geometry of a board: triangles, the circles at their corners and the positions for tiles.
///
/// Row `r`, column `c` holds a triangle that points up when `r + c` is even. A corner has a line (from the
/// top) and an `x` in half edges: the triangle at (r, c) reaches from `x = c` to `x = c + 2`, between the
/// lines `r` and `r + 1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Outline {
    /// Row and column of every triangle, row by row.
    pub(crate) triangles: Vec<(u8, u8)>,
    /// Line and `x` of every circle, line by line.
    pub(crate) circles: Vec<(u8, u8)>,
    /// Every pair of neighbouring triangles, by the first triangle, then by the second.
    pub(crate) positions: Vec<Rhombus>,
}

/// A position for a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rhombus {
    /// Its two triangles, in order.
    pub(crate) triangles: [Triangle; 2],
    /// Its corners clockwise, from the obtuse one that comes first in the order of circles.
    pub(crate) corners: [Circle; 4],
    /// What lies beyond the side from each corner to the next: a triangle and that triangle's third circle.
    pub(crate) beyond: [Option<(Triangle, Circle)>; 4],
}

/// Whether the triangle at this row and column points up.
pub(crate) fn points_up((row, column): (u8, u8)) -> bool {
    (row + column) % 2 == 0
}

/// Line and `x` of a triangle's corners.
pub(crate) fn corners((row, column): (u8, u8)) -> [(u8, u8); 3] {
    if points_up((row, column)) {
        [(row, column + 1), (row + 1, column), (row + 1, column + 2)]
    } else {
        [(row, column), (row, column + 2), (row + 1, column + 1)]
    }
}

/// The triangle that shares the last side with this one: below if it points up, else above.
fn across((row, column): (u8, u8)) -> Option<(u8, u8)> {
    Some((if points_up((row, column)) { row + 1 } else { row.checked_sub(1)? }, column))
}

impl Outline {
    /// The geometry of these triangles, given row by row; `None` if there are more than `most`.
    pub(crate) fn new_within(triangles: Vec<(u8, u8)>, most: usize) -> Option<Outline> {
        if triangles.len() > most {
            return None;
        }
        let mut circles: Vec<(u8, u8)> = triangles.iter().flat_map(|&t| corners(t)).collect();
        circles.sort_unstable();
        circles.dedup();
        let mut outline = Outline { triangles, circles, positions: vec![] };
        outline.positions = outline.pairs().map(|pair| outline.rhombus(pair)).collect();
        Some(outline)
    }

    /// The triangle at this row and column.
    pub(crate) fn triangle(&self, place: (u8, u8)) -> Option<Triangle> {
        self.triangles.binary_search(&place).ok().map(|i| Triangle(i as u8))
    }

    /// The circle at this line and `x`.
    pub(crate) fn circle(&self, place: (u8, u8)) -> Option<Circle> {
        self.circles.binary_search(&place).ok().map(|i| Circle(i as u8))
    }

    /// The position on these two triangles, in any order.
    pub(crate) fn position(&self, a: Triangle, b: Triangle) -> Option<Position> {
        let pair = [a.min(b), a.max(b)];
        let found = self.positions.binary_search_by_key(&pair, |p| p.triangles);
        found.ok().map(|i| Position(i as u8))
    }

    /// The triangles that share a side with this one.
    pub(crate) fn neighbours(&self, triangle: Triangle) -> impl Iterator<Item = Triangle> {
        let (row, column) = self.triangles[triangle.index()];
        let left = column.checked_sub(1).map(|column| (row, column));
        let places = [left, Some((row, column + 1)), across((row, column))];
        places.into_iter().flatten().filter_map(|place| self.triangle(place))
    }

    /// The triangles around a circle.
    pub(crate) fn around(&self, circle: Circle) -> impl Iterator<Item = Triangle> {
        let place = self.circles[circle.index()];
        let meets = move |&(_, &t): &(usize, &(u8, u8))| corners(t).contains(&place);
        self.triangles.iter().enumerate().filter(meets).map(|(i, _)| Triangle(i as u8))
    }

    /// A triangle that cannot be reached from the first one over sides, if there is one.
    pub(crate) fn apart(&self) -> Option<Triangle> {
        let mut reached = vec![false; self.triangles.len()];
        let mut next = vec![Triangle(0)];
        while let Some(triangle) = next.pop() {
            if !std::mem::replace(&mut reached[triangle.index()], true) {
                next.extend(self.neighbours(triangle));
            }
        }
        self.all().find(|triangle| !reached[triangle.index()])
    }

    fn all(&self) -> impl Iterator<Item = Triangle> {
        (0..self.triangles.len() as u8).map(Triangle)
    }

    fn pairs(&self) -> impl Iterator<Item = [Triangle; 2]> {
        self.all().flat_map(|a| {
            let mut later: Vec<Triangle> = self.neighbours(a).filter(|&b| a < b).collect();
            later.sort_unstable();
            later.into_iter().map(move |b| [a, b])
        })
    }

    fn rhombus(&self, triangles: [Triangle; 2]) -> Rhombus {
        let [(row, column), second] = triangles.map(|t| self.triangles[t.index()]);
        let (r, c) = (row, column);
        let places = if second.0 > row {
            // Two triangles base to base: the obtuse corners are left and right.
            [(r + 1, c), (r, c + 1), (r + 1, c + 2), (r + 2, c + 1)]
        } else if points_up((row, column)) {
            [(r, c + 1), (r, c + 3), (r + 1, c + 2), (r + 1, c)]
        } else {
            [(r, c + 2), (r + 1, c + 3), (r + 1, c + 1), (r, c)]
        };
        let beyond =
            [0, 1, 2, 3].map(|side| self.beyond(triangles, [places[side], places[(side + 1) % 4]]));
        // Every corner of a triangle of the board is a circle of the board.
        let corners = places.map(|place| self.circle(place).unwrap_or(Circle(0)));
        Rhombus { triangles, corners, beyond }
    }

    /// The triangle outside the rhombus that has this side, and its third corner.
    fn beyond(&self, inside: [Triangle; 2], side: [(u8, u8); 2]) -> Option<(Triangle, Circle)> {
        inside.into_iter().flat_map(|t| self.neighbours(t)).find_map(|triangle| {
            let corners = corners(self.triangles[triangle.index()]);
            let shares = !inside.contains(&triangle) && side.iter().all(|c| corners.contains(c));
            let third = corners.into_iter().find(|corner| !side.contains(corner))?;
            Some((triangle, self.circle(third)?)).filter(|_| shares)
        })
    }
}
