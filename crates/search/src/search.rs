use crate::Analysis;
use kontra_game::{Game, SearchRng};

/// A view, a budget and random numbers in, an analysis out.
pub trait Search<G: Game>: Send {
    /// Thinks about the decision of the seat whose view this is.
    ///
    /// A forced move may come back at once: without iterations, without a value.
    ///
    /// What a search keeps from one call to the next (a tree to reuse, a history of good moves) must follow from
    /// the views and random numbers it was given before.
    ///
    /// # Panics
    /// When it is not that seat's turn: there is nothing to decide.
    fn search(&mut self, view: &G::View, rng: &mut SearchRng) -> Analysis<G::Action>;
}
