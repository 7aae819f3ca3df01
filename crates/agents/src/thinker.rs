use crate::{Agent, Cheat, Effort};
use kontra_game::{Game, History, SearchRng};
use kontra_search::mcts::{Domain, Mcts};
use kontra_search::{Analysis, Limits, Search};

/// An agent that searches before every move.
#[derive(Debug)]
pub struct Thinker<S> {
    search: S,
    limits: Limits,
    rng: SearchRng,
    effort: Effort,
}

impl<S> Thinker<S> {
    /// An agent with this search and these random numbers.
    pub fn new(search: S, rng: SearchRng) -> Thinker<S> {
        Thinker { search, limits: Limits::none(), rng, effort: Effort::default() }
    }
}

impl<G: Game, S: Search<G::View>> Agent<G> for Thinker<S> {
    fn choose(&mut self, view: &G::View, _: History<'_, G>) -> G::Action {
        let analysis = self.search.search(view, &self.limits, &mut self.rng);
        self.effort.add(&analysis);
        analysis.chosen
    }

    fn analyze(&mut self, view: &G::View, _: History<'_, G>) -> Option<Analysis<G::Action>> {
        Some(self.search.search(view, &self.limits, &mut self.rng))
    }

    fn set_limits(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// A tree search that sees all cards.
#[derive(Debug)]
pub struct CheatingThinker<D> {
    search: Mcts<D>,
    rng: SearchRng,
    effort: Effort,
}

impl<D> CheatingThinker<D> {
    /// A cheat with this search and these random numbers.
    pub fn new(search: Mcts<D>, rng: SearchRng) -> CheatingThinker<D> {
        CheatingThinker { search, rng, effort: Effort::default() }
    }
}

impl<G: Game, D: Domain<G>> Cheat<G> for CheatingThinker<D> {
    fn choose(&mut self, game: &G) -> G::Action {
        let analysis = self.search.search_state(game, &Limits::none(), &mut self.rng);
        self.effort.add(&analysis);
        analysis.chosen
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
