//! The network and its search as agents.

use super::search::DEEPEST;
use super::{ChampionBlueprint, LookaheadSettings};
use crate::ontop::agents::{ENDGAME, end};
use crate::ontop::network::PositionNetwork;
use crate::tree::MS;
use crate::{AgentKind, ExactEnd, Maker, Needs, Param, Params, param, thinking};
use kontra_game::BadInput;
use kontra_ontop::OnTop;
use kontra_search::Budget;
use std::time::Duration;

const WEIGHTS: Param = param(
    "weights",
    "ontop",
    "The network: 'ontop', which comes with the program, or the path of a file of weights.",
);
const DEPTH: Param = param("depth", "2", "Moves that are looked ahead, 0 to 12.");
const WIDTHS: Param = param(
    "widths",
    "4-3-2",
    "How many moves of a player are looked into with one, two, ... further moves behind them.",
);
const MARGINS: Param = param(
    "margins",
    "25-12-8-6",
    "A move is looked into further as long as it is at most this many hundredths of a win behind the best one, by depth.",
);

pub(in crate::ontop) fn kinds() -> Vec<AgentKind<OnTop>> {
    vec![AgentKind {
        name: "champion",
        about: "Looks ahead with a network that learned by self-play.",
        params: const { &[WEIGHTS, DEPTH, MS, WIDTHS, MARGINS, ENDGAME] },
        needs: Needs::Files(&["weights"]),
        make: champion,
    }]
}

fn network(params: &Params<'_>) -> Result<PositionNetwork, BadInput> {
    let found = PositionNetwork::named(params.text("weights"));
    found.map_err(|found| params.expected("weights of a network for OnTop", found))
}

fn numbers(params: &Params<'_>, name: &str) -> Result<Vec<u16>, BadInput> {
    let text = params.text(name);
    let all: Result<Vec<u16>, _> = text.split('-').map(str::parse).collect();
    let fits = |all: &Vec<u16>| (1..=12).contains(&all.len()) && all.iter().all(|&x| x <= 200);
    all.ok().filter(fits).ok_or_else(|| {
        params.expected(
            format!("{name} as up to 12 numbers to 200 with '-' between them"),
            format!("'{text}'"),
        )
    })
}

fn champion(params: &Params<'_>) -> Result<Maker<OnTop>, BadInput> {
    let depth = params.integer("depth", 0..=DEEPEST)?;
    let budget = match params.integer("ms", 0..=86_400_000)? {
        0 => Budget::iterations(depth),
        ms => Budget::time(Duration::from_millis(ms)),
    };
    let widths = numbers(params, "widths")?.into_iter().map(usize::from).collect();
    let margins = numbers(params, "margins")?.into_iter().map(|x| f32::from(x) / 100.0).collect();
    let settings = LookaheadSettings { budget, widths, margins };
    let blueprint = ChampionBlueprint { network: network(params)?, settings };
    Ok(thinking(ExactEnd::new(blueprint, end(params)?)))
}
