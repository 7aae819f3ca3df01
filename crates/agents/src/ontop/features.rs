//! What the evaluation looks at, side against side.

use super::circles::Circles;
use kontra_game::Seat;
use kontra_ontop::{Colour, Lineup, OnTop};

/// The seat whose side is the first one. At tables with more than two sides it is the seat that moves at the root,
/// against all others.
pub(super) fn hero(root: &OnTop) -> Seat {
    match root.table() {
        Lineup::Two | Lineup::Teams => Seat::wrapping(0, 2),
        Lineup::Three | Lineup::Four => root.mover(),
    }
}

/// A number of each colour, seen from the first side: its own less the other side's. Where more than two sides play
/// it is the hero's less the mean of the others'.
#[inline]
pub(super) fn lead(state: &OnTop, hero: Seat, of: impl Fn(Colour) -> f64) -> f64 {
    let seat = |number| of(state.colour(Seat::wrapping(number, 4)));
    match state.table() {
        Lineup::Two => seat(0) - seat(1),
        Lineup::Teams => seat(0) + seat(2) - seat(1) - seat(3),
        Lineup::Three | Lineup::Four => {
            let seats = state.table().seats();
            let others = Seat::all(seats).filter(|&other| other != hero);
            let sum: f64 = others.map(|other| of(state.colour(other))).sum();
            of(state.colour(hero)) - sum / (seats - 1) as f64
        }
    }
}

/// How much each colour counts in a [`lead`].
pub(super) fn signs(state: &OnTop, hero: Seat) -> [f64; 4] {
    Colour::ALL.map(|colour| lead(state, hero, |other| f64::from(u8::from(other == colour))))
}

/// A colour's potential to score (Briesemeister 2009, section 5.2.1): the mean, over the open circles it is involved in,
/// of the part of the circle that it covers.
pub(super) fn potential(state: &OnTop, circles: &Circles, colour: Colour) -> f64 {
    let (mut shares, mut involved) = (0.0, 0);
    for circle in state.board().circles().filter(|&circle| state.missing(circle) > 0) {
        let own = state.sixths(circle)[colour.index()];
        if own > 0 {
            shares += f64::from(own) * f64::from(circles.sixth(circle));
            involved += 1;
        }
    }
    if involved == 0 { 0.0 } else { shares / f64::from(involved) }
}
