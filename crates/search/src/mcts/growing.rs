use super::tree::{Edge, EdgeSlot, NodeId};

/// What an iteration needs of a tree on its way down: a tree of its own, or one that it shares with other threads.
pub(crate) trait Growing<A> {
    /// How often the node was left, counting those who are still on their way. What is asked about its edges from
    /// then on may be as of now, whatever other threads do.
    fn arrive(&mut self, node: NodeId) -> u32;

    /// How many edges a node has that will never have more; `None`: it may get more, or nobody has said.
    #[inline]
    fn complete(&self, _node: NodeId) -> Option<u32> {
        None
    }

    /// All moves that will ever be legal at this node have an edge.
    #[inline]
    fn set_complete(&mut self, _node: NodeId) {}

    /// The iterations before this one.
    fn iterations(&self) -> u64;

    /// Shows every edge of a node. Where `look` says so, the edge counts as available once more, but only after that: the
    /// formula is about earlier visits.
    fn look(&mut self, node: NodeId, look: impl FnMut(EdgeSlot, &Edge<A>) -> bool);

    /// The decision of an edge.
    fn action(&self, node: NodeId, slot: EdgeSlot) -> A;

    /// The edge of this decision, if it was tried.
    fn find(&self, node: NodeId, action: A) -> Option<EdgeSlot>;

    /// Appends all decisions that were tried.
    fn tried(&self, node: NodeId, out: &mut Vec<A>);

    /// An edge for a decision that was not tried before, available once, with this prior. Another thread may just
    /// have made it.
    fn open(&mut self, node: NodeId, action: A, prior: f32) -> EdgeSlot;

    /// The edge of an outcome of chance, made now if it was not there.
    fn outcome(&mut self, node: NodeId, outcome: A) -> EdgeSlot;

    /// Where an edge leads; the node is made the first time it is asked for.
    fn follow(&mut self, node: NodeId, slot: EdgeSlot) -> NodeId;

    /// The node of an information set, made now if it was not there.
    fn information_set(&mut self, key: u64) -> NodeId;
}
