use crate::Side;
use kontra_game::Actions;

/// Nothing is worth more, or less, than this many points: room to add and subtract without overflow.
pub(crate) const INFINITE: i32 = 1 << 14;

/// A game of two sides in which everything is known and nothing is left to chance, as a solver needs it.
///
/// Its result is a whole number between -10,000 and 10,000: what the first side makes of it.
pub trait TwoSided: Clone {
    /// One decision.
    type Move: Copy + Eq;

    /// Whose decision comes next; `None` at the end.
    fn side(&self) -> Option<Side>;

    /// Appends the moves that are worth looking at, the most promising first.
    ///
    /// Of several moves that are worth the same by the nature of the game, one is enough. There must be at
    /// least one while the game is not over.
    fn moves(&self, out: &mut Actions<Self::Move>);

    /// Makes a move.
    fn play(&mut self, action: Self::Move);

    /// What the end is worth to the first side.
    fn value(&self) -> i32;

    /// The least and the most that [`value`](TwoSided::value) can be in the end, as far as it is cheap to tell.
    fn bounds(&self) -> (i32, i32) {
        (-INFINITE, INFINITE)
    }

    /// What the past has already added to the value: two positions with the same [`key`](TwoSided::key) may
    /// differ in this, and their values then differ by as much.
    fn banked(&self) -> i32 {
        0
    }

    /// The identity of what is left of the game, the past left out; `None` where looking it up is not worth it.
    ///
    /// Positions with equal keys have equal values but for what is [`banked`](TwoSided::banked). A key that
    /// writes the rest of the game down in full, rather than a hash of it, makes the solver exact without
    /// an `if`. A solver remembers keys from one call to the next.
    fn key(&self) -> Option<u128> {
        None
    }
}
