use crate::{Actions, Determinize, Enumerate, Game, InfoKey, Seat, StableHasher, Turn, View};
use rand::Rng;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// The view of a game without hidden information: the game itself, and who looks at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open<G> {
    game: G,
    seat: Seat,
}

impl<G> Open<G> {
    /// `seat`'s view of `game`.
    pub fn new(game: G, seat: Seat) -> Open<G> {
        Open { game, seat }
    }
}

impl<G> Deref for Open<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.game
    }
}

impl<G: Game<View = Open<G>> + PartialEq + Debug + Hash> View for Open<G> {
    type Game = G;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn actions(&self, out: &mut Actions<G::Action>) {
        if self.game.turn() == Turn::Seat(self.seat) {
            self.game.actions(out);
        }
    }

    fn key(&self) -> InfoKey {
        let mut hasher = StableHasher::default();
        self.game.hash(&mut hasher);
        InfoKey(hasher.finish())
    }
}

impl<G: Game<View = Open<G>> + PartialEq + Debug + Hash> Determinize for Open<G> {
    fn determinize<R: Rng>(&self, _rng: &mut R) -> G {
        self.game.clone()
    }
}

impl<G: Game<View = Open<G>> + PartialEq + Debug + Hash> Enumerate for Open<G> {
    fn worlds(&self) -> Vec<(G, f64)> {
        vec![(self.game.clone(), 1.0)]
    }
}
