use super::Playouts;
use crate::tree::{self, MS, REUSE, THREADS, TREES};
use crate::{GameId, Kind, Param, Params, Playable, common};
use kontra_game::BadInput;
use kontra_ontop::OnTop;
use std::ops::RangeInclusive;

/// What a playout is worth.
const EVALUATION: Param = Param {
    name: "evaluation",
    default: Some("relative"),
    about: "What a playout is worth: who won ('relative'), or by how much ('absolute').",
};

/// Where a playout may stop.
const CUT: Param = Param {
    name: "cut",
    default: Some("0"),
    about: "A playout stops when the lead is more than this many points for each tile left; 0: never.",
};

fn playouts(params: &Params<'_>) -> Result<Playouts, BadInput> {
    let margin = params.one_of("evaluation", &[("relative", false), ("absolute", true)])?;
    let cut = params.number("cut", 0.0..=1000.0)?;
    Ok(Playouts { margin, cut: (cut > 0.0).then_some(cut) })
}

impl Playable for OnTop {
    const ID: GameId = GameId::OnTop;
    const ABOUT: &'static str =
        "Tile-laying game of chance for two to four: close circles, score by colours.";
    const SEATS: RangeInclusive<usize> = 2..=4;
    const OPTIONS: &'static [Param] = &[
        Param { name: "players", default: Some("2"), about: "How many play: 2, 3 or 4." },
        Param {
            name: "teams",
            default: Some("false"),
            about: "Whether four play as two teams: true or false.",
        },
        Param {
            name: "colours",
            default: Some("fixed"),
            about: "Who plays which colour: 'fixed' by seat, or 'drawn' for every game.",
        },
    ];
    const OPPONENT: &'static str = "mcts";

    fn agents() -> Vec<Kind<OnTop>> {
        let mut agents = common();
        agents.push(Kind {
            name: "flat",
            about: "Monte Carlo search without a tree: the same number of random games for every move.",
            params: const { &[tree::iterations("5000"), MS, EVALUATION, CUT, THREADS] },
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
                    REUSE,
                    TREES,
                    THREADS,
                ]
            },
            make: |params| tree::mcts(params, playouts(params)?),
        });
        agents
    }
}
