use crate::Analysis;
use kontra_game::{Game, SearchRng};

/// A view, a budget and random numbers in, an analysis out.
pub trait Search<G: Game>: Send {
    /// Thinks about the decision of the seat whose view this is. It must be that seat's turn.
    ///
    /// What a search keeps from one call to the next (a tree to reuse, a history of good moves) must follow from
    /// the views and random numbers it was given before.
    fn search(&mut self, view: &G::View, rng: &mut SearchRng) -> Analysis<G::Action>;
}
