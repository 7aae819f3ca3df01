use super::name;
use crate::{Card, Leduc, LeducMove, LeducView};
use kontra_game::{Encode, Parts, Seat, TensorPart, View};

/// Decisions first, then the card that chance turns up.
const NAMES: [&str; 8] = ["check", "bet", "fold", "call", "raise", "J", "Q", "K"];
const DECISIONS: usize = 5;

impl Encode for Leduc {
    const ACTIONS: usize = NAMES.len();
    const OBSERVATION: &'static [TensorPart] = &[
        TensorPart::new("begins", 1, "Whether this seat begins both rounds."),
        TensorPart::new("card", 3, "The own card: jack, queen, king."),
        TensorPart::new("open", 3, "The card that was turned up."),
        TensorPart::new(
            "first-round",
            4,
            "Whether somebody checked, bet, raised, and whether the round is over.",
        ),
        TensorPart::new("second-round", 4, "The same of the second round."),
        TensorPart::new("folded", 2, "Who has given up: this seat, the other."),
        TensorPart::new("shown", 3, "The other card, once both are shown."),
    ];
    // What was said follows from how both rounds went.
    const PAST: &'static [TensorPart] = &[];
    const RECALLS: bool = true;

    fn action_id(action: LeducMove) -> usize {
        match action {
            LeducMove::Check => 0,
            LeducMove::Bet => 1,
            LeducMove::Fold => 2,
            LeducMove::Call => 3,
            LeducMove::Raise => 4,
            LeducMove::Open(card) => DECISIONS + card as usize,
        }
    }

    fn action_name(id: usize) -> String {
        name(&NAMES, id)
    }

    fn decisions(_: &LeducView) -> usize {
        DECISIONS
    }

    fn observe(view: &LeducView, parts: &mut Parts<'_>) {
        let number = |card: Card| card as usize;
        parts.flag("begins", view.seat() == Seat::wrapping(0, 2));
        parts.one_hot("card", Some(number(view.card)));
        parts.one_hot("open", view.table.open.map(number));
        for (name, round) in ["first-round", "second-round"].into_iter().zip(view.table.rounds) {
            let facts = [round.checked, round.raises > 0, round.raises > 1, round.settled];
            parts.fill(name, facts.map(f32::from));
        }
        parts.one_hot("folded", view.table.folded.map(|seat| view.seat().steps_to(seat, 2)));
        parts.one_hot("shown", view.shown.map(number));
    }
}
