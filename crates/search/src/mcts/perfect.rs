use super::descent::WorldSource;
use super::domain::{Domain, RulesOnly};
use super::options::TreeOptions;
use super::root_results::RootResults;
use super::tasks::{StateTask, search_of_states, seeds};
use super::threads::in_order;
use super::uct::Grower;
use crate::Budget;
use kontra_game::{Game, SearchRng};
use std::num::NonZeroUsize;

/// Monte Carlo tree search in a state that is fully known, with chance nodes, for any number of seats.
///
/// With several trees this is root parallelisation: each has its own random numbers and an equal share of the
/// budget, and their visits are added up. How many threads do the work does not change the result.
#[derive(Clone, Debug)]
pub struct Mcts<D = RulesOnly> {
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
        Mcts::with_domain(options, budget, RulesOnly)
    }
}

impl<D> Mcts<D> {
    /// One tree, one thread.
    pub fn with_domain(options: TreeOptions, budget: Budget, domain: D) -> Mcts<D> {
        let one = NonZeroUsize::MIN;
        Mcts { options, budget, trees: one, threads: one, domain }
    }
}

search_of_states!(Mcts);

impl<D> Mcts<D> {
    /// What the trees say.
    fn grow<G: Game>(&self, task: &StateTask<'_, G>, rng: &mut SearchRng) -> RootResults<G::Action>
    where
        D: Domain<G>,
    {
        let trees = self.trees.get();
        let seeds = seeds(trees, rng);
        let grown = in_order(self.threads, trees, |number| {
            let mut rng = seeds[number].clone();
            let mut grower = Grower::new(self.options, &self.domain, WorldSource::One);
            let part = self.budget.part(number, trees);
            let clock = part.in_turn(trees, self.threads).start(task.limits);
            while clock.goes_on(grower.tree.tally.iterations, grower.tree.len()) {
                grower.iterate(task.game.clone(), &mut rng);
            }
            RootResults::of_tree(task.legal, &grower.tree, 0, self.options.decision)
        });
        RootResults::of_all(grown).unwrap_or_else(|| RootResults::new(task.legal))
    }
}
