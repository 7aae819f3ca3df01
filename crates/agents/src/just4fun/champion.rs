//! The champion of Just 4 Fun: a search over information sets with a network at its leaves, and exact ends.

use super::agents::{ENDGAME, KEY, SOLVED, TEMPERATURE, end, keys};
use super::by_players::ByPlayers;
use super::network::{Leaves, Plane};
use super::network_agents::model;
use super::{LastStones, SituationKeys};
use crate::tree::{self, BATCH, MS, REUSE};
use crate::{AgentKind, ExactEnd, Maker, Needs, Param, Params, param, thinking};
use kontra_game::BadInput;
use kontra_just4fun::Just4Fun;
use kontra_nets::Instructions;
use kontra_search::mcts::{
    Count, IsMcts, NodeIdentity, Puct, PuctOptions, Selection, TreeOptions, Untried,
};
use kontra_search::{Blueprint, Budget, KeepingBlueprint};
use std::num::NonZeroUsize;

/// Until the champion's own training run is carried out, the best network there is judges for it.
const WEIGHTS: Param = param(
    "weights",
    "fieldnet",
    "The network: fieldnet or cardfieldnet, which come with the program, or a safetensors file that kontra-train wrote.",
);

/// What is not known of a move.
const UNTRIED: Param = param(
    "untried",
    "0.2",
    "How much less than its position a move is taken to be worth that was never tried.",
);

pub(super) fn kind() -> AgentKind<Just4Fun> {
    AgentKind {
        name: "champion",
        about: "Information set search in many worlds, judged by a network, with exact ends. With \
                four players, a network that was not shown how many play is not asked: playouts judge.",
        params: const {
            &[
                WEIGHTS,
                tree::iterations("900"),
                MS,
                tree::worlds("100"),
                tree::exploration("1"),
                UNTRIED,
                KEY_OF_BOARD,
                TEMPERATURE,
                BATCH,
                REUSE,
                ENDGAME_SOON,
                SOLVED,
            ]
        },
        needs: Needs::Files(&["weights"]),
        make,
    }
}

/// Nodes of the champion's tree.
const KEY_OF_BOARD: Param = Param { default: Some("board"), ..KEY };

/// The champion solves ends.
const ENDGAME_SOON: Param = Param { default: Some("3"), ..ENDGAME };

/// The exploration constant of UCT where playouts judge: the one of `so-ismcts`.
const EXPLORATION_OF_PLAYOUTS: f64 = 0.7;

fn make(params: &Params<'_>) -> Result<Maker<Just4Fun>, BadInput> {
    let options = PuctOptions {
        count: Count::Availability,
        identity: NodeIdentity::View,
        temperature: params.number("temperature", 0.0..=100.0)?,
        batch: params.count("batch", 4096)?,
        untried: Untried::NodeLess(params.number("untried", 0.0..=100.0)?),
        ..PuctOptions::new(params.number("exploration", 0.0..=1e6)?)
    };
    let (budget, keys) = (params.budget()?, keys(params)?);
    let worlds = params.worlds()?.map(|worlds| shared(worlds, budget));
    let (model, end) = (model(params, Instructions::best())?, end(params)?);
    let puct = Puct { worlds, ..Puct::new(options, budget, Leaves::new(&model), keys) };
    let knows_four = model.planes().contains(&Plane::MorePlayers);
    let keeps = params.yes("reuse")?;
    let playouts = playouts(budget, keys);
    Ok(match (knows_four, keeps) {
        (true, true) => thinking(ExactEnd::new(KeepingBlueprint { puct }, end)),
        (true, false) => thinking(ExactEnd::new(puct, end)),
        (false, true) => but_for_four(KeepingBlueprint { puct }, end, playouts),
        (false, false) => but_for_four(puct, end, playouts),
    })
}

/// The most worlds that each get a whole number of iterations, without more iterations than asked for: the plan of a
/// search rounds to the nearest.
fn shared(worlds: NonZeroUsize, budget: Budget) -> NonZeroUsize {
    if budget.iterations == u64::MAX {
        return worlds;
    }
    let each = budget.iterations.div_ceil(worlds.get() as u64).max(1);
    NonZeroUsize::new((budget.iterations / each) as usize).unwrap_or(NonZeroUsize::MIN)
}

/// A search with a network, and another where four play.
fn but_for_four(
    fewer: impl Blueprint<Just4Fun>,
    end: LastStones,
    four: impl Blueprint<Just4Fun>,
) -> Maker<Just4Fun> {
    thinking(ByPlayers { fewer: ExactEnd::new(fewer, end), four })
}

/// What `so-ismcts` does: another world for each iteration, and random play from each new position.
fn playouts(budget: Budget, keys: SituationKeys) -> IsMcts<SituationKeys> {
    let selection =
        Selection::Uct { exploration: EXPLORATION_OF_PLAYOUTS, count: Count::Availability };
    let options = TreeOptions { selection, ..TreeOptions::uct(EXPLORATION_OF_PLAYOUTS) };
    IsMcts::with_options(options, budget, keys)
}
