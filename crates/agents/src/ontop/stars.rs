//! Depth-limited searches as agents.

use super::agents::{ENDGAME, end};
use super::{FeatureWeights, MoveOrder, OnTopGuide, ValueBounds};
use crate::tree::MS;
use crate::{AgentKind, ExactEnd, Maker, Needs, Param, Params, param, thinking};
use kontra_game::BadInput;
use kontra_ontop::OnTop;
use kontra_search::StarBlueprint;
use kontra_search::expectimax::{Algorithm, Probing, Settings};
use std::time::Duration;

const DEPTH: Param = param(
    "depth",
    "2",
    "How deep: this many chance events followed by a last layer of moves, as the thesis counts.",
);
const WEIGHTS: Param =
    param("weights", "4", "The configuration of the evaluation in table 5.2, 1 to 5.");
const ORDER: Param = param(
    "order",
    "gain",
    "Which moves are searched first: 'share' as in the thesis, 'gain', or 'none' as the game lists them.",
);
const BOUNDS: Param = param(
    "bounds",
    "reach",
    "Bounds on values: 'reach' of the open circles, 'wide', or the thesis's points for each tile ('apt'), which may err.",
);
const APT: Param = param("apt", "4", "Points for each tile that the bounds 'apt' assume.");
const TABLE: Param =
    param("table", "0", "Entries of the table of transpositions, in thousands; 0: none.");
const FACTOR: Param =
    param("factor", "2", "The probing factor: moves searched first after each outcome.");
const PROBING: Param =
    param("probing", "sequential", "The order of probing: 'sequential' or 'cyclic'.");

const PARAMS: &[Param] = &[DEPTH, MS, WEIGHTS, ORDER, BOUNDS, APT, TABLE, ENDGAME];
const PROBING_PARAMS: &[Param] =
    &[DEPTH, MS, WEIGHTS, ORDER, BOUNDS, APT, TABLE, ENDGAME, FACTOR, PROBING];

pub(super) fn kinds() -> Vec<AgentKind<OnTop>> {
    vec![
        AgentKind {
            name: "expectimax",
            about: "Searches every move and every tile to a depth.",
            params: PARAMS,
            needs: Needs::Nothing,
            make: |params| star(params, Algorithm::Expectimax),
        },
        AgentKind {
            name: "star1",
            about: "Expectimax that leaves out tiles whose value cannot matter.",
            params: PARAMS,
            needs: Needs::Nothing,
            make: |params| star(params, Algorithm::Star1),
        },
        AgentKind {
            name: "star2",
            about: "Star1 that first looks at one move after each tile.",
            params: PARAMS,
            needs: Needs::Nothing,
            make: |params| star(params, Algorithm::Star2),
        },
        AgentKind {
            name: "star25",
            about: "Star2 that first looks at several moves after each tile (Star2.5).",
            params: PROBING_PARAMS,
            needs: Needs::Nothing,
            make: |params| {
                let factor = params.integer("factor", 1..=200)? as u32;
                let words = [("sequential", Probing::Sequential), ("cyclic", Probing::Cyclic)];
                let probing = params.one_of("probing", &words)?;
                star(params, Algorithm::Star25 { factor, probing })
            },
        },
    ]
}

fn star(params: &Params<'_>, algorithm: Algorithm) -> Result<Maker<OnTop>, BadInput> {
    let orders =
        [("gain", Some(MoveOrder::Gain)), ("share", Some(MoveOrder::Share)), ("none", None)];
    let order = params.one_of("order", &orders)?;
    let apt = params.number("apt", 0.0..=1000.0)?;
    let bounds = [
        ("reach", ValueBounds::Reach),
        ("wide", ValueBounds::Wide),
        ("apt", ValueBounds::PointsPerTile(apt)),
    ];
    let limits = params.one_of("bounds", &bounds)?;
    let number = params.integer("weights", 1..=5)? as usize;
    let weights = FeatureWeights::configuration(number).unwrap_or_default();
    let table = params.integer("table", 0..=1_000_000)? as usize * 1000;
    let depth = params.integer("depth", 1..=33)? as u32;
    let settings = Settings { ordering: order.is_some(), table, ..Settings::new(algorithm) };
    let settings = match params.integer("ms", 0..=86_400_000)? {
        0 => settings.depth(depth),
        ms => settings.time(Duration::from_millis(ms)),
    };
    let guide = OnTopGuide::new(weights, order.unwrap_or_default(), limits);
    Ok(thinking(ExactEnd::new(StarBlueprint { guide, settings }, end(params)?)))
}
