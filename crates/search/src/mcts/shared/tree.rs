use super::arena::{Arena, Stock};
use crate::mcts::tree::{Edge, EdgeSlot, NodeId};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// A tree whose nodes and edges never move and are made only of atomic numbers.
///
/// Counters may be read while they change: a thread may see a visit before its reward. What a thread needs to
/// find its way (the action of an edge, where it leads) is written once and then stays.
pub(crate) struct SharedTree<A> {
    /// Where the first block of each node's edges begins.
    nodes: Arena<Link>,
    edges: Arena<SharedEdge<A>>,
    /// The root, and the edges that the threads have told of.
    pub(super) size: AtomicUsize,
    /// Iterations that have begun or are about to.
    pub(super) begun: AtomicU64,
    /// Nodes by information set, where nodes are told apart by it.
    information_sets: Vec<Mutex<FxHashMap<u64, NodeId>>>,
}

/// A decision that was tried at a node.
pub(super) struct SharedEdge<A> {
    /// The sum of rewards for the seat that decided, as the bits of a floating-point number.
    total: AtomicU64,
    /// Visits, and in the upper half those under way, each of which counts as lost.
    counts: AtomicU64,
    available: AtomicU32,
    prior: AtomicU32,
    child: Link,
    /// In the first edge of a block: where the next block begins.
    next: Link,
    /// Not there before the edge is.
    action: OnceLock<A>,
}

/// The number of something that is made only once, or nothing.
#[derive(Default)]
struct Link(AtomicU32);

impl Link {
    /// What it is: 0 stands for nothing.
    #[inline]
    fn get(&self) -> Option<u32> {
        self.0.load(Ordering::Acquire).checked_sub(1)
    }

    /// What it is, made now if it was not there. What another thread made meanwhile is taken instead, and what was
    /// made for it is wasted.
    #[inline]
    fn get_or_make(&self, make: impl FnOnce() -> u32) -> u32 {
        self.get().unwrap_or_else(|| {
            let made = make();
            match self.0.compare_exchange(0, made + 1, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => made,
                Err(other) => other - 1,
            }
        })
    }
}

/// Some edges of a node that lie side by side.
#[derive(Clone, Copy, Default)]
pub(super) struct Block {
    /// The first of them; `None` before there is one.
    start: Option<u32>,
    /// Which block of the node it is.
    number: u32,
}

/// A visit under way in the counts of an edge.
const UNDER_WAY: u64 = 1 << 32;

/// Threads that look for different information sets seldom wait for each other.
const SHARDS: u64 = 64;

/// How many edges the blocks of a node have: 1, 1, 2, 4, 8, ... so that at most half of them are empty.
#[inline]
fn block_size(number: u32) -> usize {
    1 << number.saturating_sub(1).min(6)
}

impl<A> Default for SharedEdge<A> {
    fn default() -> SharedEdge<A> {
        SharedEdge {
            total: AtomicU64::new(0.0_f64.to_bits()),
            counts: AtomicU64::new(0),
            available: AtomicU32::new(0),
            prior: AtomicU32::new(0),
            child: Link::default(),
            next: Link::default(),
            action: OnceLock::new(),
        }
    }
}

impl<A: Copy> SharedEdge<A> {
    /// The edge as it is now, where everybody under way has lost this much. An edge that was just made has somebody under
    /// way, even if that was not written down yet.
    #[inline]
    fn read(&self, action: A, loss: f64) -> Edge<A> {
        let [visits, pending] = self.counts();
        let pending = pending.max(u32::from(visits == 0));
        let total = f64::from_bits(self.total.load(Ordering::Relaxed));
        let mut edge = Edge::new(action);
        edge.total = if pending == 0 { total } else { total - loss * f64::from(pending) };
        edge.visits = visits + pending;
        edge.available = self.available.load(Ordering::Relaxed);
        edge.prior = f32::from_bits(self.prior.load(Ordering::Relaxed));
        edge
    }

    /// Visits that have ended, and those under way.
    #[inline]
    fn counts(&self) -> [u32; 2] {
        let counts = self.counts.load(Ordering::Relaxed);
        [counts as u32, (counts / UNDER_WAY) as u32]
    }

    /// A visit begins.
    #[inline]
    pub(super) fn begin(&self) {
        self.counts.fetch_add(UNDER_WAY, Ordering::Relaxed);
    }

    /// A visit that began has ended.
    #[inline]
    pub(super) fn end(&self) {
        self.counts.fetch_sub(UNDER_WAY - 1, Ordering::Relaxed);
    }

    /// Adds to the sum of rewards.
    #[inline]
    pub(super) fn add(&self, reward: f64) {
        let add = |bits| Some((f64::from_bits(bits) + reward).to_bits());
        // This never fails, since something is always added.
        let _ = self.total.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }
}

impl<A: Copy + PartialEq> SharedTree<A> {
    /// A tree with nothing but its root.
    pub(crate) fn new() -> SharedTree<A> {
        let tree = SharedTree {
            nodes: Arena::new(),
            edges: Arena::new(),
            size: AtomicUsize::new(1),
            begun: AtomicU64::new(0),
            information_sets: (0..SHARDS).map(|_| Mutex::default()).collect(),
        };
        tree.nodes.allocate(1);
        tree
    }

