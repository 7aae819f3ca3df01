use crate::{Game, Payoffs, Seat};

/// The ability to be broken off: what a game is worth that one seat does not finish.
///
/// A program at the other end of a pipe may crash, hang or answer nonsense. The game is then over, and scored
/// such that breaking off is no way out: the seat that did it loses as in the worst defeat it could still
/// suffer by its own play, and what it loses goes to the others.
pub trait Forfeit: Game {
    /// What everybody gets when `seat` breaks the game off now.
    fn forfeit(&self, seat: Seat) -> Payoffs;
}
