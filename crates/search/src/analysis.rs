use std::time::Duration;

/// What a search found out about one position: every legal move, and the chosen one.
///
/// Everything that thinks returns an analysis: pages show it, experiments store it. With the same seed and a
/// budget of iterations it is the same to the bit, but for the time it took.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<A> {
    /// The move to play.
    pub chosen: A,
    /// Every legal move, in the game's order.
    pub moves: Vec<MoveAnalysis<A>>,
    /// Rollouts, iterations or completed depths, whatever the search counts.
    pub iterations: u64,
    /// Nodes visited or created.
    pub nodes: u64,
    /// The longest line looked at, in decisions of seats.
    pub max_depth: u32,
    /// The mean length of the lines looked at, in decisions of seats.
    pub mean_depth: f64,
    /// Worlds imagined; 0 for a search that knows the true one.
    pub worlds: u64,
    /// The effective sample size of these worlds: this many worlds of equal weight would tell as much. As many as there are
    /// where all count the same.
    pub effective_worlds: f64,
    /// The expected line of play, beginning with the chosen move, where there is one.
    pub variation: Vec<A>,
    /// How long it took.
    pub elapsed: Duration,
}

/// What a search found out about one move.
///
/// Two of these are equal when all numbers are the same to the bit, and what is not a number in the one is not
/// a number in the other.
#[derive(Clone, Copy, Debug)]
pub struct MoveAnalysis<A> {
    /// The move.
    pub action: A,
    /// How often it was tried.
    pub visits: u64,
    /// Its mean value for the seat to move; not a number where it was never tried.
    pub value: f64,
    /// The standard error of that mean, as if all tries were independent; not a number where it is not known.
    pub error: f64,
    /// How likely it was thought to be good before the search.
    pub prior: f64,
}

impl<A: PartialEq> PartialEq for MoveAnalysis<A> {
    fn eq(&self, other: &Self) -> bool {
        let same = |a: f64, b: f64| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        self.action == other.action
            && self.visits == other.visits
            && same(self.value, other.value)
            && same(self.error, other.error)
            && same(self.prior, other.prior)
    }
}

impl<A: Copy + PartialEq> Analysis<A> {
    /// What was found out about a move.
    pub fn of(&self, action: A) -> Option<&MoveAnalysis<A>> {
        self.moves.iter().find(|entry| entry.action == action)
    }

    /// What one evaluation of the position gave, without a search.
    pub fn of_one_evaluation(
        chosen: A,
        moves: Vec<MoveAnalysis<A>>,
        elapsed: Duration,
    ) -> Analysis<A> {
        Analysis {
            chosen,
            moves,
            iterations: 1,
            nodes: 1,
            max_depth: 0,
            mean_depth: 0.0,
            worlds: 0,
            effective_worlds: 0.0,
            variation: vec![chosen],
            elapsed,
        }
    }

    /// The same analysis with the time left out: what two runs with the same seed have in common.
    pub fn timeless(mut self) -> Analysis<A> {
        self.elapsed = Duration::ZERO;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_never_tried_is_equal_to_itself() {
        let untried =
            MoveAnalysis { action: 'a', visits: 0, value: f64::NAN, error: f64::NAN, prior: 0.5 };
        assert_eq!(untried, untried);
        assert_ne!(untried, MoveAnalysis { value: 0.0, ..untried });
        assert_ne!(untried, MoveAnalysis { prior: 0.25, ..untried });
    }
}
