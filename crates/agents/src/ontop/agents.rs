use super::presets;
use super::{LastTiles, OnTopPlayouts};
use crate::tree::{self, BIAS, FIRST_PLAY, GUIDANCE, LEAF, MS, REUSE, SHARED, THREADS, TREES};
use crate::{AgentKind, AnySolver, Needs, Param, Params, Playable, Preset, common, param};
use kontra_game::BadInput;
use kontra_ontop::{OnTop, Start};

/// What a playout is worth.
const EVALUATION: Param = param(
    "evaluation",
    "relative",
    "What a playout is worth: who won ('relative'), or by how much ('absolute').",
);

/// Where a playout may stop.
const CUT: Param = param(
    "cut",
    "0",
    "A playout stops when the lead is more than this many points for each tile left; 0: never.",
);

/// Where the rest is searched to the end.
pub(super) const ENDGAME: Param = param(
    "endgame",
    "0",
    "With at most this many tiles in the bag the rest is searched to its end (two players, or teams), up to 9; 0: never.",
);

/// The end that a spec describes.
pub(super) fn end(params: &Params<'_>) -> Result<LastTiles, BadInput> {
    Ok(LastTiles { tiles: params.integer("endgame", 0..=9)? as u32 })
}

fn playouts(params: &Params<'_>) -> Result<OnTopPlayouts, BadInput> {
    let margin = params.one_of("evaluation", &[("relative", false), ("absolute", true)])?;
    let cut = params.number("cut", 0.0..=1000.0)?;
    Ok(OnTopPlayouts { margin, cut: (cut > 0.0).then_some(cut) })
}

impl Playable for OnTop {
    const OPPONENT: &'static str = "mcts";

    fn in_parties(start: &Start) -> bool {
        start.table().teams()
    }
    const PRESETS: &'static [Preset] = presets::PRESETS;

    fn solver() -> Option<AnySolver<OnTop>> {
        Some(AnySolver::new())
    }

    fn agents() -> Vec<AgentKind<OnTop>> {
        let mut agents = common();
        agents.push(AgentKind {
            name: "flat",
            about: "Monte Carlo search without a tree: the same number of random games for every move.",
            params: const { &[tree::iterations("5000"), MS, EVALUATION, CUT, THREADS] },
            needs: Needs::Nothing,
            make: |params| tree::flat(params, playouts(params)?),
        });
        agents.push(AgentKind {
            name: "mcts",
            about: "Monte Carlo tree search with chance nodes.",
            params: const {
                &[
                    tree::iterations("5000"),
                    MS,
                    tree::exploration("0.7"),
                    tree::threshold("0"),
                    FIRST_PLAY,
                    tree::decision("mean"),
                    EVALUATION,
                    CUT,
                    ENDGAME,
                    BIAS,
                    GUIDANCE,
                    REUSE,
                    LEAF,
                    SHARED,
                    TREES,
                    THREADS,
                ]
            },
            needs: Needs::Nothing,
            make: |params| tree::mcts(params, playouts(params)?, end(params)?),
        });
        agents.extend(super::stars::kinds());
        agents.extend(super::champion::kinds());
        agents
    }
}
