//! The tree of statistics that every Monte Carlo tree search builds.

/// A node's number. Nodes live in one list; numbers are half the size of pointers.
pub(crate) type NodeId = u32;

/// An edge's number. It changes when its node gets more edges than there is room for.
pub(crate) type EdgeId = u32;

/// No node, or no edge.
pub(crate) const NONE: u32 = u32::MAX;

/// The first node of every tree.
pub(crate) const ROOT: NodeId = 0;

/// A position, or all positions that look the same: how often it was reached, and what was tried there.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The edges of a node lie side by side.
    first: EdgeId,
    len: u16,
    capacity: u16,
    visits: u32,
}

/// A decision that was tried at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<A> {
    /// The sum of rewards for the seat that decided.
    pub(crate) total: f64,
    pub(crate) visits: u32,
    /// How often the decision was possible when this node was reached and the edge was there.
    pub(crate) available: u32,
    /// Where it leads; `NONE` until it is followed a second time.
    child: NodeId,
    pub(crate) prior: f32,
    pub(crate) action: A,
}

impl<A> Edge<A> {
    /// The mean reward for the seat that decided.
    #[inline]
    pub(crate) fn mean(&self) -> f64 {
        self.total / f64::from(self.visits)
    }
}

/// All nodes and edges.
#[derive(Clone, Debug)]
pub(crate) struct Tree<A> {
    nodes: Vec<Node>,
    edges: Vec<Edge<A>>,
}

impl<A: Copy + PartialEq> Tree<A> {
    /// A tree with nothing but its root.
    pub(crate) fn new() -> Tree<A> {
        let mut tree = Tree { nodes: vec![], edges: vec![] };
        tree.add_node();
        tree
    }

    /// How many nodes there are, where a decision tried once counts as one.
    pub(crate) fn len(&self) -> usize {
        self.edges.len() + 1
    }

    #[inline]
    pub(crate) fn visits(&self, node: NodeId) -> u32 {
        self.nodes[node as usize].visits
    }

    #[inline]
    pub(crate) fn visit(&mut self, node: NodeId) {
        self.nodes[node as usize].visits += 1;
    }

    /// The number of the node's first edge, and its edges.
    #[inline]
    pub(crate) fn edges(&self, node: NodeId) -> (EdgeId, &[Edge<A>]) {
        let node = &self.nodes[node as usize];
        let first = node.first as usize;
        (node.first, &self.edges[first..first + usize::from(node.len)])
    }

    #[inline]
    pub(crate) fn edge(&self, edge: EdgeId) -> &Edge<A> {
        &self.edges[edge as usize]
    }

    #[inline]
    pub(crate) fn edge_mut(&mut self, edge: EdgeId) -> &mut Edge<A> {
        &mut self.edges[edge as usize]
    }

    /// The place of an edge among those of its node: unlike its number it never changes.
    #[inline]
    pub(crate) fn slot(&self, node: NodeId, edge: EdgeId) -> u16 {
        (edge - self.nodes[node as usize].first) as u16
    }

    /// The edge in a slot.
    #[inline]
    pub(crate) fn at(&mut self, node: NodeId, slot: u16) -> &mut Edge<A> {
        &mut self.edges[self.nodes[node as usize].first as usize + usize::from(slot)]
    }

    /// The edge of this decision, if it was tried.
    #[inline]
    pub(crate) fn find(&self, node: NodeId, action: A) -> Option<EdgeId> {
        let (first, edges) = self.edges(node);
        edges.iter().position(|edge| edge.action == action).map(|i| first + i as u32)
    }

    /// The edge of this decision, made now if it was not there.
    pub(crate) fn find_or_add(&mut self, node: NodeId, action: A) -> EdgeId {
        self.find(node, action).unwrap_or_else(|| self.add_edge(node, action))
    }

