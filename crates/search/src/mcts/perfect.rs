use super::descent::Worlds;
use super::domain::{Domain, Plain};
use super::options::TreeOptions;
use super::roots::{Pool, Roots, only_move};
use super::threads::in_order;
use super::uct::Grower;
use crate::{Analysis, Budget, Limits, Search};
use kontra_game::{Actions, Game, Open, SearchRng, Seat, Turn};
use rand::SeedableRng;
use std::num::NonZeroUsize;

/// Monte Carlo tree search in a state that is fully known, with chance nodes, for any number of seats.
///
/// With several trees this is root parallelisation: each has its own random numbers and an equal share of the
/// budget, and their visits are added up. How many threads do the work does not change the result.
#[derive(Clone, Debug)]
pub struct Mcts<D = Plain> {
    /// How the tree chooses and grows.
    pub options: TreeOptions,
    /// How long to search.
    pub budget: Budget,
    /// How many independent trees share the iterations.
    pub trees: NonZeroUsize,
    /// How many threads grow the trees.
    pub threads: NonZeroUsize,
    /// What is known of the game.
    pub domain: D,
}

impl Mcts {
    /// One tree, one thread, no knowledge.
    pub fn new(options: TreeOptions, budget: Budget) -> Mcts {
        Mcts::with_domain(options, budget, Plain)
    }
}

impl<D> Mcts<D> {
    /// One tree, one thread.
    pub fn with_domain(options: TreeOptions, budget: Budget, domain: D) -> Mcts<D> {
        let one = NonZeroUsize::MIN;
        Mcts { options, budget, trees: one, threads: one, domain }
    }

    /// Searches with everything in sight, hidden cards too: fair only where nothing is hidden.
    ///
    /// This takes a game and not a view, so that nobody cheats unawares.
    ///
    /// # Panics
    /// When no seat is to move: there is nothing to decide.
    pub fn search_state<G: Game>(
        &self,
        game: &G,
        limits: &Limits,
        rng: &mut SearchRng,
    ) -> Analysis<G::Action>
    where
        D: Domain<G>,
    {
        let (seat, legal) = decision_of(game);
        if let Some(analysis) = only_move(&legal) {
            return analysis;
        }
        let whole = self.budget.start(limits);
        let trees = self.trees.get();
        let seeds: Vec<SearchRng> = (0..trees).map(|_| SearchRng::from_rng(rng)).collect();
        let grown = in_order(self.threads, trees, |number| {
            let mut rng = seeds[number].clone();
            let mut grower = Grower::new(self.options, &self.domain, Worlds::One);
            let clock = self.budget.part(number, trees).in_turn(trees, self.threads).start(limits);
            while clock.goes_on(grower.tree.tally.iterations, grower.tree.len()) {
                grower.iterate(game.clone(), &mut rng);
            }
            Roots::of_tree(&legal, &grower.tree, 0, self.options.decision)
        });
        let roots = Roots::of_all(grown).unwrap_or_else(|| Roots::new(&legal));
        let view = game.view(seat);
        let admits = |action, mean| self.domain.admits(&view, action, mean);
        roots.analyse(self.options.decision, Pool::Visits, admits, whole.elapsed())
    }
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

impl<G, D> Search<Open<G>> for Mcts<D>
where
    G: Game<View = Open<G>>,
    Open<G>: kontra_game::View<Game = G>,
    D: Domain<G>,
{
    fn search(
        &mut self,
        view: &Open<G>,
        limits: &Limits,
        rng: &mut SearchRng,
    ) -> Analysis<G::Action> {
        self.search_state(&**view, limits, rng)
    }
}
