//! The agent of Dockhorn et al. 2017.

use super::{CardPolicy, GuidedPlayouts, card_model_named};
use crate::doppelkopf::agents::{FORMULA, KNOWLEDGE, WORLDS_AND_END, end, knowledge};
use crate::tree::{self, MS};
use crate::{AgentKind, ExactEnd, Maker, Needs, Param, Params, joined, param, thinking};
use kontra_doppelkopf::Doppelkopf;
use kontra_game::BadInput;
use kontra_search::mcts::{Count, Decision, Ensemble, MoveChoice, Pooling, Selection, TreeOptions};

const WEIGHTS: Param = param(
    "weights",
    "nn1",
    "The network: 'nn1' or 'nn7', or a safetensors file that kontra-train wrote.",
);
const CHOICE: Param = param(
    "choice",
    "best",
    "What the network plays in playouts: its 'best' card, or one 'drawn' with its probabilities.",
);

/// Ensemble-UCT with a network in its playouts.
pub(in crate::doppelkopf) fn kind() -> AgentKind<Doppelkopf> {
    AgentKind {
        name: "network-uct",
        about: "Determinized UCT as ensemble-uct, with a network that chooses the cards of playouts (Dockhorn et al. \
                2017). Iterations are for each world.",
        params: const {
            &joined::<18>(&[
                &[
                    WEIGHTS,
                    CHOICE,
                    tree::iterations("100"),
                    MS,
                    tree::worlds("10"),
                    tree::exploration("7000"),
                    param(
                        "pool",
                        "mean",
                        "How worlds become one result: their 'mean', or 'votes'.",
                    ),
                    FORMULA,
                ],
                &KNOWLEDGE,
                &WORLDS_AND_END,
            ])
        },
        needs: Needs::Files(&["weights"]),
        make,
    }
}

fn make(params: &Params<'_>) -> Result<Maker<Doppelkopf>, BadInput> {
    let worlds = params.count("worlds", 100_000)?;
    let pool = params.one_of("pool", &[("mean", Pooling::Means), ("votes", Pooling::Votes)])?;
    let count =
        params.one_of("formula", &[("correct", Count::Visits), ("wrong", Count::Iterations)])?;
    let policy =
        params.one_of("choice", &[("best", CardPolicy::Best), ("drawn", CardPolicy::Drawn)])?;
    let exploration = params.number("exploration", 0.0..=1e9)?;
    // One new node for each rollout, then the network.
    let options = TreeOptions {
        selection: Selection::Uct { exploration, count },
        expansion: MoveChoice::First,
        continuation: MoveChoice::Random,
        grow_to_the_end: false,
        decision: Decision::Mean,
        ..TreeOptions::uct(exploration)
    };
    let knowledge = knowledge(params)?;
    let model = card_model_named(params.text("weights"))
        .map_err(|why| params.expected("weights=nn1, nn7 or a file of kontra-train", why))?;
    let search = Ensemble {
        pool,
        threads: params.count("threads", 256)?,
        ..Ensemble::new(
            options,
            worlds,
            params.budget()?,
            GuidedPlayouts::new(knowledge, model, policy),
        )
    };
    Ok(thinking(ExactEnd::new(search, end(params, knowledge)?)))
}
