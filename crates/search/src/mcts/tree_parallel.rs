use super::descent::WorldSource;
use super::domain::{Domain, RulesOnly};
use super::options::{Decision, TreeOptions};
use super::root_results::{RootEdge, RootResults};
use super::sample::RewardSample;
use super::shared::{SharedTree, ThreadHandle};
use super::tasks::{StateTask, search_of_states};
use super::tree::{EdgeSlot, IterationCounts, ROOT};
use super::uct::{Grower, play_out};
use crate::{Budget, Clock};
use kontra_game::{Game, SearchRng};
use rand::SeedableRng;
use rustc_hash::FxHashMap;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::thread::ScopedJoinHandle;

/// Tree parallelisation: several threads grow one tree (Briesemeister 2009, 4.2.5.2).
///
/// There is no lock: visits and sums of rewards are atomic numbers, and edges are added where no other thread was
/// faster. A path whose playout is under way counts as lost for so long (virtual loss). **Not reproducible** on more
/// than one thread: which of them comes first is up to the machine, so the same seed may give another analysis. On one
/// thread it is exactly [`Mcts`](super::Mcts). The history of moves is not kept: [`TreeOptions::history`] has no effect.
#[derive(Clone, Debug)]
pub struct TreeParallel<D = RulesOnly> {
    /// How the tree chooses and grows.
    pub options: TreeOptions,
    /// How long to search.
    pub budget: Budget,
    /// How many threads share the tree.
    pub threads: NonZeroUsize,
    /// What a playout under way takes from its path: as much as a lost game.
    pub virtual_loss: f64,
    /// What is known of the game.
    pub domain: D,
}

impl<D> TreeParallel<D> {
    /// What the tree says in the end.
    fn grow<G: Game>(&self, task: &StateTask<'_, G>, rng: &mut SearchRng) -> RootResults<G::Action>
    where
        D: Domain<G>,
    {
        let tree = SharedTree::new();
        let handles = std::thread::scope(|scope| {
            let grow = |rng| {
                let handle = ThreadHandle::new(&tree, self.virtual_loss);
                self.grow_on_thread(handle, task.clock, task.game, rng)
            };
            let first = SearchRng::from_rng(rng);
            let others: Vec<_> = (1..self.threads.get())
                .map(|_| SearchRng::from_rng(rng))
                .map(|rng| scope.spawn(move || grow(rng)))
                .collect();
            let mut handles = vec![grow(first)];
            let join = |other: ScopedJoinHandle<'_, _>| {
                other.join().unwrap_or_else(|panic| resume_unwind(panic))
            };
            handles.extend(others.into_iter().map(join));
            handles
        });
        results_of(task.legal, &tree, handles, self.options.decision)
    }

    /// What one thread does.
    fn grow_on_thread<'t, G: Game>(
        &self,
        handle: ThreadHandle<'t, G::Action>,
        clock: &Clock,
        game: &G,
        mut rng: SearchRng,
    ) -> ThreadHandle<'t, G::Action>
    where
        D: Domain<G>,
    {
        let options = TreeOptions { history: None, ..self.options };
        let mut grower = Grower::with_tree(handle, options, &self.domain, WorldSource::One);
        while grower.tree.begin(clock) {
            let mut leaf = game.clone();
            let over = grower.descend(&mut leaf, &mut rng);
            grower.hold();
            let rewards = if over {
                self.domain.rewards(&leaf)
            } else {
                play_out(&options, &self.domain, &mut leaf, &mut rng)
            };
            grower.reward_held(&rewards);
        }
        grower.tree.tell();
        grower.tree
    }
}

/// What the tree says in the end, and what each thread saw.
fn results_of<A: Copy + PartialEq>(
    legal: &[A],
    tree: &SharedTree<A>,
    handles: Vec<ThreadHandle<'_, A>>,
    decision: Decision,
) -> RootResults<A> {
    let (mut tally, mut samples) =
        (IterationCounts::default(), FxHashMap::<EdgeSlot, RewardSample>::default());
    for handle in handles {
        tally.add(handle.tally);
        for (slot, sample) in handle.samples {
            samples.entry(slot).or_default().extend(sample);
        }
    }
    let edges = tree.edges_of(ROOT).into_iter().map(|(slot, edge)| {
        let variance = samples.get(&slot).map_or(f64::NAN, RewardSample::variance);
        RootEdge { edge, variance, line: tree.line(slot) }
    });
    RootResults::of_edges(legal, edges, decision).with(tally, tree.len(), 0)
}

search_of_states!(TreeParallel);
