use super::descent::Worlds;
use super::domain::{Domain, Plain};
use super::options::{Decision, TreeOptions};
use super::perfect::decision_of;
use super::roots::{Pool, RootEdge, Roots, only_move};
use super::sample::Sample;
use super::shared::{Hand, SharedTree};
use super::tree::{ROOT, Slot, Tally};
use super::uct::{Grower, play_out};
use crate::{Analysis, Budget, Clock, Limits, Search};
use kontra_game::{Game, Open, SearchRng};
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
pub struct TreeParallel<D = Plain> {
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
    /// Searches with everything in sight, hidden cards too: fair only where nothing is hidden.
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
        let clock = self.budget.start(limits);
        let tree = SharedTree::new();
        let hands = std::thread::scope(|scope| {
            let grow = |rng| self.grow(Hand::new(&tree, self.virtual_loss), &clock, game, rng);
            let first = SearchRng::from_rng(rng);
            let others: Vec<_> = (1..self.threads.get())
                .map(|_| SearchRng::from_rng(rng))
                .map(|rng| scope.spawn(move || grow(rng)))
                .collect();
            let mut hands = vec![grow(first)];
            let join = |other: ScopedJoinHandle<'_, _>| {
                other.join().unwrap_or_else(|panic| resume_unwind(panic))
            };
            hands.extend(others.into_iter().map(join));
            hands
        });
        let roots = roots(&legal, &tree, hands, self.options.decision);
        let view = game.view(seat);
        let admits = |action, mean| self.domain.admits(&view, action, mean);
        roots.analyse(self.options.decision, Pool::Visits, admits, clock.elapsed())
    }

    /// What one thread does.
    fn grow<'t, G: Game>(
        &self,
        hand: Hand<'t, G::Action>,
        clock: &Clock,
        game: &G,
        mut rng: SearchRng,
    ) -> Hand<'t, G::Action>
    where
        D: Domain<G>,
    {
        let options = TreeOptions { history: None, ..self.options };
        let mut grower = Grower::with_tree(hand, options, &self.domain, Worlds::One);
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
fn roots<A: Copy + PartialEq>(
    legal: &[A],
    tree: &SharedTree<A>,
    hands: Vec<Hand<'_, A>>,
    decision: Decision,
) -> Roots<A> {
    let (mut tally, mut samples) = (Tally::default(), FxHashMap::<Slot, Sample>::default());
    for hand in hands {
        tally.add(hand.tally);
        for (slot, sample) in hand.samples {
            samples.entry(slot).or_default().extend(sample);
        }
    }
    let edges = tree.edges_of(ROOT).into_iter().map(|(slot, edge)| {
        let variance = samples.get(&slot).map_or(f64::NAN, Sample::variance);
        RootEdge { edge, variance, line: tree.line(slot) }
    });
    Roots::of_edges(legal, edges, decision).with(tally, tree.len(), 0)
}

impl<G, D> Search<Open<G>> for TreeParallel<D>
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
