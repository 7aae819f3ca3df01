use std::fmt;

/// A match on the way, or at the end.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// Deals against players by rules, two against two.
    pub deals: u64,
    /// Games of four of a kind.
    pub games: u64,
    /// The seed of the deals.
    pub seed: u64,
    /// Threads that play.
    pub threads: usize,
    /// The most positions in a question.
    pub ask: usize,
}

/// The mean score of a network against players by rules.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figures {
    /// Points for each game and seat.
    pub points: f64,
    /// Half the width of the 95 % interval.
    pub half_width: f64,
    /// Deals.
    pub deals: u64,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.3} ± {:.3} against rules", self.points, self.half_width)
    }
}
