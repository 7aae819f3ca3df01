use std::fmt;

/// The number of rows, and of columns, of the board.
pub const SIDE: usize = 6;

/// Bits from one row to the next. The seventh column stays empty, so that no line runs over the border.
const STRIDE: usize = SIDE + 1;

/// A place on the board: its row and column, whatever the number of the field there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u8);

impl Place {
    /// The place in this row and column, both counted from 0; `None` beside the board.
    pub const fn new(row: usize, column: usize) -> Option<Place> {
        if row < SIDE && column < SIDE { Some(Place((row * STRIDE + column) as u8)) } else { None }
    }

    /// The row, counted from 0 at the top.
    pub const fn row(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// The column, counted from 0 on the left.
    pub const fn column(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// All places, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = Place> {
        (0..SIDE).flat_map(|row| (0..SIDE).filter_map(move |column| Place::new(row, column)))
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row(), self.column())
    }
}

/// A set of places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Places(u64);

impl Places {
    /// No place.
    pub const NONE: Places = Places(0);

    /// Whether the place is in the set.
    #[inline]
    pub const fn contains(self, place: Place) -> bool {
        self.0 >> place.0 & 1 != 0
    }

    /// Whether there is no place in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds the place if `condition` holds.
    #[inline]
    pub(crate) fn insert_if(&mut self, place: Place, condition: bool) {
        self.0 |= u64::from(condition) << place.0;
    }

    /// Removes the place if `condition` holds.
    #[inline]
    pub(crate) fn remove_if(&mut self, place: Place, condition: bool) {
        self.0 &= !(u64::from(condition) << place.0);
    }

    /// Whether four places of the set lie side by side in a row, a column or a diagonal.
    #[inline]
    pub fn has_line(self) -> bool {
        DIRECTIONS.into_iter().fold(0, |found, step| found | self.line_starts(step)) != 0
    }

    /// The first line of four in the set, if there is one: rows before columns before diagonals.
    pub fn line(self) -> Option<[Place; 4]> {
        DIRECTIONS.into_iter().find_map(|step| {
            let starts = self.line_starts(step);
            let start = starts.checked_ilog2().map(|_| starts.trailing_zeros() as usize)?;
            Some([0, 1, 2, 3].map(|steps| Place((start + steps * step) as u8)))
        })
    }

    /// The places from which four in this direction are in the set.
    #[inline]
    const fn line_starts(self, step: usize) -> u64 {
        let pairs = self.0 & self.0 >> step;
        pairs & pairs >> (2 * step)
    }
}

/// Right, down, down right, down left.
const DIRECTIONS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

impl FromIterator<Place> for Places {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Places {
        Places(places.into_iter().fold(0, |bits, place| bits | 1 << place.0))
    }
}

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(Place::all().filter(|&place| self.contains(place))).finish()
    }
}

/// All 54 lines of four: the winning patterns.
///
/// ```
/// assert_eq!(kontra_just4fun::lines().count(), 54);
/// ```
pub fn lines() -> impl Iterator<Item = [Place; 4]> {
    let steps: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
    steps.into_iter().flat_map(|(down, right)| {
        Place::all().filter_map(move |start| {
            let at = |steps: isize| {
                let row = start.row().checked_add_signed(down * steps)?;
                let column = start.column().checked_add_signed(right * steps)?;
                Place::new(row, column)
            };
            Some([start, at(1)?, at(2)?, at(3)?])
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_36_places() {
        let places: BTreeSet<Place> = Place::all().collect();
        assert_eq!(places.len(), 36);
        for place in places {
            assert_eq!(Place::new(place.row(), place.column()), Some(place));
        }
        assert_eq!((Place::new(6, 0), Place::new(0, 6)), (None, None));
    }

    #[test]
    fn there_are_18_rows_18_columns_and_18_diagonals_of_four() {
        let lines: Vec<[Place; 4]> = lines().collect();
        let count = |test: fn(Place, Place) -> bool| {
            lines.iter().filter(|line| test(line[0], line[1])).count()
        };
        assert_eq!(count(|a, b| a.row() == b.row()), 18);
        assert_eq!(count(|a, b| a.column() == b.column()), 18);
        assert_eq!(count(|a, b| a.row() != b.row() && a.column() != b.column()), 18);
    }

    #[test]
    fn exactly_the_54_lines_are_found_among_all_sets_of_four() {
        let all: BTreeSet<Vec<Place>> = lines().map(|line| line.to_vec()).collect();
        let places: Vec<Place> = Place::all().collect();
        let mut found = 0;
        for a in 0..36 {
            for b in a + 1..36 {
                for c in b + 1..36 {
                    for d in c + 1..36 {
                        let four = [places[a], places[b], places[c], places[d]];
                        let set: Places = four.into_iter().collect();
                        assert_eq!(set.has_line(), all.contains(four.as_slice()), "{four:?}");
                        assert_eq!(set.line(), set.has_line().then_some(four));
                        found += usize::from(set.has_line());
                    }
                }
            }
        }
        assert_eq!(found, 54);
    }
}
