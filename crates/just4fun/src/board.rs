use crate::{Field, Place, SIDE};
use kontra_game::{StableHasher, choose};
use rand::Rng;
use std::fmt;
use std::hash::Hasher;

/// Which field lies where.
///
/// ```
/// use kontra_just4fun::{Board, Place};
/// let middle = Place::new(2, 2).unwrap();
/// assert_eq!(Board::ORIGINAL.field(middle).number(), 31);
/// assert_eq!(Board::ORDERED.field(middle).number(), 15);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// The place of each field, by number.
    places: [Place; Field::COUNT],
}

impl Board {
    /// The board of the published game (Gastegger 2024, equation 5.2).
    #[rustfmt::skip]
    pub const ORIGINAL: Board = Board::constant([
         1, 14, 30, 24, 19,  8,
        33, 11,  9, 16, 35, 21,
         6, 27, 31, 20,  3, 12,
        15, 32,  5, 29, 17, 26,
        22, 10, 18, 36, 25,  2,
        28,  7, 23,  4, 13, 34,
    ]);

    /// The fields in order, row by row (Gastegger 2024, figure A.1).
    #[rustfmt::skip]
    pub const ORDERED: Board = Board::constant([
         1,  2,  3,  4,  5,  6,
         7,  8,  9, 10, 11, 12,
        13, 14, 15, 16, 17, 18,
        19, 20, 21, 22, 23, 24,
        25, 26, 27, 28, 29, 30,
        31, 32, 33, 34, 35, 36,
    ]);

    /// The board with these fields, row by row; `None` unless every field is there.
    pub const fn new(numbers: [u8; Field::COUNT]) -> Option<Board> {
        let Some(anywhere) = Place::new(0, 0) else { return None };
        let mut places = [anywhere; Field::COUNT];
        let (mut seen, mut i) = (0_u64, 0);
        while i < Field::COUNT {
            let (Some(field), Some(place)) =
                (Field::new(numbers[i]), Place::new(i / SIDE, i % SIDE))
            else {
                return None;
            };
            places[field.index()] = place;
            seen |= 1 << field.index();
            i += 1;
        }
        if seen.count_ones() as usize == Field::COUNT { Some(Board { places }) } else { None }
    }

    /// A board of this file: a mistake in it is found by the compiler.
    const fn constant(numbers: [u8; Field::COUNT]) -> Board {
        match Board::new(numbers) {
            Some(board) => board,
            None => panic!("every field must be on the board"),
        }
    }

    /// A board in a uniformly random order.
    pub fn random<R: Rng>(rng: &mut R) -> Board {
        let mut board = Board::ORDERED;
        choose::shuffle(rng, &mut board.places);
        board
    }

    /// Where the field lies.
    #[inline]
    pub const fn place(&self, field: Field) -> Place {
        self.places[field.index()]
    }

    /// The field that lies here.
    pub fn field(&self, place: Place) -> Field {
        Field::all().find(|&field| self.place(field) == place).expect("every place has a field")
    }

    /// The fields' numbers, row by row.
    pub fn numbers(&self) -> [u8; Field::COUNT] {
        let mut numbers = [0; Field::COUNT];
        for field in Field::all() {
            let place = self.place(field);
            numbers[place.row() * SIDE + place.column()] = field.number();
        }
        numbers
    }

    /// A number that tells boards apart, the same on every machine.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hasher = StableHasher::default();
        hasher.write(&self.numbers());
        hasher.finish()
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::ORIGINAL
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.numbers().chunks(SIDE)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::Streams;

    #[test]
    fn the_original_board_is_the_matrix_of_equation_5_2() {
        let at = |row, column| Board::ORIGINAL.field(Place::new(row, column).unwrap()).number();
        assert_eq!([at(0, 0), at(0, 5), at(2, 4), at(4, 3), at(5, 5)], [1, 8, 3, 36, 34]);
    }

    #[test]
    fn the_ordered_board_is_in_order() {
        assert!(Board::ORDERED.numbers().into_iter().eq(1..=36));
    }

    #[test]
    fn every_board_has_every_field_once() {
        for index in 0..20 {
            let board = Board::random(&mut Streams::new(1).test(index));
            assert_eq!(Board::new(board.numbers()), Some(board));
            for field in Field::all() {
                assert_eq!(board.field(board.place(field)), field);
            }
        }
        let mut numbers = Board::ORIGINAL.numbers();
        numbers[0] = 2;
        assert_eq!(Board::new(numbers), None, "two fields 2, no field 1");
        numbers[0] = 37;
        assert_eq!(Board::new(numbers), None);
    }
}
