use super::endgame::remembered;
use super::{FeatureWeights, MoveOrder, OnTopGuide, ValueBounds};
use crate::Solvable;
use crate::exact_end::DecideEnd;
use kontra_game::{Open, SearchRng};
use kontra_ontop::{Action, OnTop};
use kontra_search::expectimax::{bytes_of_table, solver};
use kontra_search::{Analysis, Budget, Cost};

/// The last tiles of OnTop, searched to the result of the game: exact for two players and two teams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastTiles {
    /// With at most this many tiles in the bag; 0: never.
    pub tiles: u32,
}

impl DecideEnd<OnTop> for LastTiles {
    fn decide(
        &self,
        view: &Open<OnTop>,
        limits: &kontra_search::Limits,
        _rng: &mut SearchRng,
    ) -> Option<Analysis<Action>> {
        let game: &OnTop = view;
        let left = game.left().ok().filter(|&left| self.tiles > 0 && left <= self.tiles)?;
        if game.branching() < 2 {
            return None;
        }
        let guide = OnTopGuide::new(FeatureWeights::RESULT, MoveOrder::Gain, ValueBounds::Reach);
        let clock = Budget::iterations(u64::MAX).start(limits);
        let analysis = solver(guide, remembered(left)).analyze_within(game, limits);
        // What was cut short is not exact.
        (!clock.is_late()).then_some(analysis)
    }

    fn cost(&self) -> Cost {
        let LastTiles { tiles } = *self;
        if tiles == 0 { Cost::NOTHING } else { Cost::of_bytes(bytes_of_table(remembered(tiles))) }
    }
}
