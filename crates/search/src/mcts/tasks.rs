//! What all searches of a kind have in common, written once: those in imagined worlds and those of states that are fully
//! known.

use crate::{ActionOf, Clock, Limits};
use kontra_game::{Actions, Determinize, Game, SearchRng, Seat, Turn, View, WorldSampler};
use rand::SeedableRng;

/// A decision to be searched in imagined worlds.
pub(crate) struct WorldTask<'a, V: Determinize> {
    pub(crate) view: &'a V,
    pub(crate) sampler: &'a dyn WorldSampler<<V as View>::Game>,
    pub(crate) limits: &'a Limits,
    pub(crate) legal: &'a [ActionOf<V>],
}

/// A decision to be searched in a state that is fully known.
pub(crate) struct StateTask<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) limits: &'a Limits,
    pub(crate) legal: &'a [G::Action],
    /// The clock of the whole search.
    pub(crate) clock: &'a Clock,
}

/// Random numbers for each of several parts of a search, so that its result does not depend on threads.
pub(crate) fn seeds(parts: usize, rng: &mut SearchRng) -> Vec<SearchRng> {
    (0..parts).map(|_| SearchRng::from_rng(rng)).collect()
}

/// The seat to move and its legal moves.
///
/// # Panics
/// When no seat is to move.
pub(crate) fn decision_of<G: Game>(game: &G) -> (Seat, Actions<G::Action>) {
    let Turn::Seat(seat) = game.turn() else {
        panic!("there is nothing to decide: no seat is to move")
    };
    let mut legal = Actions::new();
    game.actions(&mut legal);
    (seat, legal)
}

/// Makes a search of a type with `budget`, `domain` and
/// `fn results(&self, &WorldTask<V>, &mut SearchRng) -> (RootResults, Decision, Pooling)`.
macro_rules! search_in_worlds {
    ($search:ident) => {
        impl<V, D> $crate::Search<V> for $search<D>
        where
            V: kontra_game::Determinize,
            D: $crate::mcts::Domain<V::Game>,
        {
            fn search(
                &mut self,
                view: &V,
                limits: &$crate::Limits,
                rng: &mut kontra_game::SearchRng,
            ) -> $crate::Analysis<$crate::ActionOf<V>> {
                self.search_worlds(view, &*self.domain.worlds(view), limits, rng)
            }
        }

        impl<D> $search<D> {
            /// The same in these worlds, which may have weights, and not in those of the domain.
            ///
            /// # Panics
            /// When it is not that seat's turn.
            pub fn search_worlds<V: kontra_game::Determinize>(
                &self,
                view: &V,
                sampler: &dyn kontra_game::WorldSampler<V::Game>,
                limits: &$crate::Limits,
                rng: &mut kontra_game::SearchRng,
            ) -> $crate::Analysis<$crate::ActionOf<V>>
            where
                D: $crate::mcts::Domain<V::Game>,
            {
                let mut legal = kontra_game::Actions::new();
                view.actions(&mut legal);
                if let Some(analysis) = $crate::mcts::root_results::only_move(&legal) {
                    return analysis;
                }
                let clock = self.budget.start(limits);
                // This world is not used. Without it, the same seed would give another analysis than in earlier versions.
                sampler.draw(rng);
                let task = $crate::mcts::tasks::WorldTask { view, sampler, limits, legal: &legal };
                let (results, decision, pooling) = self.results(&task, rng);
                let admits = |action, mean| self.domain.admits(view, action, mean);
                results.analyse(decision, pooling, admits, clock.elapsed())
            }
        }
    };
}

/// Makes a search of a type with `budget`, `options`, `domain` and
/// `fn grow(&self, &StateTask<G>, &mut SearchRng) -> RootResults`.
macro_rules! search_of_states {
    ($search:ident) => {
        impl<D> $search<D> {
            /// Searches with everything in sight, hidden cards too: fair only where nothing is hidden.
            ///
            /// This takes a game and not a view, so that nobody cheats by accident.
            ///
            /// # Panics
            /// When no seat is to move: there is nothing to decide.
            pub fn search_state<G: kontra_game::Game>(
                &self,
                game: &G,
                limits: &$crate::Limits,
                rng: &mut kontra_game::SearchRng,
            ) -> $crate::Analysis<G::Action>
            where
                D: $crate::mcts::Domain<G>,
            {
                let (seat, legal) = $crate::mcts::tasks::decision_of(game);
                if let Some(analysis) = $crate::mcts::root_results::only_move(&legal) {
                    return analysis;
                }
                let clock = &self.budget.start(limits);
                let task = $crate::mcts::tasks::StateTask { game, limits, legal: &legal, clock };
                let results = self.grow(&task, rng);
                let view = game.view(seat);
                let admits = |action, mean| self.domain.admits(&view, action, mean);
                let pooling = $crate::mcts::Pooling::Visits;
                results.analyse(self.options.decision, pooling, admits, clock.elapsed())
            }
        }

        impl<G, D> $crate::Search<kontra_game::Open<G>> for $search<D>
        where
            G: kontra_game::Game<View = kontra_game::Open<G>>,
            kontra_game::Open<G>: kontra_game::View<Game = G>,
            D: $crate::mcts::Domain<G>,
        {
            fn search(
                &mut self,
                view: &kontra_game::Open<G>,
                limits: &$crate::Limits,
                rng: &mut kontra_game::SearchRng,
            ) -> $crate::Analysis<G::Action> {
                self.search_state(&**view, limits, rng)
            }
        }
    };
}

pub(crate) use {search_in_worlds, search_of_states};
