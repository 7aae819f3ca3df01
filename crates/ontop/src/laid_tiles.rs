use crate::{Placement, Position, TileKind};

/// Which tile lies on each position and which way round, four bits each.
///
/// The rules never ask: covers and free positions are all they need. People and drawings do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LaidTiles([u8; Position::MOST / 2]);

impl LaidTiles {
    pub(crate) const EMPTY: LaidTiles = LaidTiles([0; Position::MOST / 2]);

    /// Writes a tile down where none lies.
    #[inline]
    pub(crate) fn lay(&mut self, kind: TileKind, placement: Placement) {
        let code = 1 + (kind.0 << 1 | u8::from(placement.turned()));
        let position = placement.position().0;
        self.0[usize::from(position >> 1) & 63] |= code << (4 * (position & 1));
    }

    /// The tile on a position and whether it is turned.
    pub(crate) fn get(&self, position: Position) -> Option<(TileKind, bool)> {
        let code = self.0[position.index() / 2] >> (4 * (position.0 & 1)) & 0xf;
        let code = code.checked_sub(1)?;
        Some((TileKind(code >> 1), code & 1 != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_laid_can_be_read() {
        let mut layout = LaidTiles::EMPTY;
        let tile =
            |position: u8| (TileKind(position % TileKind::MOST as u8), position.is_multiple_of(3));
        for position in (0..128).filter(|position| position % 5 != 0) {
            let (kind, turned) = tile(position);
            layout.lay(kind, Placement::new(Position(position), turned));
        }
        for position in 0..128 {
            let expected = (position % 5 != 0).then(|| tile(position));
            assert_eq!(layout.get(Position(position)), expected);
        }
    }
}
