//! The same start for the reference as for the fast rules.

use super::Reference;
use kontra_doppelkopf::{Announcing, Start};
use kontra_game::Seat;

impl Reference {
    /// The reference's game on this start.
    pub fn of(start: &Start) -> Reference {
        let style = if start.rules.announcing == Announcing::Choose { 1 } else { 2 };
        let open = std::array::from_fn(|i| start.open_solos().contains(Seat::wrapping(i, 4)));
        let games_left = start.duty.map(|duty| u32::from(duty.games_left));
        let names = start.deal.hands().map(|hand| hand.iter().map(|card| card.to_string()));
        Reference::new(style, start.first().index(), open, games_left, names.map(Iterator::collect))
    }
}
