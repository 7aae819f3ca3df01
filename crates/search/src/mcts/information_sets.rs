use super::descent::{Grower, Worlds};
use super::domain::{Domain, Plain};
use super::options::TreeOptions;
use super::roots::{Pool, Roots, admits, only_move};
use super::threads::in_order;
use crate::{Analysis, Budget, Search};
use kontra_game::{Actions, Determinize, Game, SearchRng, View};
use rand::SeedableRng;
use std::num::NonZeroUsize;

/// One tree over information sets, with another world for each iteration.
///
/// With [`Count::Availability`](super::Count) this is SO-ISMCTS (Cowling et al. 2012; Gastegger 2024, algorithm 3.5): n
/// in the UCT formula counts how often a move was available. With [`Count::Visits`](super::Count) it is version 2 of
/// Sievers 2012, 5.2, called single-UCT in Sievers & Helmert 2015. Moves that the current world does not
/// allow are passed over.
#[derive(Clone, Debug)]
pub struct IsMcts<D = Plain> {
    /// How the tree chooses and grows.
    pub options: TreeOptions,
    /// How long to search each tree.
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
        let clock = self.budget.start();
        let seeds: Vec<SearchRng> =
            (0..self.trees.get()).map(|_| SearchRng::from_rng(rng)).collect();
        let imagine = self.domain.imagination(view);
        let plan = Plan::new(self.budget.iterations, self.worlds);
        let grown = in_order(self.threads, seeds.len(), |number| {
            let mut rng = seeds[number].clone();
            let mut grower = Grower::new(self.options, &self.domain, Worlds::Many);
            let mut world = imagine(&mut rng);
            let mut worlds = 1;
            while grower.iterations < plan.iterations
                && clock.goes_on(grower.iterations, grower.tree.len())
            {
                if grower.iterations > 0 && grower.iterations % plan.each == 0 {
                    world = imagine(&mut rng);
                    worlds += 1;
                }
                grower.iterate(world.clone(), &mut rng);
            }
            let mut roots = Roots::new(&legal);
            roots.add_tree(&grower, self.options.decision);
            roots.worlds = worlds;
            (roots, world)
        });
        let mut all = grown[0].0.clone();
        grown[1..].iter().for_each(|(roots, _)| all.merge(roots));
        let admits = admits(&self.domain, &grown[0].1, view.seat());
        all.analyse(self.options.decision, self.pool, admits, clock.elapsed())
    }
}

/// How iterations are divided among worlds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// Iterations with each world.
    pub(crate) each: u64,
    /// Iterations altogether: rounding may make them a few more or less than asked for.
    pub(crate) iterations: u64,
}

impl Plan {
    /// Iterations for each world, rounded to the nearest, halves to even (Gastegger 2024, 6.4).
    pub(crate) fn new(iterations: u64, worlds: Option<NonZeroUsize>) -> Plan {
        let Some(worlds) = worlds.map(|worlds| worlds.get() as u64) else {
            return Plan { each: 1, iterations };
        };
        if iterations == u64::MAX {
            // A budget of time: nobody knows how many iterations there will be.
            return Plan { each: 1, iterations };
        }
        let (whole, rest) = (iterations / worlds, iterations % worlds);
        let up = 2 * rest > worlds || (2 * rest == worlds && whole % 2 == 1);
        let each = (whole + u64::from(up)).max(1);
        Plan { each, iterations: each * worlds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_divided_with_halves_rounded_to_even() {
        let plan = |iterations, worlds| Plan::new(iterations, NonZeroUsize::new(worlds));
        assert_eq!(plan(900, 3), Plan { each: 300, iterations: 900 });
        assert_eq!(plan(5, 2), Plan { each: 2, iterations: 4 });
        assert_eq!(plan(7, 2), Plan { each: 4, iterations: 8 });
        assert_eq!(plan(10, 4), Plan { each: 2, iterations: 8 });
        assert_eq!(plan(1, 4), Plan { each: 1, iterations: 4 });
        assert_eq!(plan(900, 0), Plan { each: 1, iterations: 900 });
    }
}
