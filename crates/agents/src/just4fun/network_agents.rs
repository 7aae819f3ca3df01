//! Agents with a network: alone, and at the leaves of a tree.

use super::agents::{ALPHA, DISCOUNT, KEY, NOISE, TEMPERATURE, keys};
use super::network::{BoardModel, Leaves, PolicyPlayer, model_named};
use crate::tree::{self, BATCH, GUMBEL, MS, REUSE};
use crate::{AgentKind, Maker, Needs, Param, Params, Preset, evaluating, param, thinking};
use kontra_game::BadInput;
use kontra_just4fun::Just4Fun;
use kontra_nets::Instructions;
use kontra_search::KeepingBlueprint;
use kontra_search::mcts::{Count, NodeIdentity, Noise, Puct, PuctOptions};
use std::num::NonZeroUsize;

/// Tables C.13 and 7.9, for benchmarks and tests.
pub(super) const FIELDNET: Preset = Preset {
    name: "gastegger2024-fieldnet",
    spec: "alphajust4fun(weights=fieldnet, iterations=900, worlds=3, exploration=0.5, key=board-hand-used, \
           temperature=1, noise=0.25, alpha=0.4, reuse=yes)",
    about: "AlphaJust4Fun with FieldNet as it was benchmarked (Gastegger 2024, table C.13b), with weights of our own.",
};

/// Table C.11b, for benchmarks; the tests have 0.5 for exploration.
pub(super) const CARDFIELDNET: Preset = Preset {
    name: "gastegger2024-cardfieldnet",
    spec: "alphajust4fun(weights=cardfieldnet, iterations=900, worlds=3, exploration=1, key=board-hand-used, \
           temperature=1, noise=0.25, alpha=0.4)",
    about: "AlphaJust4Fun with CardFieldNet as it was benchmarked (Gastegger 2024, table C.11b), with weights of our own.",
};

pub(super) const FIELDNET_ALONE: Preset = Preset {
    name: "gastegger2024-fieldnet-network-only",
    spec: "network(weights=fieldnet, temperature=1)",
    about: "NetworkOnly with FieldNet (Gastegger 2024, 6.2), with weights of our own.",
};

pub(super) const CARDFIELDNET_ALONE: Preset = Preset {
    name: "gastegger2024-cardfieldnet-network-only",
    spec: "network(weights=cardfieldnet, temperature=1)",
    about: "NetworkOnly with CardFieldNet (Gastegger 2024, 6.2), with weights of our own.",
};

const WEIGHTS: Param = Param {
    name: "weights",
    default: None,
    about: "The network: fieldnet or cardfieldnet, which come with the program, or a safetensors file that kontra-train \
            wrote, such as run/network.safetensors.",
};

/// Draws from the policy.
const DRAWN: Param = param(
    "temperature",
    "1",
    "Moves are drawn in proportion to policy^(1/temperature); 0: the most likely one is played.",
);

pub(super) fn kinds() -> Vec<AgentKind<Just4Fun>> {
    vec![
        AgentKind {
            name: "network",
            about: "Plays by the policy of a network, without any search (NetworkOnly of Gastegger 2024).",
            params: const { &[WEIGHTS, DRAWN] },
            needs: Needs::Files(&["weights"]),
            make: alone,
        },
        AgentKind {
            name: "alphajust4fun",
            about: "Information set search with a network at the leaves (AlphaJust4Fun of Gastegger 2024).",
            params: const {
                &[
                    WEIGHTS,
                    tree::iterations("900"),
                    MS,
                    tree::worlds("3"),
                    tree::exploration("1"),
                    KEY,
                    DISCOUNT,
                    TEMPERATURE,
                    NOISE,
                    ALPHA,
                    GUMBEL,
                    BATCH,
                    REUSE,
                ]
            },
            needs: Needs::Files(&["weights"]),
            make: searching,
        },
    ]
}

/// The network that `weights` names.
pub(super) fn model(
    params: &Params<'_>,
    instructions: Instructions,
) -> Result<BoardModel, BadInput> {
    let found = model_named(params.text("weights"), instructions);
    found.map_err(|why| params.expected("weights=FILE, a network that kontra-train wrote", why))
}

fn alone(params: &Params<'_>) -> Result<Maker<Just4Fun>, BadInput> {
    let temperature = params.number("temperature", 0.0..=100.0)?;
    let model = model(params, Instructions::best())?;
    let network = model.network().clone();
    Ok(evaluating(&network, move |rng| PolicyPlayer::new(&model, temperature, rng)))
}

fn searching(params: &Params<'_>) -> Result<Maker<Just4Fun>, BadInput> {
    let (fraction, alpha) =
        (params.number("noise", 0.0..=1.0)?, params.number("alpha", 1e-3..=1e3)?);
    let options = PuctOptions {
        count: Count::Availability,
        identity: NodeIdentity::View,
        temperature: params.number("temperature", 0.0..=100.0)?,
        discount: params.number("discount", 0.0..=1.0)?,
        noise: (fraction > 0.0).then_some(Noise { alpha, fraction }),
        gumbel: NonZeroUsize::new(params.integer("gumbel", 0..=256)? as usize),
        batch: params.count("batch", 4096)?,
        ..PuctOptions::new(params.number("exploration", 0.0..=1e6)?)
    };
    let (budget, worlds, keys) = (params.budget()?, params.worlds()?, keys(params)?);
    let reuse = params.yes("reuse")?;
    if reuse && options.gumbel.is_some() {
        return Err(params.expected("reuse=no with Gumbel selection", "reuse=yes"));
    }
    let leaves = Leaves::new(&model(params, Instructions::best())?);
    let puct = Puct { worlds, ..Puct::new(options, budget, leaves, keys) };
    Ok(if reuse { thinking(KeepingBlueprint { puct }) } else { thinking(puct) })
}
