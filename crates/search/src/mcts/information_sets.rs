use super::descent::WorldSource;
use super::domain::{Domain, RulesOnly};
use super::options::{Count, Decision, NodeIdentity, Selection, TreeOptions};
use super::root_results::{Pooling, RootResults};
use super::supply::{Supply, WorldShares};
use super::tasks::{WorldTask, search_in_worlds, seeds};
use super::threads::in_order;
use super::uct::Grower;
use crate::{ActionOf, Budget};
use kontra_game::{Determinize, SearchRng};
use std::num::NonZeroUsize;

/// One tree over information sets, with another world for each iteration.
///
/// ```
/// # use kontra_game::{Game, Recorded, Streams, Turn};
/// # use kontra_search::mcts::SoIsmcts;
/// # use kontra_search::{Budget, Limits, Search};
/// # use kontra_tiny::Kuhn;
/// # let streams = Streams::new(1);
/// # let game = Kuhn::begin(&Kuhn::deal(&(), &mut streams.deal(0)));
/// # let Turn::Seat(seat) = game.turn() else { unreachable!() };
/// let mut search = SoIsmcts::new(0.7).with_budget(Budget::iterations(500));
/// let analysis = search.search(&game.view(seat), &Limits::none(), &mut streams.test(0));
/// assert_eq!(analysis.iterations, 500);
/// ```
///
/// With [`Count::Availability`](super::Count) this is SO-ISMCTS (Cowling et al. 2012; Gastegger 2024, algorithm 3.5): n
/// in the UCT formula counts how often a move was available. With [`Count::Visits`](super::Count) it is version 2 of
/// Sievers 2012, 5.2, called single-UCT in Sievers & Helmert 2015. With [`NodeIdentity::View`](super::NodeIdentity) it is
/// MO-ISMCTS: every seat decides by what it would know itself. Moves that the current world does not allow
/// are passed over.
#[derive(Clone, Debug)]
pub struct IsMcts<D = RulesOnly> {
    /// How the tree chooses and grows.
    pub options: TreeOptions,
    /// Iterations and nodes for each tree, time for all.
    pub budget: Budget,
    /// How many worlds are imagined for each tree; `None`: one for each iteration.
    pub worlds: Option<NonZeroUsize>,
    /// How many independent trees; several are the ensemble that the thesis's outlook proposes.
    pub trees: NonZeroUsize,
    /// How the trees' results become one.
    pub pool: Pooling,
    /// How many threads grow the trees.
    pub threads: NonZeroUsize,
    /// What is known of the game.
    pub domain: D,
}

/// SO-ISMCTS is what [`IsMcts::new`] makes.
pub type SoIsmcts<D = RulesOnly> = IsMcts<D>;

impl IsMcts {
    /// SO-ISMCTS with this exploration constant: availability counts, a new world for each iteration, random playouts,
    /// 1000 iterations.
    pub fn new(exploration: f64) -> IsMcts {
        let selection = Selection::Uct { exploration, count: Count::Availability };
        let options = TreeOptions { selection, ..TreeOptions::uct(exploration) };
        IsMcts::with_options(options, Budget::iterations(1000), RulesOnly)
    }
}

impl<D> IsMcts<D> {
    /// The same search with another budget.
    #[must_use]
    pub fn with_budget(self, budget: Budget) -> IsMcts<D> {
        IsMcts { budget, ..self }
    }

    /// The same search with this knowledge of the game.
    #[must_use]
    pub fn with_domain<E>(self, domain: E) -> IsMcts<E> {
        let IsMcts { options, budget, worlds, trees, pool, threads, .. } = self;
        IsMcts { options, budget, worlds, trees, pool, threads, domain }
    }

    /// MO-ISMCTS: nodes are what the seat to move would know itself.
    #[must_use]
    pub fn with_multiple_observers(mut self) -> IsMcts<D> {
        self.options.identity = NodeIdentity::View;
        self
    }

    /// One tree on one thread with a new world for each iteration, as these options say.
    pub fn with_options(options: TreeOptions, budget: Budget, domain: D) -> IsMcts<D> {
        let one = NonZeroUsize::MIN;
        let (worlds, pool) = (None, Pooling::Visits);
        IsMcts { options, budget, worlds, trees: one, pool, threads: one, domain }
    }
}

search_in_worlds!(IsMcts);

impl<D> IsMcts<D> {
    /// What the trees say.
    fn results<V: Determinize>(
        &self,
        task: &WorldTask<'_, V>,
        rng: &mut SearchRng,
    ) -> (RootResults<ActionOf<V>>, Decision, Pooling)
    where
        D: Domain<V::Game>,
    {
        let trees = self.trees.get();
        let seeds = seeds(trees, rng);
        let shares = WorldShares::new(self.budget, self.worlds);
        let budget = Budget { iterations: shares.iterations, ..self.budget };
        let grown = in_order(self.threads, trees, |number| {
            let mut rng = seeds[number].clone();
            let mut grower = Grower::new(self.options, &self.domain, WorldSource::Many);
            let mut supply = Supply::new(shares);
            let clock = budget.in_turn(trees, self.threads).start(task.limits);
            while clock.goes_on(grower.tree.tally.iterations, grower.tree.len()) {
                let world = supply.next(task.sampler, &mut rng);
                grower.iterate(world, &mut rng);
            }
            RootResults::of_tree(task.legal, &grower.tree, supply.imagined, self.options.decision)
        });
        let results = RootResults::of_all(grown).unwrap_or_else(|| RootResults::new(task.legal));
        (results, self.options.decision, self.pool)
    }
}
