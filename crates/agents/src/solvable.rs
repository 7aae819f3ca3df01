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
    /// With at most this many of them left the rest is solved in seconds, give or take.
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

/// What a [`Solvable`] game can do, for code that does not know whether its game is one.
pub struct AnySolver<G> {
    /// What may be played for, the usual thing first.
    pub objectives: Vec<&'static str>,
    /// What is counted down to the end of the game, in the plural.
    pub unit: &'static str,
    /// With at most this many of them left the rest is solved in seconds, give or take.
    pub soon: u32,
    /// How many of them are left.
    pub left: fn(&G) -> Result<u32, Unsolvable>,
    /// What the rest of the game is worth, played for the objective with this number.
    pub solve: fn(&G, usize) -> Result<Solved, Unsolvable>,
}

impl<G: Solvable> AnySolver<G> {
    /// The solver of a game that has one.
    pub fn new() -> AnySolver<G> {
        AnySolver {
            objectives: G::OBJECTIVES.iter().map(|&(name, _)| name).collect(),
            unit: G::UNIT,
            soon: G::SOON,
            left: G::left,
            solve: |game, objective| game.solve(G::OBJECTIVES[objective].1),
        }
    }
}

impl<G: Solvable> Default for AnySolver<G> {
    fn default() -> AnySolver<G> {
        AnySolver::new()
    }
}
