//! The toy in numbers. Ids have no game to look at, so their faults are set for the thread.

use super::view::ToyView;
use super::{Act, CALLS, Fault, Toy};
use crate::*;
use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;

/// What is wrong with the ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::testkit) enum IdFault {
    None,
    /// The id of a move depends on how often ids were asked for.
    Unsteady,
    /// Ids are in order but not those of earlier versions.
    Renumbered,
    /// Two moves have the same id.
    Shared,
    /// A decision has the id of an outcome of chance.
    BeyondDecisions,
}

thread_local! {
    static IDS: Cell<IdFault> = const { Cell::new(IdFault::None) };
}

/// Does something while ids have this fault.
pub(in crate::testkit) fn with_ids<T>(fault: IdFault, act: impl FnOnce() -> T) -> T {
    IDS.set(fault);
    let result = act();
    IDS.set(IdFault::None);
    result
}

const SAID: usize = 5;

const NAMES: [&str; 8] = ["0", "1", "2", "3", "4", "heads", "tails", "edge"];

impl Encode for Toy {
    const ACTIONS: usize = NAMES.len();
    const OBSERVATION: &'static [TensorPart] = &[
        TensorPart::new("begins", 1, "Whether this seat begins."),
        TensorPart::new("card", 5, "The own card."),
        TensorPart::new("other", 5, "The other card, which nobody sees."),
        TensorPart::new("said", 2 * SAID, "What both have said."),
        TensorPart::new("coin", 3, "How the coin fell."),
    ];
    const PAST: &'static [TensorPart] =
        &[TensorPart::new("events", 1, "How many decisions there were.")];
    const RECALLS: bool = true;

    fn action_id(action: Act) -> usize {
        let id = match action {
            Act::Say(number) => usize::from(number),
            Act::Fall(side) => SAID + usize::from(side),
        };
        match IDS.get() {
            IdFault::None => id,
            IdFault::Unsteady => (id + (CALLS.fetch_add(1, Relaxed) % 2) as usize) % NAMES.len(),
            IdFault::Renumbered => NAMES.len() - 1 - id,
            IdFault::Shared => id.max(1),
            IdFault::BeyondDecisions => (id + SAID) % NAMES.len(),
        }
    }

    fn action_name(id: usize) -> String {
        let id = match IDS.get() {
            IdFault::Renumbered => (NAMES.len() - 1).wrapping_sub(id),
            IdFault::BeyondDecisions if id < NAMES.len() => (id + NAMES.len() - SAID) % NAMES.len(),
            _ => id,
        };
        NAMES.get(id).map_or_else(String::new, |name| (*name).to_owned())
    }

    fn decisions(_: &ToyView) -> usize {
        if IDS.get() == IdFault::Renumbered { NAMES.len() } else { SAID }
    }

    fn observe(view: &ToyView, parts: &mut Parts<'_>) {
        let (game, seat) = (&view.game, view.seat.index());
        let number = |number: u8| usize::from(number);
        parts.flag("begins", seat == 0);
        parts.one_hot("card", Some(number(game.start.cards[seat])));
        let leak = game.has(Fault::LeakingTensor).then(|| number(game.start.cards[1 - seat]));
        parts.one_hot("other", leak);
        let said = parts.next("said");
        for (half, seat) in said.chunks_exact_mut(SAID).zip([seat, 1 - seat]) {
            if let Some(said) = game.said[seat] {
                half[number(said)] = 1.0;
            }
        }
        let coin = game.coin.filter(|_| !game.has(Fault::ForgetfulTensor)).map(number);
        parts.one_hot("coin", coin);
    }

    fn observation_tensor(view: &ToyView, out: &mut [f32]) {
        observe_by_parts::<Toy>(view, out);
        if view.game.has(Fault::OtherTensorAtOnce) {
            out[0] = 1.0 - out[0];
        }
    }

    fn remember(view: &ToyView, history: History<'_, Toy>, parts: &mut Parts<'_>) {
        let calls =
            if view.game.has(Fault::UnsteadyTensor) { CALLS.fetch_add(1, Relaxed) % 3 } else { 0 };
        parts.number("events", (history.len() as u64 + calls) as f32);
    }
}
