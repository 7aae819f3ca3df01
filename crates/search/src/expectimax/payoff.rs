use super::{Bounds, Evaluate, Order, Side, Span, StateKeys, hashed};
use kontra_game::{Game, Seat, Turn};
use std::hash::Hash;

/// The guide that knows nothing but the result: for games that are searched to their end.
///
/// The first side is that of one seat, all others are the second. Where that is not a game of two sides with
/// opposite payoffs, the others are taken to be against this seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Payoff {
    seat: Seat,
    bounds: Span,
}

impl Payoff {
    /// Judges by the payoff of `seat`, which is always between `low` and `high`.
    pub const fn new(seat: Seat, low: f64, high: f64) -> Payoff {
        Payoff { seat, bounds: Span::new(low, high) }
    }
}

impl<G: Game> Evaluate<G> for Payoff {
    /// The payoff, or the middle of the bounds where the game is not over.
    fn evaluate(&self, state: &G) -> f64 {
        match state.turn() {
            Turn::Over => state.payoffs()[self.seat],
            Turn::Seat(_) | Turn::Chance => f64::midpoint(self.bounds.low, self.bounds.high),
        }
    }

    fn side(&self, _: &G, seat: Seat) -> Side {
        if seat == self.seat { Side::First } else { Side::Second }
    }
}

impl<G: Game> Bounds<G> for Payoff {
    fn bounds(&self, _: &G, _: u32) -> Span {
        self.bounds
    }
}

impl<G: Game> Order<G> for Payoff {}

impl<G: Game + Hash> StateKeys<G> for Payoff {
    fn key(&self, state: &G) -> u64 {
        hashed(state)
    }
}
