use super::{Algorithm, Guide, Settings, Star};
use crate::Budget;
use kontra_game::Game;

/// The exact value of a state for the guide's first side, found by searching to the end of every line.
///
/// For endgames: the time it takes grows with every decision that is left, and a game that need not end
/// would not be solved before the stack is full. `entries` is the size of the table of transpositions.
///
/// ```
/// use kontra_game::{Game, Recorded, Seat};
/// use kontra_search::expectimax::{Payoff, solve};
/// use kontra_tiny::TicTacToe;
/// let guide = Payoff::new(Seat::new(0).unwrap(), -1.0, 1.0);
/// assert_eq!(solve(guide, &TicTacToe::begin(&()), 1 << 12), 0.0);
/// ```
pub fn solve<G: Game, K: Guide<G>>(guide: K, state: &G, entries: usize) -> f64 {
    solver(guide, entries).value(state, u32::MAX)
}

/// A search to the end of the game. Its analysis tells the exact value of every move.
pub fn solver<G: Game, K: Guide<G>>(guide: K, entries: usize) -> Star<G, K> {
    let settings = Settings {
        budget: Budget::iterations(u64::MAX),
        table: entries,
        etc: true,
        keep_probes: true,
        every_move: true,
        ..Settings::new(Algorithm::Star2)
    };
    Star::new(guide, settings)
}
