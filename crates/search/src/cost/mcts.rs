use super::{BASE, Blueprint, Cost, Costs};
use crate::mcts::{
    Domain, Ensemble, Evaluator, Flat, IsMcts, KeepingPuct, LeafParallel, Mcts, PlainMcts, Puct,
    PuctOptions, Reusing, TreeOptions, TreeParallel, bytes_of_nodes, bytes_of_states,
};
use crate::{Budget, Search};
use kontra_game::{Determinize, Game, MAX_ACTIONS, Open, SearchRng, View};
use std::num::NonZeroUsize;

/// What a tree's history of moves takes, with every move of every seat in it.
const HISTORY: u64 = 4 << 20;

/// What is kept of a tree when it is grown: a few numbers for each move, and how play is expected to continue.
const ROOTS: u64 = MAX_ACTIONS as u64 * 256;

/// A node that is checked for after an iteration may come with this many others.
const LAST_ITERATION: u64 = 4 * MAX_ACTIONS as u64;

/// One tree.
fn tree<G: Game>(options: &TreeOptions, budget: Budget, nodes: usize) -> u64 {
    // All fields, so that a new one cannot be forgotten.
    let TreeOptions {
        selection: _,
        tabulated: _,
        first_play: _,
        visit_threshold: _,
        expansion: _,
        continuation: _,
        grow_to_the_end,
        identity: _,
        history,
        decision: _,
    } = *options;
    // An iteration adds a decision, and outcomes of chance on the way to it; or a whole game.
    let each = if grow_to_the_end { u64::MAX } else { MAX_ACTIONS as u64 };
    let history = if history.is_some() { HISTORY } else { 0 };
    grown::<G>(budget, each, nodes) + history
}

/// A tree that each iteration adds this many nodes to.
fn grown<G: Game>(budget: Budget, each: u64, most: usize) -> u64 {
    let Budget { iterations, time: _, nodes } = budget;
    let grown = iterations.saturating_mul(each).min(nodes.min(most) as u64);
    bytes_of_nodes::<G::Action>(grown.saturating_add(LAST_ITERATION))
}

/// The states that are kept for further iterations.
fn states<G>(count: u64) -> u64 {
    // What a state owns elsewhere is not known; states are small and flat.
    let elsewhere = if std::mem::needs_drop::<G>() { 1024 } else { 0 };
    // A list that grows is twice as large as it must be, for a moment three times.
    count.saturating_mul(3 * (size_of::<G>() as u64 + elsewhere))
}

/// The worlds of one tree. With a limit of iterations they come one after the other.
fn worlds<G>(worlds: Option<NonZeroUsize>, budget: Budget) -> u64 {
    match (worlds, budget.iterations) {
        (Some(worlds), u64::MAX) => states::<G>(worlds.get() as u64),
        _ => states::<G>(1),
    }
}

/// Trees that threads grow side by side, one after the other on each.
fn forest(trees: NonZeroUsize, threads: NonZeroUsize, budget: Budget, each: u64) -> Cost {
    let threads = threads.min(trees).get();
    let seed = size_of::<SearchRng>() as u64;
    let kept = (trees.get() as u64).saturating_mul(ROOTS + seed);
    let bytes = BASE.saturating_add(kept).saturating_add(each.saturating_mul(threads as u64));
    Cost { bytes, threads, time: budget.time }
}

impl<G: Game, D> Costs<G> for Mcts<D> {
    fn cost(&self, nodes: usize) -> Cost {
        let Mcts { options, budget, trees, threads, domain: _ } = self;
        forest(*trees, *threads, *budget, tree::<G>(options, *budget, nodes))
    }
}

impl<G: Game, D> Costs<G> for PlainMcts<D> {
    fn cost(&self, nodes: usize) -> Cost {
        let PlainMcts { options: _, budget, trees, threads, domain: _ } = self;
        // Every node comes with its siblings.
        let grown = budget.iterations.saturating_mul(MAX_ACTIONS as u64);
        let grown = grown.min(budget.nodes.min(nodes) as u64).saturating_add(LAST_ITERATION);
        forest(*trees, *threads, *budget, bytes_of_states::<G>(grown))
    }
}

impl<G: Game, D> Costs<G> for Ensemble<D> {
    fn cost(&self, nodes: usize) -> Cost {
        let Ensemble { options, budget, worlds, pool: _, threads, domain: _ } = self;
        let each = tree::<G>(options, *budget, nodes).saturating_add(states::<G>(1));
        forest(*worlds, *threads, *budget, each)
    }
}

impl<G: Game, D> Costs<G> for IsMcts<D> {
    fn cost(&self, nodes: usize) -> Cost {
        let IsMcts { options, budget, worlds: count, trees, pool: _, threads, domain: _ } = self;
        let tree = tree::<G>(options, *budget, nodes);
        forest(*trees, *threads, *budget, tree.saturating_add(worlds::<G>(*count, *budget)))
    }
}

impl<G: Game, D> Costs<G> for Flat<D> {
    fn cost(&self, _nodes: usize) -> Cost {
        let Flat { budget, threads, domain: _ } = self;
        let bytes = BASE + ROOTS + states::<G>(threads.get() as u64);
        Cost { bytes, threads: threads.get(), time: budget.time }
    }
}

impl<G: Game, D> Costs<G> for LeafParallel<D> {
    fn cost(&self, nodes: usize) -> Cost {
        let LeafParallel { options, budget, playouts, threads, domain: _ } = self;
        let waiting = states::<G>(2 * playouts.get() as u64);
        let bytes = BASE + ROOTS + tree::<G>(options, *budget, nodes).saturating_add(waiting);
        // The calling thread waits for the others.
        Cost { bytes, threads: threads.get().saturating_add(1), time: budget.time }
    }
}

