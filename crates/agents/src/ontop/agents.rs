use super::{LastTiles, Playouts};
use crate::tree::{self, BIAS, GUIDANCE, LEAF, MS, REUSE, SHARED, THREADS, TREES};
use crate::{Kind, Needs, Param, Params, Playable, Preset, Solver, common, param};
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
    "With at most so many tiles in the bag the rest is searched to its end (two players, or teams), up to 9; 0: never.",
);

/// The end that a spec describes.
pub(super) fn end(params: &Params<'_>) -> Result<LastTiles, BadInput> {
    Ok(LastTiles { tiles: params.integer("endgame", 0..=9)? as u32 })
}

fn playouts(params: &Params<'_>) -> Result<Playouts, BadInput> {
    let margin = params.one_of("evaluation", &[("relative", false), ("absolute", true)])?;
    let cut = params.number("cut", 0.0..=1000.0)?;
    Ok(Playouts { margin, cut: (cut > 0.0).then_some(cut) })
}

impl Playable for OnTop {
    const OPPONENT: &'static str = "mcts";

    fn in_parties(start: &Start) -> bool {
        start.table().teams()
    }
    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "briesemeister2009-mcts",
            spec: "mcts(ms=5000, exploration=1, threshold=0, decision=mean, trees=2, threads=2)",
            about: "The best Monte Carlo player, two trees, five seconds (Briesemeister 2009, 5.3.5).",
        },
        Preset {
            name: "briesemeister2009-mc",
            spec: "flat(ms=5000)",
            about: "Monte Carlo without a tree, five seconds (Briesemeister 2009, 4.2.2).",
        },
        Preset {
            name: "briesemeister2009-star2",
            spec: "star2(ms=5000, weights=4, order=share, bounds=apt, apt=4)",
            about: "The best expectimax player, five seconds (Briesemeister 2009, 5.2.6).",
        },
        Preset {
            name: "briesemeister2009-star1",
            spec: "star1(ms=5000, weights=4, order=share, bounds=apt, apt=4)",
            about: "Star1, five seconds (Briesemeister 2009, 4.1.4.2).",
        },
        Preset {
            name: "briesemeister2009-star25",
            spec: "star25(ms=5000, weights=4, order=share, bounds=apt, apt=4, factor=2)",
            about: "Star2.5 with probing factor 2, five seconds (Briesemeister 2009, 5.2.5).",
        },
        Preset {
            name: "briesemeister2009-expectimax",
            spec: "expectimax(ms=5000, weights=4, order=none)",
            about: "Expectimax, five seconds (Briesemeister 2009, 4.1.3).",
        },
    ];

    fn solver() -> Option<Solver<OnTop>> {
        Some(Solver::new())
    }

    fn agents() -> Vec<Kind<OnTop>> {
        let mut agents = common();
        agents.push(Kind {
            name: "flat",
            about: "Monte Carlo search without a tree: the same number of random games for every move.",
            params: const { &[tree::iterations("5000"), MS, EVALUATION, CUT, THREADS] },
            needs: Needs::Nothing,
            make: |params| tree::flat(params, playouts(params)?),
        });
        agents.push(Kind {
            name: "mcts",
            about: "Monte Carlo tree search with chance nodes.",
            params: const {
                &[
                    tree::iterations("5000"),
                    MS,
                    tree::exploration("0.7"),
                    tree::threshold("0"),
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
        agents
    }
}
