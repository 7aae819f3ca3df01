//! The strongest player of Just 4 Fun: a search over information sets with a network of its own, and exact ends.

use super::agents::{ENDGAME, KEY, SOLVED, TEMPERATURE, end, keys};
use super::network::Leaves;
use super::network_agents::model;
use crate::tree::{self, BATCH, MS, REUSE};
use crate::{AgentKind, ExactEnd, Maker, Needs, Param, Params, param, thinking};
use kontra_game::BadInput;
use kontra_just4fun::Just4Fun;
use kontra_search::KeepingBlueprint;
use kontra_search::mcts::{Count, NodeIdentity, Puct, PuctOptions, Untried};

const WEIGHTS: Param = param(
    "weights",
    "champion",
    "The network: champion, which comes with the program, or a safetensors file that kontra-train wrote.",
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
        about: "The strongest player: information set search with a network that learnt from itself, and exact ends.",
        params: const {
            &[
                WEIGHTS,
                tree::iterations("1000"),
                MS,
                tree::worlds("100"),
                tree::exploration("1.2"),
                UNTRIED,
                KEY_OF_BOARD,
                TEMPERATURE,
                BATCH,
                REUSE,
                ENDGAME_SOON,
                SOLVED,
            ]
        },
        needs: Needs::Weights,
        make,
    }
}

/// Nodes of the champion's tree.
const KEY_OF_BOARD: Param = Param { default: Some("board"), ..KEY };

/// The champion solves ends.
const ENDGAME_SOON: Param = Param { default: Some("3"), ..ENDGAME };

fn make(params: &Params<'_>) -> Result<Maker<Just4Fun>, BadInput> {
    let options = PuctOptions {
        count: Count::Availability,
        identity: NodeIdentity::View,
        temperature: params.number("temperature", 0.0..=100.0)?,
        batch: params.count("batch", 4096)?,
        untried: Untried::NodeLess(params.number("untried", 0.0..=100.0)?),
        ..PuctOptions::new(params.number("exploration", 0.0..=1e6)?)
    };
    let (budget, worlds, keys) = (params.budget()?, params.worlds()?, keys(params)?);
    let leaves = Leaves::new(&model(params)?);
    let puct = Puct { worlds, ..Puct::new(options, budget, leaves, keys) };
    let end = end(params)?;
    Ok(if params.yes("reuse")? {
        thinking(ExactEnd::new(KeepingBlueprint { puct }, end))
    } else {
        thinking(ExactEnd::new(puct, end))
    })
}
