//! What a seat knows, and what it imagines.

mod consistent;
mod keys;
mod memory;
mod proportions;

use crate::common::{HIGH, LOW, setup};
use kontra_game::{Game, Seat};
use kontra_just4fun::{Hand, Just4Fun};

/// All hands.
fn hands(game: &Just4Fun) -> Vec<Hand> {
    Seat::all(game.seats()).map(|seat| game.hand(seat)).collect()
}

/// Two players, and this many cards in the stack.
fn late(stack: usize) -> Just4Fun {
    let mut setup = setup(&[LOW, HIGH], &[], &[5, 5, 6, 13, 19, 7, 8, 5]);
    setup.used = setup.stack.split_off(stack);
    setup.game().unwrap()
}