    /// A new edge for a decision that was not tried before. The edges of the node may move.
    pub(crate) fn add_edge(&mut self, node: NodeId, action: A) -> EdgeId {
        let Node { first, len, capacity, .. } = self.nodes[node as usize];
        let edge = Edge { total: 0.0, visits: 0, available: 0, child: NONE, prior: 0.0, action };
        let end = first as usize + usize::from(len);
        if len < capacity {
            self.edges[end] = edge;
        } else if end == self.edges.len() {
            // The last block can grow where it is.
            self.edges.push(edge);
            self.nodes[node as usize].capacity += 1;
        } else {
            self.move_edges(node, edge);
        }
        let node = &mut self.nodes[node as usize];
        node.len += 1;
        node.first + u32::from(node.len) - 1
    }

    /// Moves the edges of a node to the end of the list, with room to grow by a half.
    fn move_edges(&mut self, node: NodeId, edge: Edge<A>) {
        let Node { first, len, .. } = self.nodes[node as usize];
        let (first, len) = (first as usize, usize::from(len));
        let start = self.edges.len();
        self.edges.extend_from_within(first..first + len);
        let capacity = len + 1 + len / 2;
        self.edges.resize(start + capacity, edge);
        let node = &mut self.nodes[node as usize];
        node.first = start as u32;
        node.capacity = capacity as u16;
    }

    /// Where an edge leads; the node is made the first time it is asked for.
    #[inline]
    pub(crate) fn follow(&mut self, edge: EdgeId) -> NodeId {
        let child = self.edges[edge as usize].child;
        if child != NONE {
            return child;
        }
        let child = self.add_node();
        self.edges[edge as usize].child = child;
        child
    }

    /// Where an edge leads, if it was followed before.
    pub(crate) fn child(&self, edge: EdgeId) -> Option<NodeId> {
        let child = self.edges[edge as usize].child;
        (child != NONE).then_some(child)
    }

    pub(crate) fn add_node(&mut self) -> NodeId {
        let first = self.edges.len() as u32;
        self.nodes.push(Node { first, len: 0, capacity: 0, visits: 0 });
        self.nodes.len() as u32 - 1
    }

    /// The part of the tree below a node, as a tree of its own.
    pub(crate) fn subtree(&self, node: NodeId) -> Tree<A> {
        let mut tree = Tree::new();
        let mut pairs = vec![(node, ROOT)];
        while let Some((old, new)) = pairs.pop() {
            tree.nodes[new as usize].visits = self.visits(old);
            for edge in self.edges(old).1 {
                let id = tree.add_edge(new, edge.action);
                *tree.edge_mut(id) = Edge { child: NONE, ..*edge };
            }
            // Edges first, so that they lie side by side without moving; then what they lead to.
            for i in 0..self.edges(old).1.len() {
                let child = self.edges(old).1[i].child;
                if child != NONE {
                    let edge = tree.edges(new).0 + i as u32;
                    pairs.push((child, tree.follow(edge)));
                }
            }
        }
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_stay_together_however_nodes_grow() {
        let mut tree = Tree::new();
        let a = tree.add_edge(ROOT, 'a');
        let left = tree.follow(a);
        for action in ['b', 'c', 'd'] {
            tree.find_or_add(left, action);
            tree.find_or_add(ROOT, action);
        }
        let actions = |node| tree.edges(node).1.iter().map(|edge| edge.action).collect::<String>();
        assert_eq!((actions(ROOT).as_str(), actions(left).as_str()), ("abcd", "bcd"));
        assert_eq!(tree.child(tree.find(ROOT, 'a').unwrap()), Some(left));
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
            let edge = tree.add_edge(ROOT, action);
            let child = tree.follow(edge);
            for below in [10, 20] {
                let edge = tree.add_edge(child, action * below);
                tree.edge_mut(edge).visits = 7;
            }
        }
        let second = tree.child(tree.find(ROOT, 2).unwrap()).unwrap();
        let sub = tree.subtree(second);
        let (_, edges) = sub.edges(ROOT);
        assert_eq!(
            edges.iter().map(|e| (e.action, e.visits)).collect::<Vec<_>>(),
            [(20, 7), (40, 7)]
        );
    }
}