impl<G: Game, D> Costs<G> for TreeParallel<D> {
    fn cost(&self, nodes: usize) -> Cost {
        let TreeParallel { options, budget, threads, virtual_loss: _, domain: _ } = self;
        let stock = bytes_of_nodes::<G::Action>(LAST_ITERATION * threads.get() as u64);
        let bytes = BASE + ROOTS + tree::<G>(options, *budget, nodes).saturating_add(stock);
        Cost { bytes, threads: threads.get(), time: budget.time }
    }
}

impl<G: Game, E: Evaluator<G>, D> Costs<G> for Puct<E, D> {
    fn cost(&self, nodes: usize) -> Cost {
        let Puct { options, budget, worlds: count, evaluator, domain: _ } = self;
        let PuctOptions {
            exploration: _,
            count: _,
            identity: _,
            discount: _,
            noise: _,
            temperature: _,
            gumbel: _,
            batch,
            untried: _,
            virtual_loss: _,
        } = *options;
        let leaf = states::<G>(1) + MAX_ACTIONS as u64 * (size_of::<G::Action>() as u64 + 4);
        let leaves = leaf.saturating_mul(batch.get() as u64);
        let bytes = [
            grown::<G>(*budget, MAX_ACTIONS as u64, nodes),
            worlds::<G>(*count, *budget),
            leaves,
            evaluator.bytes(batch.get()),
            ROOTS,
        ];
        let bytes = bytes.into_iter().fold(BASE, u64::saturating_add);
        Cost { bytes, threads: 1, time: budget.time }
    }
}

/// Searches that are their own blueprint: they take their memory when they search.
macro_rules! own_blueprint {
    ($search:ident where $($view:tt)*) => {
        impl<G: Game, D: Domain<G> + Clone + 'static> Blueprint<G> for $search<D>
        where
            $($view)*
        {
            type Search = $search<D>;

            fn build(&self) -> $search<D> {
                self.clone()
            }
        }
    };
}

own_blueprint!(Mcts where G: Game<View = Open<G>>, Open<G>: View<Game = G>);
own_blueprint!(PlainMcts where G: Game<View = Open<G>>, Open<G>: View<Game = G>);
own_blueprint!(LeafParallel where G: Game<View = Open<G>>, Open<G>: View<Game = G>);
own_blueprint!(TreeParallel where G: Game<View = Open<G>>, Open<G>: View<Game = G>);
own_blueprint!(Flat where G::View: Determinize);
own_blueprint!(Ensemble where G::View: Determinize);
own_blueprint!(IsMcts where G::View: Determinize);

impl<G, E, D> Blueprint<G> for Puct<E, D>
where
    G: Game<View: Determinize>,
    E: Evaluator<G> + Clone + Sync + 'static,
    D: Domain<G> + Clone + 'static,
{
    type Search = Puct<E, D>;

    fn build(&self) -> Puct<E, D> {
        self.clone()
    }
}

/// A [`KeepingPuct`] search, not yet built.
#[derive(Clone, Debug)]
pub struct KeepingBlueprint<E, D> {
    /// The search whose tree is kept.
    pub puct: Puct<E, D>,
}

impl<G: Game, E: Evaluator<G> + Clone, D: Clone> Costs<G> for KeepingBlueprint<E, D> {
    fn cost(&self, nodes: usize) -> Cost {
        let KeepingBlueprint { puct } = self;
        let one = Costs::<G>::cost(puct, nodes);
        // The tree grows in every search, up to the limit of nodes.
        let kept = Budget { iterations: u64::MAX, ..puct.budget };
        let tree = grown::<G>(kept, MAX_ACTIONS as u64, nodes);
        Cost { bytes: one.bytes.saturating_add(tree), ..one }
    }
}

impl<G, E, D> Blueprint<G> for KeepingBlueprint<E, D>
where
    G: Game<View: Determinize>,
    E: Evaluator<G> + Clone + Sync + 'static,
    D: Domain<G> + Clone + 'static,
{
    type Search = KeepingPuct<G::Action, E, D>;

    fn build(&self) -> KeepingPuct<G::Action, E, D> {
        KeepingPuct::new(self.puct.clone())
    }
}

/// A [`Reusing`] search, not yet built.
#[derive(Clone, Debug)]
pub struct ReusingBlueprint<D> {
    /// The search whose tree is kept.
    pub mcts: Mcts<D>,
}

impl<G: Game, D> Costs<G> for ReusingBlueprint<D> {
    fn cost(&self, nodes: usize) -> Cost {
        let ReusingBlueprint { mcts } = self;
        let Mcts { options, budget, trees: _, threads: _, domain: _ } = mcts;
        // A kept tree grows again by all its iterations: only the number of nodes is a limit.
        let kept = Budget { iterations: u64::MAX, ..*budget };
        // The part that is kept is copied out of the old tree, after looking for it among all its states.
        let looked = states::<(G, u64, u64)>(nodes.min(budget.nodes) as u64);
        let trees = tree::<G>(options, kept, nodes).saturating_mul(2);
        Cost {
            bytes: BASE.saturating_add(looked.saturating_add(trees)),
            threads: 1,
            time: budget.time,
        }
    }
}

impl<G, D> Blueprint<G> for ReusingBlueprint<D>
where
    G: Game<View = Open<G>> + PartialEq,
    Open<G>: View<Game = G>,
    D: Domain<G> + Clone + 'static,
    Reusing<G, D>: Search<Open<G>>,
{
    type Search = Reusing<G, D>;

    fn build(&self) -> Reusing<G, D> {
        Reusing::new(self.mcts.clone())
    }
}
