use super::{FeatureWeights, MoveOrder, OnTopGuide, ValueBounds};
use kontra_search::expectimax::{Algorithm, Settings};
use std::time::Duration;

/// What the thesis's searches know about OnTop (Briesemeister 2009, section 5.2.6): configuration 4, moves ordered
/// by share, four points for each tile as bounds (table 5.7 at five seconds).
pub fn briesemeister2009() -> OnTopGuide {
    OnTopGuide::new(FeatureWeights::default(), MoveOrder::Share, ValueBounds::PointsPerTile(4.0))
}

/// How the thesis's searches search: no table, one depth after the other until the time is up; Expectimax
/// without an order of moves.
pub fn briesemeister2009_settings(algorithm: Algorithm, time: Duration) -> Settings {
    let ordering = algorithm != Algorithm::Expectimax;
    Settings { ordering, ..Settings::new(algorithm).time(time) }
}
