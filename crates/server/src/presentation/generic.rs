//! The face of a game that has none of its own, made of view and notation.

use super::{Presentation, Strength, strengths};
use crate::messages::{Choice, ChoiceDetails, Hands, Opaque, opaque};
use kontra_game::{Actions, Seat, View};

pub(super) const STRENGTHS: [Strength; 3] =
    strengths(["flat(iterations=20)", "so-ismcts(iterations=400)", "so-ismcts(ms=600)"]);

/// Every legal move, by its name.
pub(super) fn offers<G: Presentation>(view: &G::View) -> Vec<Choice> {
    let mut legal = Actions::new();
    view.actions(&mut legal);
    let choice = |action| {
        let send = vec![G::show_move(view, action)];
        Choice::new(send, G::own_words(view, action), ChoiceDetails::Plain {})
    };
    legal.into_iter().map(choice).collect()
}

/// What each seat is shown that others may not see.
pub(super) fn hands<G: Presentation>(game: &G) -> Hands {
    let own = |seat: Seat| -> Opaque {
        let mut shown = opaque(G::show(&game.view(seat)));
        shown.retain(|name, _| name != "seat" && !G::OPEN.contains(&name.as_str()));
        shown
    };
    Hands::Shown(Seat::all(game.seats()).map(own).collect())
}
