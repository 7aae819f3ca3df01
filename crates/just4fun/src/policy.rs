//! The two ways to play at random.
//!
//! Uniform over *fields*, and uniform over the different *combinations of cards*. The thesis's RandomPlayer is the
//! second: its statistics do not come out with the first.

use crate::subsets::{self, Choices, Slots};
use crate::{Action, CardChoice, Field, Hand, Just4Fun, PlayerView, Table};
use kontra_game::{Turn, View, choose};
use rand::Rng;

/// A random move, every playable field being equally likely. `None` when it is not this seat's turn.
///
/// When the player chooses the cards, every combination for the field is equally likely.
pub fn uniform_over_fields<R: Rng>(view: &PlayerView, rng: &mut R) -> Option<Action> {
    random_move(view, rng, by_field)
}

/// A random move, every different legal combination of cards being equally likely: the thesis's RandomPlayer
/// (Gastegger 2024, section 6.2). `None` when it is not this seat's turn.
///
/// When chance chooses the cards, a field is chosen as often as there are combinations for it: together with
/// that chance turn, every combination is again equally likely.
pub fn uniform_over_combinations<R: Rng>(view: &PlayerView, rng: &mut R) -> Option<Action> {
    random_move(view, rng, by_combination)
}

fn random_move<R: Rng>(
    view: &PlayerView,
    rng: &mut R,
    policy: impl Fn(&Table, Hand, &mut R) -> Option<Pick>,
) -> Option<Action> {
    if view.turn() != Turn::Seat(view.seat()) {
        return None;
    }
    let Some(pick) = policy(view.table(), view.hand(), rng) else { return Some(Action::Redraw) };
    Some(match view.table().card_choice() {
        CardChoice::Random => Action::Field(pick.field),
        CardChoice::Player => Action::Cards(view.hand().subsets().combination(pick.slots)),
    })
}

/// Cards of the mover's hand and the field they add up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pick {
    pub(crate) slots: Slots,
    pub(crate) field: Field,
}

/// A field uniformly at random, then cards for it; `None` when no field is playable.
#[inline]
pub(crate) fn by_field<R: Rng>(table: &Table, hand: Hand, rng: &mut R) -> Option<Pick> {
    let playable = table.playable(hand);
    if playable.is_empty() {
        return None;
    }
    let field = playable.nth(choose::below(rng, playable.len() as u32) as usize)?;
    cards_for(field, hand, rng)
}

/// Cards for a field that the hand reaches, every different combination being equally likely.
#[inline]
pub(crate) fn cards_for<R: Rng>(field: Field, hand: Hand, rng: &mut R) -> Option<Pick> {
    let subsets = hand.subsets();
    let slots = one_of(subsets.distinct() & subsets.with_sum(field.number()), rng)?;
    Some(Pick { slots, field })
}

/// A legal combination uniformly at random; `None` when there is none.
#[inline]
pub(crate) fn by_combination<R: Rng>(table: &Table, hand: Hand, rng: &mut R) -> Option<Pick> {
    let (subsets, open) = (hand.subsets(), table.stones().open(table.mover()));
    let legal = subsets::iter(subsets.distinct())
        .filter(|&slots| open.has_number(subsets.sum(slots)))
        .fold(0, |choices, slots| choices | 1 << slots);
    let slots = one_of(legal, rng)?;
    Some(Pick { slots, field: Field::new(subsets.sum(slots))? })
}

/// One of the choices, each equally likely; `None` when there is none.
#[inline]
fn one_of<R: Rng>(choices: Choices, rng: &mut R) -> Option<Slots> {
    let count = choices.count_ones();
    let mut left = choices;
    if count > 1 {
        for _ in 0..choose::below(rng, count) {
            left &= left - 1;
        }
    }
    (left != 0).then(|| left.trailing_zeros() as Slots)
}

/// Plays to the end with [`uniform_over_combinations`] in every seat.
pub fn play_combinations<R: Rng>(game: &mut Just4Fun, rng: &mut R) {
    crate::playout::play_with(game, rng, by_combination);
}

/// Plays to the end with [`uniform_over_fields`] in every seat.
pub fn play_fields<R: Rng>(game: &mut Just4Fun, rng: &mut R) {
    crate::playout::play_with(game, rng, by_field);
}
