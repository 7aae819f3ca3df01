//! The tree of statistics that every Monte Carlo tree search builds.

use super::blocks::{Blocks, make_room};
use super::growing::Growing;
use super::sample::RewardSample;
use rustc_hash::FxHashMap;

/// A node's number. Nodes live in one list; numbers are half the size of pointers.
pub(crate) type NodeId = u32;

/// Which of its node's edges an edge is. This never changes, even when the edges move.
pub(crate) type EdgeSlot = u32;

/// No node.
const NONE: NodeId = u32::MAX;

/// The first node of every tree.
pub(crate) const ROOT: NodeId = 0;

/// A position, or all positions that look the same: how often it was reached, and what was tried there.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Where its edges begin; they lie side by side.
    first: u32,
    /// How many there are, and whether there will never be more: see [`COMPLETE`].
    count: u32,
    visits: u32,
}

/// This bit of a node's count says that every move has an edge that will ever be legal there.
const COMPLETE: u32 = 1 << 31;

impl Node {
    #[inline]
    fn len(&self) -> u32 {
        self.count & !COMPLETE
    }
}

/// A decision that was tried at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<A> {
    /// The sum of rewards for the seat that decided.
    pub(crate) total: f64,
    pub(crate) visits: u32,
    /// How often the decision was possible when this node was left and the edge was there.
    pub(crate) available: u32,
    /// Where it leads; `NONE` until it is followed a second time.
    child: NodeId,
    pub(crate) prior: f32,
    pub(crate) action: A,
}

impl<A> Edge<A> {
    /// A decision that nobody has made.
    pub(crate) const fn new(action: A) -> Edge<A> {
        Edge { total: 0.0, visits: 0, available: 0, child: NONE, prior: 0.0, action }
    }

    /// The mean reward for the seat that decided.
    #[inline]
    pub(crate) fn mean(&self) -> f64 {
        self.total / f64::from(self.visits)
    }
}

/// The most memory of a tree with this many nodes: the tests of `memory.rs` hold it to this.
pub(crate) fn bytes_of_nodes<A>(nodes: u64) -> u64 {
    nodes.saturating_mul((2 * size_of::<Edge<A>>()) as u64)
}

/// All nodes and edges, and what was done to make them.
#[derive(Clone, Debug)]
pub(crate) struct Tree<A> {
    nodes: Vec<Node>,
    edges: Blocks<Edge<A>>,
    size: usize,
    /// Nodes by information set, where nodes are told apart by it.
    information_sets: FxHashMap<Key, NodeId>,
    /// The information set of the root, in a tree that is kept from move to move.
    root: Option<Key>,
    pub(crate) tally: IterationCounts,
    /// The rewards of each edge of the root.
    samples: Vec<RewardSample>,
}

/// The key of an information set in two halves, so that an entry of the index takes 12 bytes and not 16.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key(u32, u32);

/// The iterations that made a tree what it is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct IterationCounts {
    pub(crate) iterations: u64,
    /// The longest path, in decisions of seats.
    pub(crate) max_depth: u32,
    pub(crate) total_depth: u64,
}

impl IterationCounts {
    /// Counts the iterations of somebody else as well.
    pub(crate) fn add(&mut self, other: IterationCounts) {
        self.iterations += other.iterations;
        self.max_depth = self.max_depth.max(other.max_depth);
        self.total_depth += other.total_depth;
    }
}

impl<A: Copy + PartialEq> Tree<A> {
    /// A tree with nothing but its root.
    pub(crate) fn new() -> Tree<A> {
        let mut tree = Tree {
            nodes: vec![],
            edges: Blocks::new(),
            size: 1,
            information_sets: FxHashMap::default(),
            root: None,
            tally: IterationCounts::default(),
            samples: vec![],
        };
        tree.add_node();
        tree
    }

