//! Random games from any state to the end, as fast as we can make them.

use crate::policy::{self, Pick};
use crate::{CardChoice, Hand, Just4Fun, Table};
use kontra_game::{Game, Turn};
use rand::Rng;

/// Plays random moves until the game is over, every legal move being equally likely.
pub(crate) fn play<R: Rng>(game: &mut Just4Fun, rng: &mut R) {
    match game.table().card_choice() {
        CardChoice::Random => play_with(game, rng, policy::by_field),
        CardChoice::Player => play_with(game, rng, policy::by_combination),
    }
}

#[inline]
pub(crate) fn play_with<R: Rng>(
    game: &mut Just4Fun,
    rng: &mut R,
    policy: impl Fn(&Table, Hand, &mut R) -> Option<Pick>,
) {
    loop {
        let hand = game.hand(game.table.mover());
        let pick = match game.turn() {
            Turn::Over => return,
            Turn::Seat(_) => policy(&game.table, hand, rng),
            Turn::Chance => game.table.chosen().and_then(|f| policy::cards_for(f, hand, rng)),
        };
        game.take_turn(pick);
    }
}
