//! What drawing and laying a tile do to the state: the rules in motion.

use crate::board::Spot;
use crate::state::Phase;
use crate::{OnTop, Placement, TileKind, bits, key};

impl OnTop {
    /// Takes a tile from the bag.
    #[inline]
    pub(crate) fn draw(&mut self, kind: TileKind) {
        self.bag.take(kind);
        self.phase = Phase::Place(kind);
    }

    /// Lays a tile of this kind: fills triangles, closes and evaluates circles, and ends the game if it must.
    #[inline]
    pub(crate) fn lay(&mut self, kind: TileKind, placement: Placement) {
        let tables = self.board().tables();
        let spot = &tables.spots[placement.position().index() & 127];
        self.layout.lay(kind, placement);
        self.laid_key ^= key::of_tile(kind, placement);

        let colours = &tables.corners[usize::from(kind.0 << 1 | u8::from(placement.turned())) & 15];
        for (corner, colour) in spot.corners.into_iter().zip(colours) {
            self.covers[usize::from(corner) & 63].lay(*colour);
        }
        let (before, open) = (self.open, self.open & !spot.blocks);
        let mut tally = self.tally;
        for side in 0..4 {
            if tables.blackens(spot, side, before, open) {
                let tip = usize::from(spot.tips[side]) & 63;
                for circle in [spot.corners[side], spot.corners[(side + 1) & 3]] {
                    self.covers[usize::from(circle) & 63].lay_black();
                }
                self.covers[tip].lay_black();
                tally = tally.with(self.covers[tip]);
            }
        }
        for corner in spot.corners {
            tally = tally.with(self.covers[usize::from(corner) & 63]);
        }
        self.open = open;
        self.legal = (self.legal | spot.touches) & open;
        self.mover = self.mover_after();
        if tally.any_reached(tables.limit) {
            self.end_by_stones(spot, before);
        } else {
            self.tally = tally;
            let over = self.legal == 0 || self.bag.is_empty();
            self.phase = if over { Phase::Over } else { Phase::Draw };
        }
    }

    #[inline]
    fn mover_after(&self) -> u8 {
        let next = self.mover + 1;
        if usize::from(next) == self.table().seats() { 0 } else { next }
    }

    /// Some colour runs out of stones: now the order of the circles counts. The first circle that takes
    /// somebody's last stone ends the game, and those after it are not evaluated any more.
    #[cold]
    fn end_by_stones(&mut self, spot: &Spot, before: u128) {
        let tables = self.board().tables();
        let black = (0..4).filter(|&side| tables.blackens(spot, side, before, self.open));
        let tips = black.map(|side| spot.tips[side]);
        let touched = spot.corners.into_iter().chain(tips).fold(0_u128, |set, c| set | 1 << c);
        for circle in bits::members(touched).map(usize::from) {
            let cover = &mut self.covers[circle];
            if !cover.is_closed() {
                continue;
            }
            if self.tally.any_reached(tables.limit) {
                cover.make_void();
            } else {
                self.tally = self.tally.with(*cover);
            }
        }
        self.phase = Phase::Over;
    }
}
