use kontra_game::{Determinize, Recorded, SearchRng};
use std::hash::Hash;

/// A game whose networks learn from searches.
pub trait Taught: Recorded<View: Determinize> {
    /// What a lesson keeps of a view.
    type KeptPosition: KeptPosition;

    /// How many answers the policy is over, at most 63.
    const ANSWERS: usize;

    /// What a lesson keeps of this view.
    fn position(view: &Self::View) -> Self::KeptPosition;

    /// The number of a move among the answers; `None` for a move that is no decision.
    fn answer(view: &Self::View, action: Self::Action) -> Option<u8>;

    /// The world as a search sees it that is shown everything but the future.
    fn shown(&self, rng: &mut SearchRng) -> Self;
}

/// A position that can be kept in a file, and compared.
pub trait KeptPosition: Clone + Eq + Hash + Send + Sync {
    /// How many bytes it takes.
    const BYTES: usize;

    /// Writes it to this many bytes.
    fn write(&self, out: &mut [u8]);

    /// Reads what was written; `None` where that is no position.
    fn read(bytes: &[u8]) -> Option<Self>;
}

/// What a search found at a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson<P> {
    /// Where.
    pub position: P,
    /// The share of visits of every legal answer, by number.
    pub policy: Vec<(u8, f32)>,
    /// The chance of the player to move to win, from −1 to 1, less the discount of the decisions that followed.
    pub value: f32,
}
