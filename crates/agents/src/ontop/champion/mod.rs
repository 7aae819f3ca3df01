//! A player that learned by self-play: a network values positions after a move, and a search looks ahead with it.

mod agents;
mod fallback;
mod lookahead;
mod search;

pub(super) use agents::kinds;
pub use search::{ChampionBlueprint, ChampionSearch, LookaheadSettings};

use super::network::PositionNetwork;
use crate::{Maker, thinking};
use kontra_ontop::OnTop;

/// Players that play the move after which the network likes the position most, without looking ahead.
pub fn greedy(network: &PositionNetwork) -> Maker<OnTop> {
    thinking(ChampionBlueprint { network: network.clone(), settings: LookaheadSettings::greedy() })
}

#[cfg(test)]
mod tests;
