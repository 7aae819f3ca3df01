use super::walk::{Walk, explore};
use crate::{Forfeit, Recorded, Seat, Turn};

/// A player who breaks a game off loses, nothing is lost to the table, and at the end of a game it is never better than
/// its true result; returns the number of positions at which every seat was tried.
///
/// # Panics
/// When breaking off pays.
pub fn forfeits_are_losses<G: Recorded + Forfeit>(rules: &G::Rules, games: u64, seed: u64) -> u64 {
    let check = |number| {
        explore(rules, seed, number, |walk: &mut Walk<G>| {
            let mut positions = 0;
            loop {
                Seat::all(walk.game.seats()).for_each(|seat| check_forfeit(&walk.game, seat));
                positions += 1;
                if !walk.step() {
                    return positions;
                }
            }
        })
    };
    (0..games).map(check).sum()
}

fn check_forfeit<G: Forfeit>(game: &G, seat: Seat) {
    let payoffs = game.forfeit(seat);
    let (all, own) = (payoffs.as_slice(), payoffs[seat]);
    assert!(all.len() == game.seats(), "not a payoff for each seat: {all:?}");
    assert!(all.iter().sum::<f64>().abs() < 1e-9, "a forfeit is not zero-sum: {all:?}");
    assert!(own < 0.0, "seat {seat} breaks off and does not lose: {all:?}");
    if game.turn() == Turn::Over {
        let played = game.payoffs()[seat];
        assert!(own <= played, "seat {seat} gets {own} for breaking off, {played} for playing");
    }
}
