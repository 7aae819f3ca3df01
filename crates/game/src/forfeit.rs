use crate::{Game, MAX_SEATS, Payoffs, Seat, Streams};

/// How many random ends of a game the default looks at.
const ENDS: u64 = 200;

/// The ability to be broken off: what a game is worth that one seat does not finish.
///
/// A program at the other end of a pipe may crash, hang or answer nonsense. The game is then over, and scored
/// such that breaking off is no way out: the seat that did it loses as in the worst defeat it could still
/// suffer by its own play, and what it loses goes to the others.
pub trait Forfeit: Game {
    /// What everybody gets when `seat` breaks the game off now.
    ///
    /// By default the seat gets the worst result of 200 random ends of the game, and at most -1; the others share what
    /// it loses. The random numbers are always the same. A game that knows its worst defeat says so itself.
    fn forfeit(&self, seat: Seat) -> Payoffs {
        let mut rng = Streams::new(0).test(0);
        let end = |_| {
            let mut game = self.clone();
            game.playout(&mut rng);
            game.payoffs()[seat]
        };
        let lost = (0..ENDS).map(end).fold(-1.0, f64::min);
        let others = (self.seats() - 1).max(1) as f64;
        let mut payoffs = [-lost / others; MAX_SEATS];
        payoffs[seat.index()] = lost;
        Payoffs::new(&payoffs[..self.seats()])
    }
}
