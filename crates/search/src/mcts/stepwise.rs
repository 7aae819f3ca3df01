use super::domain::Domain;
use super::evaluator::Leaf;
use super::gumbel::Halving;
use super::priors::{Guided, WaitingLeaf};
use super::puct::{PuctOptions, warm_choice};
use super::root_results::{Pooling, RootResults};
use super::supply::{Supply, WorldShares};
use super::tree::{ROOT, Tree};
use super::{Decision, NodeIdentity};
use crate::{ActionOf, Analysis, Budget};
use kontra_game::{Actions, Determinize, Game, SearchRng, WorldSampler};
use std::num::NonZeroUsize;
use std::time::Duration;

/// A tree that is kept from one move to the next. Empty at first.
#[derive(Clone, Debug)]
pub struct KeptTree<A>(Tree<A>);

impl<A: Copy + PartialEq> Default for KeptTree<A> {
    fn default() -> KeptTree<A> {
        KeptTree(Tree::new())
    }
}

impl<A: Copy + PartialEq> KeptTree<A> {
    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.0.len()
    }
}

/// A search guided by priors that stops wherever leaves must be evaluated, and goes on when they are.
pub(crate) struct Stepwise<G: Game> {
    guided: Guided<G::Action>,
    options: PuctOptions,
    plan: WorldShares,
    supply: Supply<G>,
    halving: Option<Halving<G::Action>>,
    keeps: bool,
    begun: u64,
    /// Leaves that wait, and where they belong; the root belongs nowhere.
    leaves: Vec<Leaf<G>>,
    places: Vec<Option<WaitingLeaf>>,
}

impl<G: Game> Stepwise<G> {
    /// A search that has not begun, in a fresh tree or in one that was kept.
    pub(crate) fn new(
        options: PuctOptions,
        plan: WorldShares,
        kept: Option<KeptTree<G::Action>>,
    ) -> Stepwise<G> {
        let keeps = kept.is_some();
        debug_assert!(
            !keeps || options.identity == NodeIdentity::View,
            "a kept tree goes by views"
        );
        let KeptTree(tree) = kept.unwrap_or_default();
        Stepwise {
            guided: Guided::new(options, tree),
            options,
            plan,
            supply: Supply::new(plan),
            halving: None,
            keeps,
            begun: 0,
            leaves: vec![],
            places: vec![],
        }
    }

    /// Goes to the root. It waits to be evaluated, unless a kept tree knows it.
    pub(crate) fn start<V: Determinize<Game = G>, D: Domain<G>>(
        &mut self,
        view: &V,
        domain: &D,
        sampler: &dyn WorldSampler<G>,
        rng: &mut SearchRng,
    ) where
        G: Game<View = V>,
    {
        if self.keeps {
            self.guided.tree.reroot(domain.key(view));
            if !self.guided.tree.edges(ROOT).is_empty() {
                self.guided.add_noise(rng);
                return;
            }
        }
        self.leaves.push(Leaf::new(sampler.draw(rng).world, view.seat()));
        self.places.push(None);
    }

    /// Iterations that were begun.
    pub(crate) fn begun(&self) -> u64 {
        self.begun
    }

    /// Nodes of the tree.
    pub(crate) fn nodes(&self) -> usize {
        self.guided.tree.len()
    }

    /// The leaves that wait: value and priors of each are to be filled in.
    pub(crate) fn leaves(&mut self) -> &mut [Leaf<G>] {
        &mut self.leaves
    }

    /// Begins a batch of iterations. Those that end with the game need no evaluation.
    pub(crate) fn batch<D: Domain<G>>(
        &mut self,
        domain: &D,
        sampler: &dyn WorldSampler<G>,
        rng: &mut SearchRng,
    ) {
        let Stepwise { guided, halving, supply, .. } = self;
        for _ in 0..self.options.batch.get() {
            let world = supply.next(sampler, rng);
            let first = halving.as_mut().and_then(|h| h.next(&guided.tree, guided.range));
            if let Some((place, leaf)) = guided.descend(domain, world, first, rng) {
                self.places.push(Some(place));
                self.leaves.push(leaf);
            }
            self.begun += 1;
            if self.begun == self.plan.iterations
                || halving.as_ref().is_some_and(Halving::has_halved)
            {
                break;
            }
        }
    }

