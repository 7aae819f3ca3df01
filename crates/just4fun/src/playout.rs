//! Random games from any state to the end, as fast as we can make them.

use crate::policy::{self, Pick};
use crate::subsets::Subsets;
use crate::{Action, CardChoice, Fields, Just4Fun};
use kontra_game::{Game, Turn};
use rand::Rng;

/// Plays random moves until the game is over, every legal move being equally likely.
pub(crate) fn play<R: Rng>(game: &mut Just4Fun, rng: &mut R) {
    match game.table().card_choice() {
        CardChoice::Random => play_with(game, rng, policy::by_field),
        CardChoice::Player => play_with(game, rng, policy::by_combination),
    }
}

/// One random move, or cards for the chosen field, every choice being equally likely.
#[inline]
pub(crate) fn random_action<R: Rng>(game: &Just4Fun, rng: &mut R) -> Option<Action> {
    let subsets = game.subsets();
    let cards = |pick: Pick| Action::Cards(subsets.combination(pick.slots));
    match game.turn() {
        Turn::Over => None,
        Turn::Chance => policy::cards_for(game.table.chosen()?, subsets, rng).map(cards),
        Turn::Seat(seat) => {
            let open = game.table.stones().open(seat);
            let action = match game.table.card_choice() {
                CardChoice::Random => {
                    policy::by_field(subsets, open, rng).map(|pick| Action::Field(pick.field))
                }
                CardChoice::Player => policy::by_combination(subsets, open, rng).map(cards),
            };
            Some(action.unwrap_or(Action::Redraw))
        }
    }
}

/// Plays to the end with this policy in every seat.
#[inline]
pub(crate) fn play_with<R: Rng>(
    game: &mut Just4Fun,
    rng: &mut R,
    policy: impl Fn(Subsets, Fields, &mut R) -> Option<Pick>,
) {
    if game.turn() == Turn::Chance {
        let pick = game.table.chosen().and_then(|f| policy::cards_for(f, game.subsets(), rng));
        game.take_turn(pick);
    }
    while let Turn::Seat(seat) = game.turn() {
        let pick = policy(game.subsets(), game.table.stones().open(seat), rng);
        game.take_turn(pick);
    }
}
