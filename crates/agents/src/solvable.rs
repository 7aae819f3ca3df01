use crate::{Playable, Unsolvable};

/// A game whose ends can be solved: what is left of it has an exact value if everybody sees everything and plays
/// as well as possible.
///
/// What is left to chance stays so: the value is the mean over what may happen.
pub trait Solvable: Playable {
    /// What both sides play for.
    type Objective: Copy + Send + 'static;

    /// All that they may play for by name, the usual thing first.
    const OBJECTIVES: &'static [(&'static str, Self::Objective)];
    /// What is counted down to the end of the game, in the plural.
    const UNIT: &'static str;
    /// With at most so many of them left the rest is solved in seconds, give or take.
    const SOON: u32;

    /// How many of them are left, in a game that has a value of its own.
    fn left(&self) -> Result<u32, Unsolvable>;

    /// What the rest of the game is worth, played for this objective.
    ///
    /// The time it takes grows tenfold or so with every unit that is left.
    fn solve(&self, objective: Self::Objective) -> Result<Solved, Unsolvable>;
}

/// The exact value of the rest of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// What it is worth to each seat.
    pub value: Vec<f64>,
    /// Positions looked at, or nodes visited.
    pub nodes: u64,
}
