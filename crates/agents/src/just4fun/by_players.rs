//! One search for games of two, another for games of more.

use kontra_game::SearchRng;
use kontra_just4fun::{Action, Just4Fun, PlayerView};
use kontra_search::{Analysis, Blueprint, Cost, Costs, Limits, Search};

/// Two searches of which one is asked, by how many play.
#[derive(Clone, Debug)]
pub(super) struct ByPlayers<T, M> {
    /// Who is asked in games of two.
    pub(super) two: T,
    /// Who is asked in games of three and four.
    pub(super) more: M,
}

impl<T: Search<PlayerView>, M: Search<PlayerView>> Search<PlayerView> for ByPlayers<T, M> {
    fn search(
        &mut self,
        view: &PlayerView,
        limits: &Limits,
        rng: &mut SearchRng,
    ) -> Analysis<Action> {
        match view.table().seats() {
            2 => self.two.search(view, limits, rng),
            _ => self.more.search(view, limits, rng),
        }
    }
}

impl<T: Costs<Just4Fun>, M: Costs<Just4Fun>> Costs<Just4Fun> for ByPlayers<T, M> {
    /// A game has as many players at its end as at its start: one of both never searches. What a network needs is there
    /// all the same.
    fn cost(&self, nodes: usize) -> Cost {
        let (two, more) = (self.two.cost(nodes), self.more.cost(nodes));
        let built = self.two.cost(0).bytes;
        two.or(Cost { bytes: more.bytes.saturating_add(built), ..more })
    }
}

impl<T: Blueprint<Just4Fun>, M: Blueprint<Just4Fun>> Blueprint<Just4Fun> for ByPlayers<T, M> {
    type Search = ByPlayers<T::Search, M::Search>;

    fn build(&self) -> Self::Search {
        ByPlayers { two: self.two.build(), more: self.more.build() }
    }
}
