//! The two ways to play at random.
//!
//! Uniform over *fields*, and uniform over the different *combinations of cards*. The thesis's RandomPlayer is the
//! second: its statistics do not come out with the first.

use crate::subsets::{self, Choices, Slots, Subsets};
use crate::{Action, CardChoice, Field, Fields, Just4Fun, PlayerView};
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

/// How likely [`uniform_over_combinations`] chooses each field, by number; nothing where no field is playable.
pub fn combination_shares(view: &PlayerView) -> Vec<(Field, f64)> {
    let subsets = view.hand().subsets();
    let playable = view.table().playable(view.hand());
    let ways = |field: Field| {
        f64::from((subsets.distinct() & subsets.with_sum(field.number())).count_ones())
    };
    let all: f64 = playable.into_iter().map(ways).sum();
    playable.into_iter().map(|field| (field, ways(field) / all)).collect()
}

fn random_move<R: Rng>(
    view: &PlayerView,
    rng: &mut R,
    policy: impl Fn(Subsets, Fields, &mut R) -> Option<Pick>,
) -> Option<Action> {
    if view.turn() != Turn::Seat(view.seat()) {
        return None;
    }
    let (subsets, open) = (view.hand().subsets(), view.table().stones().open(view.seat()));
    let Some(pick) = policy(subsets, open, rng) else { return Some(Action::Redraw) };
    Some(match view.table().card_choice() {
        CardChoice::Random => Action::Field(pick.field),
        CardChoice::Player => Action::Cards(subsets.combination(pick.slots)),
    })
}

/// Cards of the mover's hand and the field they add up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pick {
    pub(crate) slots: Slots,
    pub(crate) field: Field,
}

/// This many choices are tried out before all are looked at. About three in four are legal.
const TRIES: u32 = 16;

/// A field uniformly at random, then cards for it; `None` when no field is playable.
///
/// Choices of cards are drawn until one is the first of all choices for an open field: each playable field
/// has one such choice, so they are equally likely. This needs neither a list nor a count.
#[inline]
pub(crate) fn by_field<R: Rng>(subsets: Subsets, open: Fields, rng: &mut R) -> Option<Pick> {
    let mut random = rng.next_u64();
    for _ in 0..TRIES {
        let (slots, sum) = subsets.drawn(&mut random);
        if open.has_number(sum) {
            let choices = subsets.with_sum(sum);
            if choices.trailing_zeros() == u32::from(slots) {
                let field = Field::new(sum)?;
                let only = choices >> slots == 1;
                return if only {
                    Some(Pick { slots, field })
                } else {
                    cards_for(field, subsets, rng)
                };
            }
        }
    }
    let playable = subsets.reach() & open;
    let field = playable.nth(choose::below(rng, playable.len().max(1) as u32) as usize)?;
    cards_for(field, subsets, rng)
}

/// A legal combination uniformly at random; `None` when there is none.
#[inline]
pub(crate) fn by_combination<R: Rng>(subsets: Subsets, open: Fields, rng: &mut R) -> Option<Pick> {
    let distinct = subsets.distinct();
    let mut random = rng.next_u64();
    for _ in 0..TRIES {
        let (slots, sum) = subsets.drawn(&mut random);
        if open.has_number(sum) && distinct >> slots & 1 != 0 {
            return Some(Pick { slots, field: Field::new(sum)? });
        }
    }
    let legal = subsets::iter(distinct)
        .filter(|&slots| open.has_number(subsets.sum(slots)))
        .fold(0, |choices, slots| choices | 1 << slots);
    let slots = one_of(legal, rng)?;
    Some(Pick { slots, field: Field::new(subsets.sum(slots))? })
}

/// Cards for a field that the hand reaches, every different combination being equally likely.
#[inline]
pub(crate) fn cards_for<R: Rng>(field: Field, subsets: Subsets, rng: &mut R) -> Option<Pick> {
    let slots = one_of(subsets.distinct() & subsets.with_sum(field.number()), rng)?;
    Some(Pick { slots, field })
}

/// One of the choices, each equally likely; `None` when there is none.
#[inline]
fn one_of<R: Rng>(choices: Choices, rng: &mut R) -> Option<Slots> {
    let mut left = choices;
    if left & left.wrapping_sub(1) != 0 {
        for _ in 0..choose::below(rng, choices.count_ones()) {
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
