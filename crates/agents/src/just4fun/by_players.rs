//! One search for games of two and three, another for games of four.

use kontra_game::SearchRng;
use kontra_just4fun::{Action, Just4Fun, PlayerView};
use kontra_search::{Analysis, Blueprint, Cost, Costs, Limits, Search};

/// Two searches of which one is asked, by how many play.
#[derive(Clone, Debug)]
pub(super) struct ByPlayers<F, A> {
    /// Who is asked in games of two and three.
    pub(super) fewer: F,
    /// Who is asked in games of four.
    pub(super) four: A,
}

impl<F: Search<PlayerView>, A: Search<PlayerView>> Search<PlayerView> for ByPlayers<F, A> {
    fn search(
        &mut self,
        view: &PlayerView,
        limits: &Limits,
        rng: &mut SearchRng,
    ) -> Analysis<Action> {
        match view.table().seats() {
            4 => self.four.search(view, limits, rng),
            _ => self.fewer.search(view, limits, rng),
        }
    }
}

impl<F: Costs<Just4Fun>, A: Costs<Just4Fun>> Costs<Just4Fun> for ByPlayers<F, A> {
    /// A game has as many players at its end as at its start: one of both never searches. What a network needs is there
    /// all the same.
    fn cost(&self, nodes: usize) -> Cost {
        let (fewer, four) = (self.fewer.cost(nodes), self.four.cost(nodes));
        let built = self.fewer.cost(0).bytes;
        fewer.or(Cost { bytes: four.bytes.saturating_add(built), ..four })
    }
}

impl<F: Blueprint<Just4Fun>, A: Blueprint<Just4Fun>> Blueprint<Just4Fun> for ByPlayers<F, A> {
    type Search = ByPlayers<F::Search, A::Search>;

    fn build(&self) -> Self::Search {
        ByPlayers { fewer: self.fewer.build(), four: self.four.build() }
    }
}
