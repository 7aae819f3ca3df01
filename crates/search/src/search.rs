use crate::{Analysis, Limits};
use kontra_game::{Game, SearchRng, View};

/// A move of the game that a view is of.
pub type ActionOf<V> = <<V as View>::Game as Game>::Action;

/// A view, limits and random numbers in, an analysis out.
pub trait Search<V: View>: Send {
    /// Thinks about the decision of the seat whose view this is, within its own budget and within these limits.
    ///
    /// A forced move may come back at once: without iterations, without a value.
    ///
    /// What a search keeps from one call to the next (a tree to reuse, a history of good moves) must follow from
    /// the views and random numbers it was given before.
    ///
    /// # Panics
    /// When it is not that seat's turn: there is nothing to decide.
    fn search(&mut self, view: &V, limits: &Limits, rng: &mut SearchRng) -> Analysis<ActionOf<V>>;
}
