use crate::{Agent, Cheat};
use kontra_game::{Game, SearchRng};
use kontra_search::mcts::{Domain, Mcts};
use kontra_search::{Analysis, Search};

/// An agent that searches before every move.
#[derive(Debug)]
pub struct Thinker<S> {
    search: S,
    rng: SearchRng,
}

impl<S> Thinker<S> {
    /// An agent with this search and these random numbers.
    pub fn new(search: S, rng: SearchRng) -> Thinker<S> {
        Thinker { search, rng }
    }
}

impl<G: Game, S: Search<G>> Agent<G> for Thinker<S> {
    fn choose(&mut self, view: &G::View) -> G::Action {
        self.search.search(view, &mut self.rng).chosen
    }

    fn analyze(&mut self, view: &G::View) -> Option<Analysis<G::Action>> {
        Some(self.search.search(view, &mut self.rng))
    }
}

/// A tree search that sees all cards.
#[derive(Debug)]
pub struct CheatingThinker<D> {
    search: Mcts<D>,
    rng: SearchRng,
}

impl<D> CheatingThinker<D> {
    /// A cheat with this search and these random numbers.
    pub fn new(search: Mcts<D>, rng: SearchRng) -> CheatingThinker<D> {
        CheatingThinker { search, rng }
    }
}

impl<G: Game, D: Domain<G>> Cheat<G> for CheatingThinker<D> {
    fn choose(&mut self, game: &G) -> G::Action {
        self.search.search_state(game, &mut self.rng).chosen
    }
}
