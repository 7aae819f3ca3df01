/// What a search did, counted as the thesis counts it: every move made and every outcome of chance tried is a node,
/// whenever it is visited, probes included; the root is not.
///
/// With a table, a state that is looked up and not searched is still a node if it was reached by a move; what
/// StarETC asks the table about outcomes is counted apart, as lookups.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NodeCounts {
    /// Moves made.
    pub moves: u64,
    /// Outcomes of chance tried.
    pub outcomes: u64,
    /// States that were evaluated.
    pub leaves: u64,
    /// The decisions that led to them, added up.
    pub leaf_plies: u64,
    /// States that were evaluated though the game was not over there.
    pub judged: u64,
    /// Chance nodes at which bounds were asked for.
    pub asked: u64,
    /// Those of them that were left because of their bounds alone.
    pub bounded: u64,
    /// Chance nodes that were left after probing.
    pub probed: u64,
    /// Chance nodes that were left before their last outcome was searched.
    pub cut: u64,
    /// Outcomes that StarETC asked the table about.
    pub lookups: u64,
    /// Nodes whose value was in the table.
    pub found: u64,
}

impl NodeCounts {
    /// Moves made and outcomes tried.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.moves + self.outcomes
    }

    /// The mean number of decisions to the end of a line.
    pub fn mean_depth(&self) -> f64 {
        self.leaf_plies as f64 / (self.leaves.max(1)) as f64
    }
}
