//! The end of a game of OnTop, solved to its result.

use super::{FeatureWeights, MoveOrder, OnTopGuide, ValueBounds};
use crate::{Solvable, Solved, Unsolvable};
use kontra_game::{Game, Seat, Turn};
use kontra_ontop::OnTop;
use kontra_search::expectimax::{Evaluate, solver};

/// How many positions are worth remembering with this many tiles left: 128 MB at most, and little where little is left.
pub(super) fn remembered(left: u32) -> usize {
    1 << (3 * left + 4).min(22)
}

impl Solvable for OnTop {
    /// The result of the game.
    type Objective = ();

    const OBJECTIVES: &'static [(&'static str, ())] = &[("result", ())];
    const UNIT: &'static str = "tiles";
    const SOON: u32 = 8;

    /// The tiles in the bag: one that is drawn already brings a choice, but no chance.
    fn left(&self) -> Result<u32, Unsolvable> {
        match self.table().sides() {
            2 if self.turn() == Turn::Over => Ok(0),
            2 => Ok(self.tiles_left()),
            sides => Err(Unsolvable::Sides(sides)),
        }
    }

    fn solve(&self, (): ()) -> Result<Solved, Unsolvable> {
        let left = self.left()?;
        let guide = OnTopGuide::new(FeatureWeights::RESULT, MoveOrder::Gain, ValueBounds::Reach);
        let mut star = solver(guide.clone(), remembered(left));
        let value = star.value(self, u32::MAX);
        let of = |seat| guide.side(self, seat).sees(value);
        let value = Seat::all(self.table().seats()).map(of).collect();
        Ok(Solved { value, nodes: star.counts().nodes() })
    }
}
