use super::Span;
use crate::Side;
use kontra_game::{Game, Seat, StableHasher};
use std::hash::{Hash, Hasher};

/// What a state is worth in a game of two sides.
pub trait Evaluate<G: Game>: Send {
    /// The value of a state for the first side: the result when the game is over, a judgement where the search
    /// ends before that. It is asked after a move, so before the next outcome of chance is known.
    fn evaluate(&self, state: &G) -> f64;

    /// The side that a seat plays for: seat 0 for the first, all others for the second.
    #[inline]
    fn side(&self, _state: &G, seat: Seat) -> Side {
        if seat.index() == 0 { Side::First } else { Side::Second }
    }

    /// A number of decisions after which the game is surely over.
    #[inline]
    fn longest(&self, _state: &G) -> u32 {
        u32::MAX
    }

    /// Called before each search from `root` to a depth of `plies` decisions.
    fn prepare(&mut self, _root: &G, _plies: u32) {}
}

/// What the value of a state cannot be: without bounds there is no pruning at chance nodes.
pub trait Bounds<G: Game>: Evaluate<G> {
    /// Bounds on the values, for the first side, of all states that may follow a chance turn, each searched
    /// `plies` decisions deep.
    ///
    /// They must hold. Debug builds complain when a search finds a value outside; [`verify`](super::verify)
    /// tries them all.
    #[inline]
    fn bounds(&self, _state: &G, _plies: u32) -> Span {
        Span::ALL
    }

    /// Whether the bounds are known to hold. If they are guesses, a search may go wrong and must not complain.
    fn certain(&self) -> bool {
        true
    }
}

/// Which moves to try first.
pub trait Order<G: Game> {
    /// Appends a rating for each move: those with higher ratings are searched earlier, equal ones in the order
    /// of the game.
    fn rate(&self, _state: &G, moves: &[G::Action], ratings: &mut MoveRatings) {
        ratings.extend(moves.iter().map(|_| 0.0));
    }
}

/// One number for each move.
pub type MoveRatings = arrayvec::ArrayVec<f32, { kontra_game::MAX_ACTIONS }>;

/// The identity of states, for the table of transpositions.
pub trait StateKeys<G: Game> {
    /// A hash: states with different futures must have different keys but for unlucky accidents.
    fn key(&self, state: &G) -> u64;
}

/// The key of a state that can be hashed. States that keep a key of their own hash just that.
#[inline]
pub fn hashed<G: Hash>(state: &G) -> u64 {
    let mut hasher = StableHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

/// All that a search must be told about a game: values, bounds, an order of moves and keys.
pub trait Guide<G: Game>: Evaluate<G> + Bounds<G> + Order<G> + StateKeys<G> {}

impl<G: Game, K: Evaluate<G> + Bounds<G> + Order<G> + StateKeys<G>> Guide<G> for K {}
