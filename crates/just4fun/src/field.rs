use crate::card::up_to;
use std::fmt;
use std::num::NonZeroU8;
use std::ops::{BitAnd, Not};

/// A field of the board, named by the number printed on it.
///
/// Where a field lies is the business of the [`Board`](crate::Board): the same 36 numbers are on every board.
///
/// ```
/// use kontra_just4fun::Field;
/// assert_eq!(Field::new(29).unwrap().number(), 29);
/// assert_eq!(Field::new(37), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field(NonZeroU8);

impl Field {
    /// How many fields there are.
    pub const COUNT: usize = 36;

    /// The field with this number; `None` where no field has it.
    pub const fn new(number: u8) -> Option<Field> {
        if let Some(number) = up_to(Field::COUNT, number) { Some(Field(number)) } else { None }
    }

    /// The number on the field, 1 to 36. It is also what the field is worth.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// The field's index in a list of all fields by number.
    #[inline]
    pub const fn index(self) -> usize {
        self.number() as usize - 1
    }

    /// All fields, by number.
    pub fn all() -> impl DoubleEndedIterator<Item = Field> + ExactSizeIterator {
        (0..Field::COUNT as u8).map(|below| Field(NonZeroU8::MIN.saturating_add(below)))
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of fields: bit `n` stands for the field with number `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Fields(u64);

impl Fields {
    /// No field.
    pub const NONE: Fields = Fields(0);

    /// Every field.
    pub const ALL: Fields = Fields(((1 << Field::COUNT) - 1) << 1);

    /// The fields among these numbers; numbers that no field has are dropped.
    #[inline]
    pub(crate) const fn from_numbers(bits: u64) -> Fields {
        Fields(bits & Fields::ALL.0)
    }

    /// Whether the field is in the set.
    #[inline]
    pub const fn contains(self, field: Field) -> bool {
        self.has_number(field.number())
    }

    /// Whether a field with this number is in the set, for any number.
    #[inline]
    pub(crate) const fn has_number(self, number: u8) -> bool {
        number < 64 && self.0 >> number & 1 != 0
    }

    /// Adds the field if `condition` holds.
    #[inline]
    pub(crate) fn insert_if(&mut self, field: Field, condition: bool) {
        self.0 |= u64::from(condition) << field.number();
    }

    /// Whether there is no field in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of fields in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The field with the largest number in the set.
    #[inline]
    pub const fn highest(self) -> Option<Field> {
        match self.0.checked_ilog2() {
            Some(number) => Field::new(number as u8),
            None => None,
        }
    }

    /// The field that `rank` smaller ones of the set precede.
    #[inline]
    pub(crate) fn nth(self, rank: usize) -> Option<Field> {
        let mut bits = self.0;
        for _ in 0..rank {
            bits &= bits.wrapping_sub(1);
        }
        Fields(bits).into_iter().next()
    }
}

impl FromIterator<Field> for Fields {
    fn from_iter<I: IntoIterator<Item = Field>>(fields: I) -> Fields {
        Fields(fields.into_iter().fold(0, |bits, field| bits | 1 << field.number()))
    }
}

impl IntoIterator for Fields {
    type Item = Field;
    type IntoIter = FieldsIter;

    #[inline]
    fn into_iter(self) -> FieldsIter {
        FieldsIter(self.0)
    }
}

/// The fields of a set, by number.
#[derive(Clone, Debug)]
pub struct FieldsIter(u64);

impl Iterator for FieldsIter {
    type Item = Field;

    #[inline]
    fn next(&mut self) -> Option<Field> {
        let number = self.0.trailing_zeros() as u8;
        self.0 &= self.0.wrapping_sub(1);
        Field::new(number)
    }
}

impl BitAnd for Fields {
    type Output = Fields;

    #[inline]
    fn bitand(self, other: Fields) -> Fields {
        Fields(self.0 & other.0)
    }
}

impl Not for Fields {
    type Output = Fields;

    #[inline]
    fn not(self) -> Fields {
        Fields(!self.0 & Fields::ALL.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_36_fields_numbered_1_to_36() {
        let numbers: Vec<u8> = Field::all().map(Field::number).collect();
        assert_eq!(numbers, (1..=36).collect::<Vec<u8>>());
        assert_eq!((Field::new(0), Field::new(37)), (None, None));
        assert_eq!(Fields::ALL.len(), 36);
        assert!(Fields::ALL.into_iter().eq(Field::all()));
    }

    #[test]
    fn a_set_holds_what_was_put_in() {
        let numbers = [1, 12, 36];
        let set: Fields = numbers.into_iter().filter_map(Field::new).collect();
        assert!(set.into_iter().map(Field::number).eq(numbers));
        assert_eq!(set.highest(), Field::new(36));
        assert_eq!((!set).len(), 33);
        assert_eq!((set & !set), Fields::NONE);
        assert_eq!((0..4).map(|rank| set.nth(rank)).collect::<Vec<_>>(), {
            let mut fields: Vec<_> = numbers.into_iter().map(Field::new).collect();
            fields.push(None);
            fields
        });
        assert_eq!(Fields::NONE.highest(), None);
    }
}
