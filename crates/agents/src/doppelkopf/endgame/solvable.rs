use super::goal::Goal;
use super::setting::EndgameSetting;
use super::{EndgameSolver, Objective};
use crate::{Solvable, Solved, Unsolvable};
use kontra_doppelkopf::{Doppelkopf, HAND};

/// How many positions are remembered: 128 MB at most.
const REMEMBERED: usize = 1 << 22;

impl Solvable for Doppelkopf {
    type Objective = Objective;

    const OBJECTIVES: &'static [(&'static str, Objective)] = &Objective::NAMES;
    const UNIT: &'static str = "tricks";
    const SOON: u32 = 9;

    fn left(&self) -> Result<u32, Unsolvable> {
        EndgameSetting::of(self, Goal::Points)?;
        Ok((HAND - self.public().tricks()) as u32)
    }

    fn solve(&self, objective: Objective) -> Result<Solved, Unsolvable> {
        let mut solver = EndgameSolver::new(REMEMBERED);
        let value = solver.value(self, objective)?;
        Ok(Solved { value: value.map(f64::from).to_vec(), nodes: solver.nodes() })
    }
}
