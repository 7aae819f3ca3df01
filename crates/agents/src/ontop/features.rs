//! What the evaluation looks at.

use kontra_game::Seat;
use kontra_ontop::{Colour, OnTop, Table};

/// A number of each colour, seen from the first side: its own less the other side's. Where more than two sides
/// play, `hero` plays against the mean of the others.
#[inline]
pub(super) fn lead(state: &OnTop, hero: Seat, of: impl Fn(Colour) -> f64) -> f64 {
    let seat = |number| of(state.colour(Seat::wrapping(number, 4)));
    match state.table() {
        Table::Two => seat(0) - seat(1),
        Table::Teams => seat(0) + seat(2) - seat(1) - seat(3),
        Table::Three | Table::Four => {
            let seats = state.table().seats();
            let others = Seat::all(seats).filter(|&other| other != hero);
            let sum: f64 = others.map(|other| of(state.colour(other))).sum();
            of(state.colour(hero)) - sum / (seats - 1) as f64
        }
    }
}

/// A colour's potential (Briesemeister 2009, section 5.2.1): its mean share of the open circles it is involved in.
pub(super) fn potential(state: &OnTop, colour: Colour) -> f64 {
    let (mut shares, mut circles) = (0.0, 0);
    for circle in state.board().circles().filter(|&circle| state.missing(circle) > 0) {
        let sixths = state.sixths(circle);
        let own = sixths[colour.index()];
        if own > 0 {
            shares += f64::from(own) / f64::from(sixths.iter().sum::<u8>());
            circles += 1;
        }
    }
    if circles == 0 { 0.0 } else { shares / f64::from(circles) }
}
