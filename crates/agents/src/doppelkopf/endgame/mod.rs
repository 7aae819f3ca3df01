//! The end of a game with all hands open, solved exactly.

mod bounds;
mod deck;
mod goal;
mod layout;
mod moves;
mod position;
mod rules;
mod setting;

use goal::Goal;
use kontra_doppelkopf::{Doppelkopf, SEATS};
use kontra_search::solve::Solver;
use position::Position;
use setting::Setting;
use std::fmt;

/// Why the rest of a game cannot be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolvable {
    /// The type of the game is not found yet.
    NotFound,
    /// A marriage has not found its partner yet.
    Undecided,
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unsolvable::NotFound => "the type of the game is not found yet",
            Unsolvable::Undecided => "the marriage has not found its partner yet",
        })
    }
}

impl std::error::Error for Unsolvable {}

/// Solves endgames, and remembers what it has seen from one to the next.
#[derive(Clone, Debug)]
pub struct EndgameSolver {
    solver: Solver<u8>,
}

impl EndgameSolver {
    /// A solver that remembers at most so many positions.
    pub fn new(most: usize) -> EndgameSolver {
        EndgameSolver { solver: Solver::new(most) }
    }

    /// The card points that re reaches.
    pub fn points(&mut self, game: &Doppelkopf) -> Result<i32, Unsolvable> {
        let setting = Setting::of(game, Goal::Points)?;
        Ok(self.solver.value(&Position::new(game, &setting)))
    }

    /// Score points of re minus those of kontra.
    pub fn difference(&mut self, game: &Doppelkopf) -> Result<i32, Unsolvable> {
        let (mut low, mut high): (i32, i32) = (-31, 31);
        while low < high {
            let middle = (low + high + 1).div_euclid(2);
            let setting = Setting::of(game, Goal::Score(middle))?;
            if self.solver.is_at_least(&Position::new(game, &setting), 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Ok(low)
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    /// Score points of each seat.
    pub fn scores(&mut self, game: &Doppelkopf) -> Result<[i32; SEATS], Unsolvable> {
        let difference = self.difference(game)?;
        let tally = game.tally();
        let re = if tally.is_solo() { 3 * difference } else { difference };
        Ok(std::array::from_fn(|seat| {
            if tally.re.contains(kontra_game::Seat::wrapping(seat, SEATS)) { re } else { -difference }
        }))
    }
}
