use kontra_search::Analysis;

/// How much a player has searched, in all its decisions together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Rollouts, iterations or completed depths, whatever the search counts.
    pub iterations: u64,
    /// Nodes visited or created.
    pub nodes: u64,
}

impl Effort {
    /// Adds what an analysis took.
    pub(crate) fn add<A>(&mut self, analysis: &Analysis<A>) {
        self.iterations += analysis.iterations;
        self.nodes += analysis.nodes;
    }
}
