use super::descent::Worlds;
use super::domain::{Domain, Plain};
use super::options::TreeOptions;
use super::roots::{Pool, Roots, only_move};
use super::threads::in_order;
use super::uct::Grower;
use crate::{ActionOf, Analysis, Budget, Limits, Search};
use kontra_game::{Actions, Determinize, SearchRng, Weighted, WorldSampler};
use rand::SeedableRng;
use std::num::NonZeroUsize;

/// Determinized search with a few fixed worlds: one tree for each, and their results pooled.
///
/// Version 1 of Sievers 2012, 5.2, called ensemble-UCT in Sievers & Helmert 2015. The iterations of the budget are for
/// each world, its time is for all together. Each tree plays as if all cards were open, so the search
/// believes that it will know later which world it is in (strategy fusion).
#[derive(Clone, Debug)]
pub struct Ensemble<D = Plain> {
    /// How each tree chooses and grows.
    pub options: TreeOptions,
    /// Iterations and nodes for each world, time for all.
    pub budget: Budget,
    /// How many worlds.
    pub worlds: NonZeroUsize,
    /// How the worlds' results become one.
    pub pool: Pool,
    /// How many threads grow the trees.
    pub threads: NonZeroUsize,
    /// What is known of the game.
    pub domain: D,
}

impl<D> Ensemble<D> {
    /// So many worlds with so many iterations each, on one thread, every world counting alike.
    pub fn new(
        options: TreeOptions,
        worlds: NonZeroUsize,
        budget: Budget,
        domain: D,
    ) -> Ensemble<D> {
        let (pool, threads) = (Pool::Means, NonZeroUsize::MIN);
        Ensemble { options, budget, worlds, pool, threads, domain }
    }
}

impl<V, D> Search<V> for Ensemble<D>
where
    V: Determinize,
    D: Domain<V::Game>,
{
    fn search(&mut self, view: &V, limits: &Limits, rng: &mut SearchRng) -> Analysis<ActionOf<V>> {
        self.search_worlds(view, &*self.domain.worlds(view), limits, rng)
    }
}

impl<D> Ensemble<D> {
    /// The same in these worlds, which may have weights, and not in those of the domain.
    ///
    /// # Panics
    /// When it is not that seat's turn.
    pub fn search_worlds<V: Determinize>(
        &self,
        view: &V,
        sampler: &dyn WorldSampler<V::Game>,
        limits: &Limits,
        rng: &mut SearchRng,
    ) -> Analysis<ActionOf<V>>
    where
        D: Domain<V::Game>,
    {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        if let Some(analysis) = only_move(&legal) {
            return analysis;
        }
        let whole = self.budget.start(limits);
        let worlds = self.worlds.get();
        // Nobody needs this world; without it the same seed would give another analysis than it always did.
        sampler.draw(rng);
        let seeds: Vec<SearchRng> = (0..worlds).map(|_| SearchRng::from_rng(rng)).collect();
        let grown = in_order(self.threads, worlds, |number| {
            let mut rng = seeds[number].clone();
            let Weighted { world, weight } = sampler.draw(&mut rng);
            let mut grower = Grower::new(self.options, &self.domain, Worlds::One);
            let clock = self.budget.in_turn(worlds, self.threads).start(limits);
            while clock.goes_on(grower.tree.tally.iterations, grower.tree.len()) {
                grower.iterate(world.clone(), &mut rng);
            }
            Roots::of_tree(&legal, &grower.tree, 1, self.options.decision).weighing(weight)
        });
        let roots = Roots::of_all(grown).unwrap_or_else(|| Roots::new(&legal));
        let admits = |action, mean| self.domain.admits(view, action, mean);
        roots.analyse(self.options.decision, self.pool, admits, whole.elapsed())
    }
}
