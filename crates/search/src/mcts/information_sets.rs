use super::descent::{Grower, Worlds};
use super::domain::{Domain, Plain};
use super::options::TreeOptions;
use super::roots::{Pool, Roots, only_move};
use super::supply::{Plan, Supply};
use super::threads::in_order;
use crate::{Analysis, Budget, Search};
use kontra_game::{Actions, Determinize, Game, SearchRng, View};
use rand::SeedableRng;
use std::num::NonZeroUsize;

/// One tree over information sets, with another world for each iteration.
///
/// With [`Count::Availability`](super::Count) this is SO-ISMCTS (Cowling et al. 2012; Gastegger 2024, algorithm 3.5): n
/// in the UCT formula counts how often a move was available. With [`Count::Visits`](super::Count) it is version 2 of
/// Sievers 2012, 5.2, called single-UCT in Sievers & Helmert 2015. With [`Identity::View`](super::Identity) it is
/// MO-ISMCTS: every seat decides by what it would know itself. Moves that the current world does not allow
/// are passed over.
#[derive(Clone, Debug)]
pub struct IsMcts<D = Plain> {
    /// How the tree chooses and grows.
    pub options: TreeOptions,
    /// Iterations and nodes for each tree, time for all.
    pub budget: Budget,
    /// How many worlds are imagined for each tree; `None`: one for each iteration.
    pub worlds: Option<NonZeroUsize>,
    /// How many independent trees; several are the ensemble that the thesis's outlook proposes.
    pub trees: NonZeroUsize,
    /// How the trees' results become one.
    pub pool: Pool,
    /// How many threads grow the trees.
    pub threads: NonZeroUsize,
    /// What is known of the game.
    pub domain: D,
}

impl<D> IsMcts<D> {
    /// One tree on one thread with a new world for each iteration.
    pub fn new(options: TreeOptions, budget: Budget, domain: D) -> IsMcts<D> {
        let one = NonZeroUsize::MIN;
        let (worlds, pool) = (None, Pool::Visits);
        IsMcts { options, budget, worlds, trees: one, pool, threads: one, domain }
    }
}

impl<G, D> Search<G> for IsMcts<D>
where
    G: Game,
    G::View: Determinize,
    D: Domain<G>,
{
    fn search(&mut self, view: &G::View, rng: &mut SearchRng) -> Analysis<G::Action> {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        if let Some(analysis) = only_move(&legal) {
            return analysis;
        }
        let whole = self.budget.start();
        let trees = self.trees.get();
        let imagine = self.domain.imagination(view);
        let example = imagine(rng);
        let seeds: Vec<SearchRng> = (0..trees).map(|_| SearchRng::from_rng(rng)).collect();
        let plan = Plan::new(self.budget, self.worlds);
        let budget = Budget { iterations: plan.iterations, ..self.budget };
        let grown = in_order(self.threads, trees, |number| {
            let mut rng = seeds[number].clone();
            let mut grower = Grower::new(self.options, &self.domain, Worlds::Many);
            let mut supply = Supply::new(plan, &imagine);
            let clock = budget.in_turn(trees, self.threads).start();
            while clock.goes_on(grower.tree.tally.iterations, grower.tree.len()) {
                let world = supply.next(&mut rng);
                grower.iterate(world, &mut rng);
            }
            Roots::of_tree(&legal, &grower.tree, supply.imagined, self.options.decision)
        });
        let roots = Roots::of_all(grown).unwrap_or_else(|| Roots::new(&legal));
        let admits = |action, mean| self.domain.admits(&example, view.seat(), action, mean);
        roots.analyse(self.options.decision, self.pool, admits, whole.elapsed())
    }
}
