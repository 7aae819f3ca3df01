use crate::Limits;
use crate::solve::table::{BoundTable, KnownBounds};
use crate::solve::two_sided::INFINITE;
use crate::solve::{Side, TwoSided};
use kontra_game::Actions;
use std::fmt;

/// By how much the second question differs from the first.
const FIRST_STEP: i32 = 2;

/// Finds values of games with moves of type `M`, and remembers what it has seen.
///
/// Every search has a zero window: it asks whether the value is at least some number. The value itself is
/// found by a few such questions, each of which starts from what the table kept of the ones before
/// (Plaat et al. 1996, MTD(f)).
#[derive(Clone)]
pub struct Solver<M> {
    table: BoundTable<M>,
    nodes: u64,
    limits: Limits,
    /// Somebody wants an answer now: whatever is returned from here on means nothing.
    stopped: bool,
}

/// This many positions are looked at between two looks at the clock.
const BETWEEN_LOOKS: u64 = 4096;

impl<M: Copy + Eq> Solver<M> {
    /// A solver that remembers at most this many positions, at 32 bytes or more each.
    pub fn new(most_remembered: usize) -> Solver<M> {
        let limits = Limits::none();
        Solver { table: BoundTable::new(most_remembered), nodes: 0, limits, stopped: false }
    }

    /// The same solver, whose questions end with these limits: see [`is_stopped`](Solver::is_stopped).
    #[must_use]
    pub fn within(self, limits: &Limits) -> Solver<M> {
        Solver { limits: limits.clone(), ..self }
    }

    /// The most memory of a solver that remembers at most this many positions.
    pub fn bytes(most_remembered: usize) -> u64 {
        BoundTable::<M>::bytes(most_remembered)
    }

    /// Positions looked at since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the last question was cut short by [`Limits`](crate::Limits): its answer means nothing.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// The value of the game if both sides play as well as possible.
    pub fn value<G: TwoSided<Move = M>>(&mut self, game: &G) -> i32 {
        // The line of the most promising moves makes a good guess.
        let mut line = game.clone();
        let mut moves = Actions::new();
        while line.side().is_some() {
            moves.clear();
            line.moves(&mut moves);
            line.play(moves[0]);
        }
        self.value_near(game, line.value())
    }

    /// The value of the game, found faster where the guess is close.
    pub fn value_near<G: TwoSided<Move = M>>(&mut self, game: &G, guess: i32) -> i32 {
        self.begin();
        let (mut low, mut high) = game.bounds();
        let mut beta = guess;
        // Questions move away from the guess in steps that grow until an answer turns them around.
        let (mut step, mut rises) = (FIRST_STEP, None);
        while low < high && !self.stopped {
            beta = beta.clamp(low + 1, high);
            let value = self.search(game, beta);
            let is_more = value >= beta;
            step = if rises == Some(!is_more) { FIRST_STEP } else { 2 * step };
            rises = Some(is_more);
            let reach = step.min((high - low) / 2);
            if is_more {
                low = value;
                beta = low + 1 + reach;
            } else {
                high = value;
                beta = high - reach;
            }
        }
        low
    }

    /// Whether side max can reach at least this value.
    pub fn is_at_least<G: TwoSided<Move = M>>(&mut self, game: &G, value: i32) -> bool {
        self.begin();
        self.search(game, value) >= value
    }

    fn begin(&mut self) {
        self.stopped = false;
    }

    /// A lower bound on the value if it is `beta` or more, an upper bound if it is less.
    fn search<G: TwoSided<Move = M>>(&mut self, game: &G, beta: i32) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) {
            self.stopped |= self.limits.are_reached();
        }
        if self.stopped {
            return beta;
        }
        let Some(side) = game.side() else { return game.value() };
        let (low, high) = game.bounds();
        debug_assert!(low <= high, "bounds that contradict each other");
        if low >= beta {
            return low;
        }
        if high < beta {
            return high;
        }
        let Some(key) = game.key() else { return self.best(game, side, beta, None).0 };
        let banked = game.banked();
        let known = self.table.get(key);
        let (low, high) = (i32::from(known.low) + banked, i32::from(known.high) + banked);
        if low >= beta {
            return low;
        }
        if high < beta {
            return high;
        }
        let (value, good) = self.best(game, side, beta, known.good);
        if self.stopped {
            return beta;
        }
        let mut known = KnownBounds { good: good.or(known.good), ..known };
        let rest = (value - banked).clamp(-INFINITE, INFINITE) as i16;
        if value >= beta {
            known.low = rest;
        } else {
            known.high = rest;
        }
        self.table.put(key, known);
        value
    }

    /// Tries the moves until one decides the question; a remembered good one first.
    fn best<G: TwoSided<Move = M>>(
        &mut self,
        game: &G,
        side: Side,
        beta: i32,
        good: Option<M>,
    ) -> (i32, Option<M>) {
        let mut moves = Actions::new();
        game.moves(&mut moves);
        debug_assert!(!moves.is_empty(), "a game that is not over and has no move");
        if let Some(place) = good.and_then(|good| moves.iter().position(|&other| other == good)) {
            moves[..=place].rotate_right(1);
        }
        let mut best = if side == Side::First { -INFINITE } else { INFINITE };
        for action in moves {
            let mut next = game.clone();
            next.play(action);
            let value = self.search(&next, beta);
            let decides = match side {
                Side::First => {
                    best = best.max(value);
                    value >= beta
                }
                Side::Second => {
                    best = best.min(value);
                    value < beta
                }
            };
            if decides {
                return (best, Some(action));
            }
        }
        (best, None)
    }
}

impl<M> fmt::Debug for Solver<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}
