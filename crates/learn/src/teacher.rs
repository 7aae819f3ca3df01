use kontra_nets::Network;

/// A network that knows the game, whose values a smaller one learns.
#[derive(Clone, Debug)]
pub struct Teacher {
    /// The same bits and the same `values` as the network that learns; it may have any other shape.
    pub network: Network,
    /// The legal answers in a position, as bits.
    pub legal: fn(&[u64]) -> u64,
    /// How much differences between answers count beside what a position is worth.
    pub weight: f32,
}
