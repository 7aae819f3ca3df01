use crate::TileKind;
use crate::bits::RunningSums;

/// The tiles that are not drawn yet: how many of each kind, one byte for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Bag(u64);

impl Bag {
    /// The most tiles a bag may hold (the game's has 34).
    pub(crate) const MOST: u32 = 64;

    /// A bag with this many tiles of each kind.
    pub(crate) fn new(counts: &[u8]) -> Bag {
        Bag(counts.iter().rev().fold(0, |bag, &count| bag << 8 | u64::from(count)))
    }

    /// Whether no tile is left.
    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many tiles are left.
    #[inline]
    pub(crate) const fn len(self) -> u32 {
        RunningSums::of_bytes(self.0).total()
    }

    /// How many tiles of one kind are left.
    #[inline]
    pub(crate) const fn count(self, kind: TileKind) -> u8 {
        (self.0 >> (8 * kind.0 as u64)) as u8
    }

    /// The kind of tile number `index`, if the tiles lay in a row, kind by kind.
    #[inline]
    pub(crate) const fn kind_at(self, index: u32) -> TileKind {
        TileKind(RunningSums::of_bytes(self.0).find(index) as u8)
    }

    /// Takes one tile out.
    #[inline]
    pub(crate) fn take(&mut self, kind: TileKind) {
        self.0 = self.0.wrapping_sub(1 << (8 * u64::from(kind.0 & 7)));
    }

    /// The kinds of which a tile is left.
    pub(crate) fn kinds(self) -> impl Iterator<Item = TileKind> {
        (0..TileKind::MOST as u8).map(TileKind).filter(move |&kind| self.count(kind) > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_of_the_row_has_its_kind() {
        let mut bag = Bag::new(&[11, 10, 0, 6, 6, 1]);
        assert_eq!(bag.len(), 34);
        let row: Vec<u8> = (0..34).map(|i| bag.kind_at(i).0).collect();
        let expected = [[0; 11].as_slice(), &[1; 10], &[3; 6], &[4; 6], &[5]].concat();
        assert_eq!(row, expected);
        bag.take(TileKind(5));
        assert_eq!(bag.kinds().map(TileKind::index).collect::<Vec<_>>(), [0, 1, 3, 4]);
        assert_eq!(bag.len(), 33);
    }
}
