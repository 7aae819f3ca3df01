//! What shows that rows are complete and unchanged, for every part of Kontra that has tables in a store.

use kontra_game::StableHasher;
use rusqlite::Row;
use rusqlite::types::ValueRef;
use std::hash::Hasher;
use std::ops::Range;

/// How many things there are, and the sum of their hashes.
///
/// The sum does not depend on the order in which things come and go: games end in any order, and are read in another one.
/// Hashes of 64 bits are far too many for damage to hit the same sum by chance.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SetDigest {
    /// How many.
    pub count: u64,
    /// The sum of their hashes, modulo 2⁶⁴.
    pub digest: u64,
}

impl SetDigest {
    /// One thing more, by its hash.
    pub fn add(&mut self, hash: u64) {
        self.count = self.count.wrapping_add(1);
        self.digest = self.digest.wrapping_add(hash);
    }

    /// One thing less, by its hash.
    pub fn remove(&mut self, hash: u64) {
        self.count = self.count.wrapping_sub(1);
        self.digest = self.digest.wrapping_sub(hash);
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: SetDigest) -> SetDigest {
        SetDigest {
            count: self.count.wrapping_add(other.count),
            digest: self.digest.wrapping_add(other.digest),
        }
    }
}

/// The hash of a row: of these columns, each with its type and value as SQLite gives it.
pub fn hash_row(row: &Row<'_>, columns: Range<usize>) -> rusqlite::Result<u64> {
    let mut hasher = StableHasher::default();
    for column in columns {
        match row.get_ref(column)? {
            ValueRef::Null => hasher.write_u8(0),
            ValueRef::Integer(number) => {
                hasher.write_u8(1);
                hasher.write_u64(number.cast_unsigned());
            }
            ValueRef::Real(number) => {
                hasher.write_u8(2);
                hasher.write_u64(number.to_bits());
            }
            ValueRef::Text(bytes) => {
                hasher.write_u8(3);
                hasher.write(bytes);
            }
            ValueRef::Blob(bytes) => {
                hasher.write_u8(4);
                hasher.write(bytes);
            }
        }
    }
    Ok(hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

    fn hash(values: &str) -> u64 {
        let connection = Connection::open_in_memory().unwrap();
        let mut query = connection.prepare(&format!("SELECT {values}")).unwrap();
        let columns = query.column_count();
        query.query_row((), |row| hash_row(row, 0..columns)).unwrap()
    }

    #[test]
    fn the_hash_of_a_row_tells_types_values_and_places_apart() {
        let rows = [
            "NULL",
            "0",
            "0.0",
            "''",
            "x''",
            "1",
            "'1'",
            "'ab', 'c'",
            "'a', 'bc'",
            "NULL, 0",
            "0, NULL",
        ];
        let hashes: std::collections::HashSet<u64> =
            rows.iter().map(|values| hash(values)).collect();
        assert_eq!(hashes.len(), rows.len());
        // Stores keep it: it must never change.
        assert_eq!(hash("1, 2.5, 'three', NULL, x'04'"), 89_316_579_978_554_283);
    }

    #[test]
    fn a_tally_does_not_know_the_order() {
        let (mut one, mut two) = (SetDigest::default(), SetDigest::default());
        [3, u64::MAX, 5].into_iter().for_each(|hash| one.add(hash));
        [5, 7, u64::MAX, 3].into_iter().for_each(|hash| two.add(hash));
        assert_ne!(one, two);
        two.remove(7);
        assert_eq!(one, two);
        assert_eq!(SetDigest::default().plus(one), one);
    }
}
