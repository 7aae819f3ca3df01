//! What may be played, in the documented order.

use crate::subsets::{self, Subsets};
use crate::{Action, Card, CardChoice, Field, Hand, Public};
use kontra_game::{Actions, Chances};

/// Appends the legal moves with this hand at this table, when its owner has to decide.
pub(crate) fn actions(table: &Public, hand: Hand, out: &mut Actions<Action>) {
    let playable = table.playable(hand);
    if playable.is_empty() {
        out.push(Action::Redraw);
        return;
    }
    match table.card_choice() {
        CardChoice::Random => out.extend(playable.into_iter().map(Action::Field)),
        CardChoice::Player => {
            let subsets = hand.subsets();
            let legal =
                subsets::iter(subsets.distinct()).filter(|&s| playable.has_number(subsets.sum(s)));
            let before = out.len();
            out.extend(legal.map(|slots| Action::Cards(subsets.combination(slots))));
            out[before..].sort_unstable_by_key(|action| order(*action));
        }
    }
}

/// Appends the combinations for this field, each equally likely.
pub(crate) fn chances(subsets: Subsets, field: Field, out: &mut Chances<Action>) {
    let choices = subsets.distinct() & subsets.with_sum(field.number());
    let probability = 1.0 / f64::from(choices.count_ones());
    let combinations = subsets::iter(choices).map(|slots| subsets.combination(slots));
    let before = out.len();
    out.extend(combinations.map(|cards| (Action::Cards(cards), probability)));
    out[before..].sort_unstable_by_key(|(action, _)| order(*action));
}

fn order(action: Action) -> Option<(u8, usize, [Option<Card>; 4])> {
    match action {
        Action::Cards(cards) => Some(cards.order()),
        Action::Field(_) | Action::Redraw => None,
    }
}
