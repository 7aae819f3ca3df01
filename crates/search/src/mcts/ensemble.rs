use super::descent::WorldSource;
use super::domain::{Domain, RulesOnly};
use super::options::{Decision, TreeOptions};
use super::root_results::{Pooling, RootResults};
use super::tasks::{WorldTask, search_in_worlds, seeds};
use super::threads::in_order;
use super::uct::Grower;
use crate::{ActionOf, Budget};
use kontra_game::{Determinize, SearchRng, Weighted};
use std::num::NonZeroUsize;

/// Determinized search with a few fixed worlds: one tree for each, and their results pooled.
///
/// Version 1 of Sievers 2012, 5.2, called ensemble-UCT in Sievers & Helmert 2015. The iterations of the budget are for
/// each world, its time is for all together. Each tree plays as if all cards were open, so the search
/// believes that it will know later which world it is in (strategy fusion).
#[derive(Clone, Debug)]
pub struct Ensemble<D = RulesOnly> {
    /// How each tree chooses and grows.
    pub options: TreeOptions,
    /// Iterations and nodes for each world, time for all.
    pub budget: Budget,
    /// How many worlds.
    pub worlds: NonZeroUsize,
    /// How the worlds' results become one.
    pub pool: Pooling,
    /// How many threads grow the trees.
    pub threads: NonZeroUsize,
    /// What is known of the game.
    pub domain: D,
}

impl<D> Ensemble<D> {
    /// This many worlds with this many iterations each, on one thread, every world counting alike.
    pub fn new(
        options: TreeOptions,
        worlds: NonZeroUsize,
        budget: Budget,
        domain: D,
    ) -> Ensemble<D> {
        let (pool, threads) = (Pooling::Means, NonZeroUsize::MIN);
        Ensemble { options, budget, worlds, pool, threads, domain }
    }
}

search_in_worlds!(Ensemble);

impl<D> Ensemble<D> {
    /// What the trees say.
    fn results<V: Determinize>(
        &self,
        task: &WorldTask<'_, V>,
        rng: &mut SearchRng,
    ) -> (RootResults<ActionOf<V>>, Decision, Pooling)
    where
        D: Domain<V::Game>,
    {
        let worlds = self.worlds.get();
        let seeds = seeds(worlds, rng);
        let grown = in_order(self.threads, worlds, |number| {
            let mut rng = seeds[number].clone();
            let Weighted { world, weight } = task.sampler.draw(&mut rng);
            let mut grower = Grower::new(self.options, &self.domain, WorldSource::One);
            let clock = self.budget.in_turn(worlds, self.threads).start(task.limits);
            while clock.goes_on(grower.tree.tally.iterations, grower.tree.len()) {
                grower.iterate(world.clone(), &mut rng);
            }
            let decision = self.options.decision;
            RootResults::of_tree(task.legal, &grower.tree, 1, decision).weighing(weight)
        });
        let results = RootResults::of_all(grown).unwrap_or_else(|| RootResults::new(task.legal));
        (results, self.options.decision, self.pool)
    }
}