    /// How many nodes there are: the root, and one for each decision that was tried.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.size.load(Ordering::Relaxed)
    }

    /// An edge by its number, which is the same for as long as the tree lives.
    #[inline]
    pub(super) fn edge(&self, slot: EdgeSlot) -> &SharedEdge<A> {
        self.edges.at(slot)
    }

    /// Shows the edges of a node with their numbers and actions; returns the block in which the next one will be.
    #[inline]
    fn each(&self, node: NodeId, mut look: impl FnMut(EdgeSlot, &SharedEdge<A>, A)) -> Block {
        let mut block = Block { start: self.nodes.at(node).get(), number: 0 };
        while let Some(start) = block.start {
            let edges = self.edges.list(start, block_size(block.number));
            // Asked early, so that the next block is on its way from memory.
            let next = edges[0].next.get();
            for (slot, edge) in (start..).zip(edges) {
                let Some(&action) = edge.action.get() else { return block };
                look(slot, edge, action);
            }
            if next.is_none() {
                return block;
            }
            block = Block { start: next, number: block.number + 1 };
        }
        block
    }

    /// Makes a list of the edges of a node as they are now, where everybody under way has lost this much; returns the
    /// block in which the next one will be.
    #[inline]
    pub(super) fn read(
        &self,
        node: NodeId,
        loss: f64,
        out: &mut Vec<(EdgeSlot, Edge<A>)>,
    ) -> Block {
        out.clear();
        self.each(node, |slot, edge, action| out.push((slot, edge.read(action, loss))))
    }

    /// Counts an edge as available once more.
    pub(super) fn count_available(&self, slot: EdgeSlot) {
        self.edge(slot).available.fetch_add(1, Ordering::Relaxed);
    }

    /// The decision of an edge; `None` before there is one.
    #[inline]
    pub(super) fn action(&self, slot: EdgeSlot) -> Option<A> {
        self.edge(slot).action.get().copied()
    }

    /// The edge of this decision, and whether it was made now. Blocks before this one are known not to have it.
    pub(super) fn find_or_add(
        &self,
        node: NodeId,
        action: A,
        Block { start, mut number }: Block,
        [available, prior]: [u32; 2],
        stock: &mut Stock,
    ) -> (EdgeSlot, bool) {
        let mut make = |number| self.edges.allocate_from(stock, block_size(number));
        let mut start = start.unwrap_or_else(|| self.nodes.at(node).get_or_make(|| make(0)));
        loop {
            let edges = self.edges.list(start, block_size(number));
            for (slot, edge) in (start..).zip(edges) {
                let mut is_new = false;
                let there = edge.action.get_or_init(|| {
                    is_new = true;
                    edge.available.store(available, Ordering::Relaxed);
                    edge.prior.store(prior, Ordering::Relaxed);
                    action
                });
                if *there == action {
                    return (slot, is_new);
                }
            }
            number += 1;
            start = edges[0].next.get_or_make(|| make(number));
        }
    }

    /// Where an edge leads; the node is made the first time it is asked for.
    #[inline]
    pub(super) fn follow(&self, slot: EdgeSlot, stock: &mut Stock) -> NodeId {
        self.edge(slot).child.get_or_make(|| self.nodes.allocate_from(stock, 1))
    }

    /// The node of an information set, made now if it was not there. No edge leads to it.
    pub(super) fn information_set(&self, key: u64) -> NodeId {
        let shard = &self.information_sets[(key % SHARDS) as usize];
        let mut nodes = shard.lock().unwrap_or_else(PoisonError::into_inner);
        *nodes.entry(key).or_insert_with(|| self.nodes.allocate(1))
    }

    /// The edges of a node when nobody is under way any more.
    pub(crate) fn edges_of(&self, node: NodeId) -> Vec<(EdgeSlot, Edge<A>)> {
        let mut edges = vec![];
        self.read(node, 0.0, &mut edges);
        edges
    }

    /// The most visited line that begins with this edge of the root.
    pub(crate) fn line(&self, slot: EdgeSlot) -> Vec<A> {
        let mut line = Vec::from_iter(self.action(slot));
        let mut child = self.edge(slot).child.get();
        while let Some(node) = child {
            let edges = self.edges_of(node);
            // The first of equals. What was tried only once is not expected.
            let most = edges.into_iter().rev().max_by_key(|(_, edge)| edge.visits);
            let Some((slot, edge)) = most.filter(|(_, edge)| edge.visits > 1) else { break };
            line.push(edge.action);
            child = self.edge(slot).child.get();
        }
        line
    }

    /// Where an edge leads, if it was followed before.
    #[cfg(test)]
    pub(crate) fn child(&self, slot: EdgeSlot) -> Option<NodeId> {
        self.edge(slot).child.get()
    }

    /// The visits of an edge that have not ended.
    #[cfg(test)]
    pub(crate) fn under_way(&self, slot: EdgeSlot) -> u32 {
        self.edge(slot).counts()[1]
    }

    /// The memory that is taken.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        let entry = size_of::<(u64, NodeId)>() + 1;
        let index = |shard: &Mutex<FxHashMap<u64, NodeId>>| {
            shard.lock().map_or(0, |nodes| nodes.capacity() * 8 / 7 * entry)
        };
        let indices: usize = self.information_sets.iter().map(index).sum();
        self.nodes.bytes() + self.edges.bytes() + indices
    }
}
