//! The face of a game that has none of its own, made of view and notation.

use super::{Choice, Face, Strength, fields};
use kontra_game::{Actions, Seat, View};
use serde_json::Value;

pub(super) const STRENGTHS: [Strength; 3] = [
    Strength {
        word: "easy", spec: "flat(iterations=20)", label: "Beginner", label_de: "Anfänger"
    },
    Strength {
        word: "medium",
        spec: "so-ismcts(iterations=400)",
        label: "Regular",
        label_de: "Stammgast",
    },
    Strength { word: "strong", spec: "so-ismcts(ms=600)", label: "Strong", label_de: "Stark" },
];

/// Every legal move, by its name.
pub(super) fn offers<G: Face>(view: &G::View) -> Vec<Choice> {
    let mut legal = Actions::new();
    view.actions(&mut legal);
    let choice = |action| Choice::new(vec![G::show_move(view, action)], G::own_words(view, action));
    legal.into_iter().map(choice).collect()
}

/// What each seat is shown that others may not see.
pub(super) fn hands<G: Face>(game: &G) -> Value {
    let own = |seat: Seat| {
        let mut shown = fields(G::show(&game.view(seat)));
        shown.retain(|name, _| name != "seat" && !G::OPEN.contains(&name.as_str()));
        Value::Object(shown)
    };
    Seat::all(game.seats()).map(own).collect()
}