    /// How many nodes there are. A decision that was tried is one, even if nothing is known of what follows.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.size
    }

    #[inline]
    pub(crate) fn visits(&self, node: NodeId) -> u32 {
        self.nodes[node as usize].visits
    }

    #[inline]
    pub(crate) fn visits_mut(&mut self, node: NodeId) -> &mut u32 {
        &mut self.nodes[node as usize].visits
    }

    #[inline]
    pub(crate) fn edges(&self, node: NodeId) -> &[Edge<A>] {
        let node = self.nodes[node as usize];
        self.edges.list(node.first, node.len())
    }

    #[inline]
    pub(crate) fn edges_mut(&mut self, node: NodeId) -> &mut [Edge<A>] {
        let node = self.nodes[node as usize];
        self.edges.list_mut(node.first, node.len())
    }

    #[inline]
    pub(crate) fn edge(&self, node: NodeId, slot: EdgeSlot) -> &Edge<A> {
        let node = self.nodes[node as usize];
        debug_assert!(slot < node.len(), "a node has this edge");
        self.edges.item(node.first, slot)
    }

    #[inline]
    pub(crate) fn edge_mut(&mut self, node: NodeId, slot: EdgeSlot) -> &mut Edge<A> {
        let node = self.nodes[node as usize];
        debug_assert!(slot < node.len(), "a node has this edge");
        self.edges.item_mut(node.first, slot)
    }

    /// Counts a visit of a node that is left by this edge, and of the edge.
    #[inline]
    pub(crate) fn count_visit(&mut self, node: NodeId, slot: EdgeSlot) -> &mut Edge<A> {
        let node = &mut self.nodes[node as usize];
        debug_assert!(slot < node.len(), "a node has this edge");
        node.visits += 1;
        let edge = self.edges.item_mut(node.first, slot);
        edge.visits += 1;
        edge
    }

    /// The edge of this decision, if it was tried.
    #[inline]
    pub(crate) fn find(&self, node: NodeId, action: A) -> Option<EdgeSlot> {
        self.edges(node).iter().position(|edge| edge.action == action).map(|i| i as EdgeSlot)
    }

    /// The edge of this decision, made now if it was not there.
    #[inline]
    pub(crate) fn find_or_add(&mut self, node: NodeId, action: A) -> EdgeSlot {
        self.find(node, action).unwrap_or_else(|| self.add_edge(node, action))
    }

    /// A new edge for a decision that was not tried before.
    pub(crate) fn add_edge(&mut self, node: NodeId, action: A) -> EdgeSlot {
        let node = &mut self.nodes[node as usize];
        let len = node.len();
        node.first = self.edges.push(node.first, len, Edge::new(action));
        // Nothing is added to a node that was said to be complete.
        node.count = len + 1;
        self.size += 1;
        len
    }

    /// Where an edge leads; the node is made the first time it is asked for.
    #[inline]
    pub(crate) fn follow(&mut self, node: NodeId, slot: EdgeSlot) -> NodeId {
        self.child(node, slot).unwrap_or_else(|| {
            let child = self.add_node();
            self.edge_mut(node, slot).child = child;
            child
        })
    }

    /// Where an edge leads, if it was followed before.
    #[inline]
    pub(crate) fn child(&self, node: NodeId, slot: EdgeSlot) -> Option<NodeId> {
        let child = self.edge(node, slot).child;
        (child != NONE).then_some(child)
    }

    /// The node of an information set, made now if it was not there. No edge leads to it.
    pub(crate) fn information_set(&mut self, key: u64) -> NodeId {
        let key = Key(key as u32, (key >> 32) as u32);
        if let Some(&node) = self.information_sets.get(&key) {
            return node;
        }
        let node = self.add_node();
        self.information_sets.insert(key, node);
        node
    }

    /// Makes this information set the root, in a tree in which nodes are told apart by it. Nothing is lost but what was noted
    /// of the iterations from the root before.
    pub(crate) fn reroot(&mut self, key: u64) {
        let key = Key(key as u32, (key >> 32) as u32);
        self.samples.clear();
        self.tally = IterationCounts::default();
        if self.root == Some(key) {
            return;
        }
        let known = self.information_sets.get(&key).copied();
        // The first root of a tree has no key yet, and nothing to keep.
        let place = match (known, self.root) {
            (None, None) => ROOT,
            (known, _) => known.unwrap_or_else(|| self.add_node()),
        };
        self.nodes.swap(ROOT as usize, place as usize);
        if let Some(before) = self.root.replace(key) {
            self.information_sets.insert(before, place);
        }
        self.information_sets.insert(key, ROOT);
    }

    fn add_node(&mut self) -> NodeId {
        make_room(&mut self.nodes, 1);
        self.nodes.push(Node { first: 0, count: 0, visits: 0 });
        self.nodes.len() as NodeId - 1
    }

    /// Notes a reward of an edge of the root.
    pub(crate) fn add_sample(&mut self, slot: EdgeSlot, reward: f64) {
        let slot = slot as usize;
        if self.samples.len() <= slot {
            self.samples.resize(slot + 1, RewardSample::default());
        }
        self.samples[slot].add(reward, 1.0);
    }

    /// The variance of the rewards of an edge of the root; not a number where there are none.
    pub(crate) fn variance(&self, slot: EdgeSlot) -> f64 {
        self.samples.get(slot as usize).map_or(f64::NAN, RewardSample::variance)
    }

    /// The most visited line that begins with this edge of the root.
    pub(crate) fn line(&self, slot: EdgeSlot) -> Vec<A> {
        let mut line = vec![self.edge(ROOT, slot).action];
        let mut child = self.child(ROOT, slot);
        while let Some(node) = child {
            let edges = self.edges(node);
            // The first of equals. What was tried only once is not expected.
            let most = (0..edges.len()).rev().max_by_key(|&i| edges[i].visits);
            let Some(most) = most.filter(|&i| edges[i].visits > 1) else { break };
            line.push(edges[most].action);
            child = self.child(node, most as EdgeSlot);
        }
        line
    }

    /// The part of the tree below a node, as a tree of its own.
    pub(crate) fn subtree(&self, node: NodeId) -> Tree<A> {
        let mut tree = Tree::new();
        let mut pairs = vec![(node, ROOT)];
        while let Some((old, new)) = pairs.pop() {
            *tree.visits_mut(new) = self.visits(old);
            for edge in self.edges(old) {
                let slot = tree.add_edge(new, edge.action);
                *tree.edge_mut(new, slot) = Edge { child: NONE, ..*edge };
                if edge.child != NONE {
                    pairs.push((edge.child, tree.follow(new, slot)));
                }
            }
        }
        tree
    }

    /// The memory that is taken.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        // A hash table has a byte of its own for each place, and is at most seven eighths full.
        let index = self.information_sets.capacity() * 8 / 7 * (size_of::<(Key, NodeId)>() + 1);
        self.nodes.capacity() * size_of::<Node>() + self.edges.bytes() + index
    }
}

