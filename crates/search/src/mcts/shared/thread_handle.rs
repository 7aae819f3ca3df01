use super::arena::Stock;
use super::tree::{Block, SharedTree};
use crate::Clock;
use crate::mcts::domain::Rewards;
use crate::mcts::growing::Growing;
use crate::mcts::path::PathStep;
use crate::mcts::sample::RewardSample;
use crate::mcts::tree::{Edge, EdgeSlot, IterationCounts, NodeId};
use rustc_hash::FxHashMap;
use std::sync::atomic::Ordering;

/// A thread takes this many iterations at once: one by one, and the threads would wait for each other's counting.
const AT_ONCE: u64 = 16;

/// One thread's hand on a shared tree, and what only this thread has seen.
pub(crate) struct ThreadHandle<'t, A> {
    tree: &'t SharedTree<A>,
    /// What a visit under way is taken to have lost.
    loss: f64,
    /// The number of the current iteration among those of all threads, and where the next ones end that are this
    /// thread's.
    current: u64,
    end: u64,
    /// Edges that the tree was not told of.
    made: usize,
    /// Nodes and edges for this thread's use.
    stock_of_nodes: Stock,
    stock_of_edges: Stock,
    /// The edges of the node where it arrived last, as they were then.
    edges: Vec<(EdgeSlot, Edge<A>)>,
    /// The block in which the next edge of that node will be.
    block: Block,
    pub(crate) tally: IterationCounts,
    /// The rewards of each edge of the root.
    pub(crate) samples: FxHashMap<EdgeSlot, RewardSample>,
}

impl<'t, A: Copy + PartialEq> ThreadHandle<'t, A> {
    pub(crate) fn new(tree: &'t SharedTree<A>, loss: f64) -> ThreadHandle<'t, A> {
        ThreadHandle {
            tree,
            loss,
            current: 0,
            end: 0,
            made: 0,
            stock_of_nodes: 0..0,
            stock_of_edges: 0..0,
            edges: vec![],
            block: Block::default(),
            tally: IterationCounts::default(),
            samples: FxHashMap::default(),
        }
    }

    /// Begins an iteration, if the budget of all threads together allows it.
    pub(crate) fn begin(&mut self, clock: &Clock) -> bool {
        self.current += 1;
        if self.current >= self.end {
            self.tell();
            self.current = self.tree.begun.fetch_add(AT_ONCE, Ordering::Relaxed);
            self.end = self.current + AT_ONCE;
        }
        clock.goes_on(self.current, self.tree.len() + self.made)
    }

    /// Tells the tree of the edges that were made.
    pub(crate) fn tell(&mut self) {
        self.tree.size.fetch_add(std::mem::take(&mut self.made), Ordering::Relaxed);
    }

    #[inline]
    fn add(&mut self, node: NodeId, action: A, block: Block, first: [u32; 2]) -> EdgeSlot {
        let stock = &mut self.stock_of_edges;
        let (slot, is_new) = self.tree.find_or_add(node, action, block, first, stock);
        self.made += usize::from(is_new);
        slot
    }

    /// Counts a path as lost until its reward is known, so that other threads try something else meanwhile.
    pub(crate) fn hold(&self, path: &[PathStep]) {
        for step in path {
            self.tree.edge(step.slot).begin();
        }
    }

    /// Rewards every decision of a path that was held.
    pub(crate) fn reward(&mut self, path: &[PathStep], rewards: &Rewards) {
        let mut depth = 0;
        for &PathStep { slot, seat, .. } in path.iter().rev() {
            let edge = self.tree.edge(slot);
            if let Some(seat) = seat {
                edge.add(rewards[seat.index()]);
                depth += 1;
            }
            edge.end();
        }
        if let Some(&PathStep { slot, seat: Some(seat), .. }) = path.first() {
            self.samples.entry(slot).or_default().add(rewards[seat.index()], 1.0);
        }
        self.tally.iterations += 1;
        self.tally.max_depth = self.tally.max_depth.max(depth);
        self.tally.total_depth += u64::from(depth);
    }
}

impl<A: Copy + PartialEq> Growing<A> for ThreadHandle<'_, A> {
    #[inline]
    fn arrive(&mut self, node: NodeId) -> u32 {
        self.block = self.tree.read(node, self.loss, &mut self.edges);
        self.edges.iter().map(|(_, edge)| edge.visits).sum()
    }

    #[inline]
    fn iterations(&self) -> u64 {
        self.current
    }

    #[inline]
    fn look(&mut self, _: NodeId, mut look: impl FnMut(EdgeSlot, &Edge<A>) -> bool) {
        for (slot, edge) in &self.edges {
            if look(*slot, edge) {
                self.tree.count_available(*slot);
            }
        }
    }

    #[inline]
    fn action(&self, _: NodeId, slot: EdgeSlot) -> A {
        self.tree.action(slot).expect("an edge has its action from the beginning")
    }

    #[inline]
    fn find(&self, _: NodeId, action: A) -> Option<EdgeSlot> {
        self.edges.iter().find(|(_, edge)| edge.action == action).map(|&(slot, _)| slot)
    }

    fn tried(&self, _: NodeId, out: &mut Vec<A>) {
        out.extend(self.edges.iter().map(|(_, edge)| edge.action));
    }

    fn open(&mut self, node: NodeId, action: A, prior: f32) -> EdgeSlot {
        self.add(node, action, self.block, [1, prior.to_bits()])
    }

    #[inline]
    fn outcome(&mut self, node: NodeId, outcome: A) -> EdgeSlot {
        self.add(node, outcome, Block::default(), [0, 0])
    }

    #[inline]
    fn follow(&mut self, _: NodeId, slot: EdgeSlot) -> NodeId {
        self.tree.follow(slot, &mut self.stock_of_nodes)
    }

    fn information_set(&mut self, key: u64) -> NodeId {
        self.tree.information_set(key)
    }
}
