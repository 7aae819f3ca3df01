//! The end of a game of Just 4 Fun with all cards open, solved to its result.

use super::OpenCards;
use crate::{Solvable, Solved, Unsolvable};
use kontra_game::{Game, Seat, Turn};
use kontra_just4fun::Just4Fun;
use kontra_search::expectimax::{Evaluate, solver};

/// How many positions are worth remembering with this many stones left: 128 MB at most, and little where little is left.
pub(super) fn remembered(left: u32) -> usize {
    1 << (3 * left + 4).min(22)
}

impl Solvable for Just4Fun {
    /// The result of the game.
    type Objective = ();

    const OBJECTIVES: &'static [(&'static str, ())] = &[("result", ())];
    const UNIT: &'static str = "stones";
    const SOON: u32 = 9;

    /// The stones of both players together.
    fn left(&self) -> Result<u32, Unsolvable> {
        match self.seats() {
            2 if self.turn() == Turn::Over => Ok(0),
            2 => Ok(seats().map(|seat| u32::from(self.table().stones().left(seat))).sum()),
            sides => Err(Unsolvable::Sides(sides)),
        }
    }

    fn solve(&self, (): ()) -> Result<Solved, Unsolvable> {
        let left = self.left()?;
        let guide = OpenCards::new(self, Seat::wrapping(0, 2));
        let mut star = solver(guide, remembered(left));
        let value = star.value(self, u32::MAX);
        let value = seats().map(|seat| guide.side(self, seat).sees(value)).collect();
        Ok(Solved { value, nodes: star.counts().nodes() })
    }
}

fn seats() -> impl Iterator<Item = Seat> {
    Seat::all(2)
}