impl<A: Copy + PartialEq> Growing<A> for Tree<A> {
    #[inline]
    fn arrive(&mut self, node: NodeId) -> u32 {
        self.visits(node)
    }

    #[inline]
    fn complete(&self, node: NodeId) -> Option<u32> {
        let node = self.nodes[node as usize];
        (node.count & COMPLETE != 0).then(|| node.len())
    }

    #[inline]
    fn set_complete(&mut self, node: NodeId) {
        self.nodes[node as usize].count |= COMPLETE;
    }

    #[inline]
    fn iterations(&self) -> u64 {
        self.tally.iterations
    }

    #[inline]
    fn look(&mut self, node: NodeId, mut look: impl FnMut(EdgeSlot, &Edge<A>) -> bool) {
        for (slot, edge) in self.edges_mut(node).iter_mut().enumerate() {
            if look(slot as EdgeSlot, edge) {
                edge.available += 1;
            }
        }
    }

    #[inline]
    fn action(&self, node: NodeId, slot: EdgeSlot) -> A {
        self.edge(node, slot).action
    }

    #[inline]
    fn find(&self, node: NodeId, action: A) -> Option<EdgeSlot> {
        self.find(node, action)
    }

    fn tried(&self, node: NodeId, out: &mut Vec<A>) {
        out.extend(self.edges(node).iter().map(|edge| edge.action));
    }

    fn open(&mut self, node: NodeId, action: A, prior: f32) -> EdgeSlot {
        let slot = self.add_edge(node, action);
        let edge = self.edge_mut(node, slot);
        (edge.available, edge.prior) = (1, prior);
        slot
    }

