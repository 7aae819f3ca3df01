use super::name;
use crate::kuhn::{FIRST, Stage};
use crate::{Kuhn, KuhnMove, KuhnView};
use kontra_game::{Encode, History, Parts, TensorPart, View};

const NAMES: [&str; 4] = ["check", "bet", "fold", "call"];

/// The longest game: check, bet, call.
const DECISIONS: usize = 3;

impl Encode for Kuhn {
    const ACTIONS: usize = NAMES.len();
    const OBSERVATION: &'static [TensorPart] = &[
        TensorPart::new("begins", 1, "Whether this seat began."),
        TensorPart::new("card", 3, "The own card: jack, queen, king."),
        TensorPart::new("faces-bet", 1, "Whether the seat to move faces a bet."),
        TensorPart::new("folded", 2, "Who has given up: this seat, the other."),
        TensorPart::new("shown", 3, "The other card, once both are shown."),
        TensorPart::new(
            "chips",
            1,
            "How many chips each put in by the time cards are shown, in halves.",
        ),
    ];
    const PAST: &'static [TensorPart] = &[TensorPart::new(
        "betting",
        4 * DECISIONS,
        "For each decision what it was: check, bet, fold, call.",
    )];
    const RECALLS: bool = true;

    fn action_id(action: KuhnMove) -> usize {
        action as usize
    }

    fn action_name(id: usize) -> String {
        name(&NAMES, id)
    }

    fn decisions(_: &KuhnView) -> usize {
        Self::ACTIONS
    }

    fn observe(view: &KuhnView, parts: &mut Parts<'_>) {
        let stage = view.stage;
        parts.flag("begins", view.seat() == FIRST);
        parts.one_hot("card", Some(view.card as usize));
        parts.flag("faces-bet", matches!(stage, Stage::Bet | Stage::CheckedBet));
        let folded = match stage {
            Stage::Folded(seat) => Some(view.seat().steps_to(seat, 2)),
            _ => None,
        };
        parts.one_hot("folded", folded);
        parts.one_hot("shown", view.shown.map(|card| card as usize));
        let chips = if let Stage::Shown(chips) = stage { chips } else { 0 };
        parts.number("chips", f32::from(chips) / 2.0);
    }

    fn remember(_: &KuhnView, history: History<'_, Kuhn>, parts: &mut Parts<'_>) {
        let betting = parts.next("betting");
        for (decision, event) in betting.chunks_exact_mut(4).zip(history.iter()) {
            if let Some(action) = event.action {
                decision[action as usize] = 1.0;
            }
        }
    }
}
