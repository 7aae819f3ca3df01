use crate::{Determinize, Game, Recorded, SearchRng, Seat};

/// Worlds of one view, prepared once, drawn often.
///
/// Searches draw their worlds from this. [`Determinize::prepare`] gives the uniform ones; a player with an opinion about
/// the others' cards gives worlds with weights.
pub trait WorldSampler<G>: Send + Sync {
    /// A world that looks to the viewer like the true one, and how much it counts.
    fn draw(&self, rng: &mut SearchRng) -> Weighted<G>;
}

/// A world, and how much it counts beside others of the same sampler.
///
/// A world of weight 2 counts like two worlds of weight 1: weights correct for how a sampler draws, so that the weighted
/// worlds have the distribution that is meant. Only their proportions matter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighted<G> {
    /// The full state.
    pub world: G,
    /// How much it counts: not negative, and finite.
    pub weight: f64,
}

impl<G> Weighted<G> {
    /// A world that counts like all others.
    pub const fn one(world: G) -> Weighted<G> {
        Weighted { world, weight: 1.0 }
    }
}

/// The ability to list every world a view allows, where there are few enough.
///
/// Tests compare [`Determinize`] with this list; exact solvers average over it.
pub trait Enumerate: Determinize {
    /// Every full state that this seat cannot tell from the true one, each once, with its weight: the number
    /// of physical deals that lead to it (or anything in proportion to that number).
    fn worlds(&self) -> Vec<(Self::Game, f64)>;
}

/// The ability to list every start, where there are few enough: what exact solvers need.
pub trait Deals: Recorded {
    /// Every start that [`deal`](Recorded::deal) can give, each once, with its probability.
    fn deals(rules: &Self::Rules) -> Vec<(Self::Start, f64)>;
}

/// The ability to tell how an imagined world could have come about.
///
/// The test kit plays such a past through from its start. A world in which somebody has made a move that
/// would have been illegal there is found out, even when its present looks right.
pub trait Rewind: Recorded {
    /// A past that ends in `world`, which was imagined by `seat` after `history` was played from `start`.
    ///
    /// It may differ from the true past only in what `seat` has not seen. Where all hidden cards are
    /// dealt at the start, only the start differs; where cards are drawn in secret during the game, the draws
    /// that `seat` has not seen differ too.
    fn rewind(
        start: &Self::Start,
        history: &[Self::Action],
        world: &Self,
        seat: Seat,
    ) -> Past<Self>;
}

/// A start and every decision that followed, of the seats and of chance.
pub struct Past<G: Recorded> {
    /// How the game started.
    pub start: G::Start,
    /// Every decision in order.
    pub history: Vec<G::Action>,
}

impl<G: Recorded> Past<G> {
    /// The past with this start and these decisions.
    pub fn new(start: G::Start, history: &[<G as Game>::Action]) -> Past<G> {
        Past { start, history: history.to_vec() }
    }
}