    #[inline]
    fn outcome(&mut self, node: NodeId, outcome: A) -> EdgeSlot {
        self.find_or_add(node, outcome)
    }

    #[inline]
    fn follow(&mut self, node: NodeId, slot: EdgeSlot) -> NodeId {
        self.follow(node, slot)
    }

    fn information_set(&mut self, key: u64) -> NodeId {
        self.information_set(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_stay_together_however_nodes_grow() {
        let mut tree = Tree::new();
        let a = tree.add_edge(ROOT, 'a');
        let left = tree.follow(ROOT, a);
        for action in ['b', 'c', 'd'] {
            tree.find_or_add(left, action);
            tree.find_or_add(ROOT, action);
        }
        let actions = |node| tree.edges(node).iter().map(|edge| edge.action).collect::<String>();
        assert_eq!((actions(ROOT).as_str(), actions(left).as_str()), ("abcd", "bcd"));
        assert_eq!(tree.child(ROOT, a), Some(left));
        assert_eq!(tree.len(), 8, "the root, and one for each edge");
    }

    #[test]
    fn an_edge_is_not_made_twice() {
        let mut tree = Tree::new();
        let a = tree.find_or_add(ROOT, 1);
        assert_eq!(tree.find_or_add(ROOT, 1), a);
        assert_eq!(tree.len(), 2);
    }

    #[test]
    fn a_subtree_keeps_what_lies_below_its_root() {
        let mut tree = Tree::new();
        for action in [1, 2] {
            let slot = tree.add_edge(ROOT, action);
            let child = tree.follow(ROOT, slot);
            for below in [10, 20] {
                let slot = tree.add_edge(child, action * below);
                tree.edge_mut(child, slot).visits = 7;
                let deep = tree.follow(child, slot);
                tree.add_edge(deep, below + action);
            }
        }
        let second = tree.find(ROOT, 2).and_then(|slot| tree.child(ROOT, slot)).unwrap();
        let sub = tree.subtree(second);
        let seen = |node| sub.edges(node).iter().map(|e| (e.action, e.visits)).collect::<Vec<_>>();
        assert_eq!(seen(ROOT), [(20, 7), (40, 7)]);
        assert_eq!(seen(sub.child(ROOT, 1).unwrap()), [(22, 0)]);
        assert_eq!(sub.len(), 5);
    }

    #[test]
    fn another_information_set_becomes_the_root() {
        let mut tree = Tree::new();
        let actions =
            |tree: &Tree<char>| tree.edges(ROOT).iter().map(|e| e.action).collect::<String>();
        tree.reroot(1);
        tree.add_edge(ROOT, 'a');
        let two = tree.information_set(2);
        tree.add_edge(two, 'b');
        tree.reroot(2);
        assert_eq!(actions(&tree), "b");
        assert_eq!(tree.information_set(2), ROOT);
        let one = tree.information_set(1);
        assert_eq!(tree.edges(one)[0].action, 'a');
        tree.reroot(3);
        assert_eq!(actions(&tree), "", "nobody knows it");
        tree.reroot(1);
        assert_eq!(actions(&tree), "a");
        tree.reroot(2);
        assert_eq!(actions(&tree), "b");
    }

    #[test]
    fn a_line_follows_the_visits_and_ends_with_them() {
        let mut tree = Tree::new();
        let mut node = ROOT;
        for (action, visits) in [('a', 9), ('b', 5), ('c', 1)] {
            let rare = tree.add_edge(node, 'x');
            tree.edge_mut(node, rare).visits = 1;
            let slot = tree.add_edge(node, action);
            tree.edge_mut(node, slot).visits = visits;
            node = tree.follow(node, slot);
        }
        assert_eq!(tree.line(1), ['a', 'b']);
        assert_eq!(tree.line(0), ['x']);
    }

    #[test]
    fn an_edge_takes_32_bytes_with_an_action_of_up_to_8_and_a_node_12() {
        assert_eq!((size_of::<Edge<u8>>(), size_of::<Edge<u64>>()), (32, 32));
        assert_eq!((size_of::<Node>(), size_of::<(Key, NodeId)>()), (12, 12));
    }
}
