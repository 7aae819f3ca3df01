use super::{BASE, Blueprint, Cost, Costs};
use crate::expectimax::{Guide, Settings, Star, bytes_of_table};
use kontra_game::{Game, Open, View};

/// A [`Star`] search, not yet built: its table is the first thing it takes.
#[derive(Clone, Debug)]
pub struct StarBlueprint<K> {
    /// What is known of the game.
    pub guide: K,
    /// How to search.
    pub settings: Settings,
}

impl<G: Game, K> Costs<G> for StarBlueprint<K> {
    fn cost(&self, _nodes: usize) -> Cost {
        let StarBlueprint { guide: _, settings } = self;
        // All fields, so that a new one cannot be forgotten.
        let Settings {
            algorithm: _,
            budget,
            visits: _,
            deepening: _,
            ordering: _,
            table,
            keep_probes: _,
            etc: _,
            prob_cut: _,
            every_move: _,
        } = *settings;
        let bytes = bytes_of_table(table).saturating_add(BASE);
        Cost { bytes, threads: 1, time: budget.time }
    }
}

impl<G, K> Blueprint<G> for StarBlueprint<K>
where
    G: Game<View = Open<G>>,
    Open<G>: View<Game = G>,
    K: Guide<G> + Clone + Send + Sync + 'static,
{
    type Search = Star<G, K>;

    fn build(&self) -> Star<G, K> {
        Star::new(self.guide.clone(), self.settings)
    }
}