    /// All leaves that waited were evaluated.
    pub(crate) fn settle(&mut self, rng: &mut SearchRng) {
        let guided = &mut self.guided;
        for (place, leaf) in self.places.drain(..).zip(self.leaves.drain(..)) {
            if let Some(place) = place {
                guided.settle(&place, &leaf);
                continue;
            }
            guided.begin(&leaf);
            guided.add_noise(rng);
            let halving = |most: NonZeroUsize, rng: &mut SearchRng| {
                Halving::new(&guided.tree, most.get(), self.plan.iterations, rng)
            };
            self.halving = self.options.gumbel.map(|most| halving(most, rng));
        }
    }

    /// What was found out.
    pub(crate) fn analyse<V: Determinize<Game = G>, D: Domain<G>>(
        &self,
        view: &V,
        domain: &D,
        elapsed: Duration,
        rng: &mut SearchRng,
    ) -> Analysis<ActionOf<V>>
    where
        G: Game<View = V>,
    {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        let tree = &self.guided.tree;
        let roots = RootResults::of_tree(&legal, tree, self.supply.imagined, Decision::Visits);
        let admits = |action, mean| domain.admits(view, action, mean);
        let mut analysis = roots.analyse(Decision::Visits, Pooling::Visits, admits, elapsed);
        let is_admitted =
            |action| analysis.of(action).is_some_and(|entry| admits(action, entry.value));
        let other = match &self.halving {
            Some(halving) => halving.decide(tree, self.guided.range, is_admitted),
            None if self.options.temperature > 0.0 => {
                warm_choice(&analysis, self.options.temperature, is_admitted, rng)
            }
            None => None,
        };
        if let Some((action, slot)) = other.and_then(|a| Some((a, tree.find(ROOT, a)?))) {
            analysis.chosen = action;
            analysis.variation = tree.line(slot);
        }
        analysis
    }

    /// The tree, for the next move.
    pub(crate) fn keep(self) -> KeptTree<G::Action> {
        KeptTree(self.guided.tree)
    }
}

/// One decision among many that are searched side by side, so that the leaves of all of them are evaluated together.
///
/// [`Puct`](super::Puct) finds the same with the same random numbers, evaluator and batch; it is this with a loop around it.
pub struct Lockstep<G: Game>(Stepwise<G>);

impl<G: Game> Lockstep<G> {
    /// Begins a search. The root waits to be evaluated, unless the kept tree knows it. The budget must be one of iterations.
    pub fn new<V: Determinize<Game = G>, D: Domain<G>>(
        (options, budget, worlds): (PuctOptions, Budget, Option<NonZeroUsize>),
        view: &V,
        (domain, sampler): (&D, &dyn WorldSampler<G>),
        kept: Option<KeptTree<G::Action>>,
        rng: &mut SearchRng,
    ) -> Lockstep<G>
    where
        G: Game<View = V>,
    {
        debug_assert!(budget.time.is_none(), "only iterations give the same every time");
        let mut search = Stepwise::new(options, WorldShares::new(budget, worlds), kept);
        search.start(view, domain, sampler, rng);
        Lockstep(search)
    }

    /// Grows the tree until leaves wait; `false`: it is grown.
    pub fn grow<D: Domain<G>>(
        &mut self,
        domain: &D,
        sampler: &dyn WorldSampler<G>,
        rng: &mut SearchRng,
    ) -> bool {
        while self.0.leaves.is_empty() {
            if self.0.begun >= self.0.plan.iterations {
                return false;
            }
            self.0.batch(domain, sampler, rng);
        }
        true
    }

    /// Hands over the leaves that wait: value and priors of each are to be filled in. Says how many there are.
    pub fn hand_over(&mut self, out: &mut Vec<Leaf<G>>) -> usize {
        let count = self.0.leaves.len();
        out.append(&mut self.0.leaves);
        count
    }

    /// Takes the same leaves back, in the same order, after they were evaluated.
    pub fn settle(&mut self, leaves: impl Iterator<Item = Leaf<G>>, rng: &mut SearchRng) {
        self.0.leaves.extend(leaves);
        debug_assert_eq!(self.0.leaves.len(), self.0.places.len(), "every leaf comes back");
        self.0.settle(rng);
    }

    /// What was found out, and the tree for the next move.
    pub fn finish<V: Determinize<Game = G>, D: Domain<G>>(
        self,
        view: &V,
        domain: &D,
        rng: &mut SearchRng,
    ) -> (Analysis<ActionOf<V>>, KeptTree<G::Action>)
    where
        G: Game<View = V>,
    {
        let analysis = self.0.analyse(view, domain, Duration::ZERO, rng);
        (analysis, self.0.keep())
    }
}
