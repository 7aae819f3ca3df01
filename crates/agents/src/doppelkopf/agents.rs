use super::network::{Manners, Model, NetworkPlayer};
use super::{
    AnnouncingRule, Beginner, Knowledge, LastTricks, PlayoutPolicy, Points, RandomCards, Rewarding,
    Sampler,
};
use super::{dockhorn, presets};
use crate::tree::{self, MS, THREADS};
use crate::{
    AgentKind, AnySolver, ExactEnd, Maker, Needs, Param, Params, Playable, Preset, common,
    evaluating, honest, joined, param, thinking,
};
use kontra_doppelkopf::{Doppelkopf, Level, Start};
use kontra_game::BadInput;
use kontra_search::mcts::{
    Count, Decision, Ensemble, IsMcts, MoveChoice, Pooling, Selection, TreeOptions,
};
use std::num::NonZeroU64;

const SCORE_FACTOR: Param = param("score_factor", "500", "What a score point is worth in rewards.");
const POINTS: Param =
    param("points", "team", "Whose card points are added to the reward: 'own' or 'team'.");
const DIVISOR: Param = param("divisor", "1", "What card points are divided by in the reward.");
const ANNOUNCING: Param = param(
    "announcing",
    "positive",
    "When to announce: 'free', 'positive' (only if the mean reward is not negative) or 'never'.",
);
const ANNOUNCE_FROM: Param = param(
    "announce_from",
    "0",
    "With announcing=positive: the least mean reward, in score points, with which it announces.",
);
pub(super) const FORMULA: Param = param(
    "formula",
    "correct",
    "The UCT formula: 'correct', or 'wrong' with the number of the rollout in place of the node's visits.",
);
const SIMULATION: Param = param(
    "simulation",
    "no",
    "'yes': one new node for each rollout, then random play; 'no': every position joins the tree.",
);
const SELECTION: Param = param(
    "selection",
    "1",
    "How untried moves are chosen: 1 the first, then any; 2 always any; 3 the first, then safe cards; \
     4 any, then safe cards; 5 always safe cards.",
);
const QUIET: Param = param(
    "quiet",
    "no",
    "'yes': nobody announces anything or plays a solo in playouts; 'no': everybody does so at random.",
);
const SAMPLER: Param = param(
    "sampler",
    "uniform",
    "Where worlds come from: 'uniform', or 'sievers' as published, with its bias.",
);

const ENDGAME: Param = param(
    "endgame",
    "0",
    "In this many last tricks cards are chosen by exact solutions of imagined deals, up to 8; 0: never.",
);
const SOLVED: Param = param(
    "solved",
    "50",
    "How many deals are solved for such a choice; all of them, if there are no more.",
);

/// The end that a spec describes.
pub(super) fn end(params: &Params<'_>, knowledge: Knowledge) -> Result<LastTricks, BadInput> {
    let tricks = params.integer("endgame", 0..=8)? as usize;
    let worlds = params.integer("solved", 1..=100_000)?;
    Ok(LastTricks { tricks, worlds: NonZeroU64::new(worlds).unwrap_or(NonZeroU64::MIN), knowledge })
}

/// The knowledge that a spec describes.
pub(super) fn knowledge(params: &Params<'_>) -> Result<Knowledge, BadInput> {
    let score_factor = params.number("score_factor", 0.0..=1e6)?;
    let least = score_factor * params.number("announce_from", -100.0..=100.0)?;
    Ok(Knowledge {
        rewarding: Rewarding {
            score_factor,
            points: params.one_of("points", &[("team", Points::Team), ("own", Points::Own)])?,
            divisor: params.number("divisor", 1e-3..=1e9)?,
        },
        announcing: params.one_of(
            "announcing",
            &[
                ("positive", AnnouncingRule::AtLeast(least)),
                ("free", AnnouncingRule::Free),
                ("never", AnnouncingRule::Never),
            ],
        )?,
        sampler: params
            .one_of("sampler", &[("uniform", Sampler::Uniform), ("sievers", Sampler::Sievers)])?,
        playouts: PlayoutPolicy::Random,
        quiet: params.yes("quiet")?,
    })
}

/// The knowledge of the thesis's players, whose playouts choose as the rest of an iteration does.
fn players_knowledge(params: &Params<'_>) -> Result<Knowledge, BadInput> {
    let playouts = match selection(params)? {
        (_, MoveChoice::Suggested) => PlayoutPolicy::Safe,
        (_, MoveChoice::First | MoveChoice::Random) => PlayoutPolicy::Random,
    };
    Ok(Knowledge { playouts, ..knowledge(params)? })
}

/// How untried moves are chosen: the first new one of an iteration, and all others.
fn selection(params: &Params<'_>) -> Result<(MoveChoice, MoveChoice), BadInput> {
    params.one_of(
        "selection",
        &[
            ("1", (MoveChoice::First, MoveChoice::Random)),
            ("2", (MoveChoice::Random, MoveChoice::Random)),
            ("3", (MoveChoice::First, MoveChoice::Suggested)),
            ("4", (MoveChoice::Random, MoveChoice::Suggested)),
            ("5", (MoveChoice::Suggested, MoveChoice::Suggested)),
        ],
    )
}

/// The tree that a spec of the thesis's players describes.
fn options(params: &Params<'_>) -> Result<TreeOptions, BadInput> {
    let count =
        params.one_of("formula", &[("correct", Count::Visits), ("wrong", Count::Iterations)])?;
    let (expansion, continuation) = selection(params)?;
    let grow_to_the_end = !params.yes("simulation")?;
    // Where there is no playout, the domain must be asked for its silence move by move.
    let silent = grow_to_the_end && params.yes("quiet")?;
    let continuation = if silent { MoveChoice::Suggested } else { continuation };
    let exploration = params.number("exploration", 0.0..=1e9)?;
    Ok(TreeOptions {
        selection: Selection::Uct { exploration, count },
        expansion,
        continuation,
        grow_to_the_end,
        decision: Decision::Mean,
        ..TreeOptions::uct(exploration)
    })
}

fn ensemble(params: &Params<'_>) -> Result<Maker<Doppelkopf>, BadInput> {
    let worlds = params.count("worlds", 100_000)?;
    let pool = params.one_of("pool", &[("mean", Pooling::Means), ("votes", Pooling::Votes)])?;
    let options = options(params)?;
    let knowledge = players_knowledge(params)?;
    let search = Ensemble {
        pool,
        threads: params.count("threads", 256)?,
        ..Ensemble::new(options, worlds, params.budget()?, knowledge)
    };
    Ok(thinking(ExactEnd::new(search, end(params, knowledge)?)))
}

fn single(params: &Params<'_>) -> Result<Maker<Doppelkopf>, BadInput> {
    let options = options(params)?;
    let knowledge = players_knowledge(params)?;
    let search = IsMcts {
        trees: params.count("trees", 256)?,
        pool: Pooling::Means,
        threads: params.count("threads", 256)?,
        ..IsMcts::with_options(options, params.budget()?, knowledge)
    };
    Ok(thinking(ExactEnd::new(search, end(params, knowledge)?)))
}

const WEIGHTS: Param = param(
    "weights",
    "strong",
    "The network: 'strong', 'fast' (an eighth of its size, taught by it), or a file that kontra-train wrote.",
);
const TEMPERATURE: Param = param(
    "temperature",
    "0",
    "How far apart two answers may be and still be mixed up, in score points; 0: the best one, always.",
);
const LOSS: Param = param(
    "loss",
    "1.5",
    "Answers that are worse than the best one by more score points than this are never given.",
);
const ANNOUNCING_MARGIN: Param = param(
    "announcing",
    "0",
    "By how many score points an announcement must be better than silence.",
);
const SOLO_MARGIN: Param =
    param("solo", "0", "By how many score points a solo must be better than no solo.");
const HIGHEST: Param = param(
    "highest",
    "black",
    "The highest level that is announced: 'none', 'game', 'no90', 'no60', 'no30' or 'black'.",
);

fn network(params: &Params<'_>) -> Result<Maker<Doppelkopf>, BadInput> {
    let points = |name| params.number(name, 0.0..=100.0).map(|x| x as f32);
    let manners = Manners {
        temperature: points("temperature")?,
        loss: points("loss")?,
        announcing: points("announcing")?,
        solo: points("solo")?,
        highest: params.one_of(
            "highest",
            &[
                ("black", Level::Black),
                ("none", Level::Silent),
                ("game", Level::Game),
                ("no90", Level::No90),
                ("no60", Level::No60),
                ("no30", Level::No30),
            ],
        )?,
    };
    let model = Model::named(params.text("weights"))
        .map_err(|why| params.expected("weights=strong, fast or a file of kontra-train", why))?;
    let network = model.network().clone();
    Ok(evaluating(&network, move |rng| NetworkPlayer::new(&model, manners, rng)))
}

fn random_cards(params: &Params<'_>) -> Result<Maker<Doppelkopf>, BadInput> {
    let announces = params.one_of("announces", &[("yes", true), ("no", false)])?;
    Ok(honest(move |rng| RandomCards { announces, rng }))
}

/// What searches know of the game.
pub(super) const KNOWLEDGE: [Param; 6] =
    [SCORE_FACTOR, POINTS, DIVISOR, ANNOUNCING, ANNOUNCE_FROM, QUIET];

/// The choices of the thesis's UCT.
const UCT: [Param; 3] = [FORMULA, SIMULATION, SELECTION];

/// Where worlds come from, how the end is played, and on how many threads.
pub(super) const WORLDS_AND_END: [Param; 4] = [SAMPLER, ENDGAME, SOLVED, THREADS];

impl Playable for Doppelkopf {
    /// Every player deals once (Sievers 2012, 2.2).
    const ROUND: Option<u32> = Some(4);
    const OPPONENT: &'static str = "beginner";

    fn in_parties(_start: &Start) -> bool {
        true
    }
    const PRESETS: &'static [Preset] = presets::PRESETS;

    fn solver() -> Option<AnySolver<Doppelkopf>> {
        Some(AnySolver::new())
    }

    fn agents() -> Vec<AgentKind<Doppelkopf>> {
        let mut agents = common();
        agents.push(AgentKind {
            name: "random-cards",
            about: "Plays every legal card with the same probability and wants no solo and no marriage: the random \
                    player of Sievers 2012.",
            params: const {
                &[param("announces", "no", "Whether it announces at random ('yes') or never ('no').")]
            },
            needs: Needs::Nothing,
            make: random_cards,
        });
        agents.push(AgentKind {
            name: "beginner",
            about: "Knows the rules and a few rules of thumb; announces little, plays no solo it need not.",
            params: &[],
            needs: Needs::Nothing,
            make: |_| Ok(honest(|_| Beginner)),
        });
        agents.push(AgentKind {
            name: "network",
            about: "A network that taught itself by self-play: its first thought, without any search.",
            params: const { &[WEIGHTS, TEMPERATURE, LOSS, ANNOUNCING_MARGIN, SOLO_MARGIN, HIGHEST] },
            needs: Needs::Files(&["weights"]),
            make: network,
        });
        agents.push(super::champion::kind());
        agents.push(AgentKind {
            name: "ensemble-uct",
            about: "Determinized UCT: a tree for each of a few fixed worlds (version 1 of Sievers 2012). \
                    Iterations are for each world.",
            params: const { &joined::<18>(&[&[
                    tree::iterations("100"),
                    MS,
                    tree::worlds("10"),
                    tree::exploration("7000"),
                    param("pool", "mean", "How worlds become one result: their 'mean', or 'votes'."),
                    ], &KNOWLEDGE, &UCT, &WORLDS_AND_END]) },
            needs: Needs::Nothing,
            make: ensemble,
        });
        agents.push(dockhorn::kind());
        agents.push(AgentKind {
            name: "single-uct",
            about: "One tree, another world for each rollout (version 2 of Sievers 2012); several trees \
                    make the ensemble that its outlook proposes.",
            params: const { &joined::<17>(&[&[
                    tree::iterations("1000"),
                    MS,
                    tree::exploration("20000"),
                    param("trees", "1", "Independent trees whose means are averaged."),
                    ], &KNOWLEDGE, &UCT, &WORLDS_AND_END]) },
            needs: Needs::Nothing,
            make: single,
        });
        agents.push(AgentKind {
            name: "so-ismcts",
            about: "Information set tree search with availability counts (Cowling et al. 2012).",
            params: const {
                &joined::<17>(&[
                    &[
                        tree::iterations("1000"),
                        MS,
                        tree::worlds("0"),
                        tree::exploration("7000"),
                        tree::decision("visits"),
                        tree::NODES,
                        tree::TREES,
                    ],
                    &KNOWLEDGE,
                    &WORLDS_AND_END,
                ])
            },
            needs: Needs::Nothing,
            make: |params| {
                let knowledge = knowledge(params)?;
                tree::information_sets(params, knowledge, end(params, knowledge)?)
            },
        });
        agents.push(AgentKind {
            name: "cheating-uct",
            about: "Tree search that sees all cards: a baseline that no honest player reaches.",
            params: const {
                &joined::<14>(&[
                    &[
                        tree::iterations("1000"),
                        MS,
                        tree::exploration("7000"),
                        tree::threshold("0"),
                        tree::decision("visits"),
                        tree::TREES,
                    ],
                    &KNOWLEDGE,
                    &[SAMPLER, THREADS],
                ])
            },
            needs: Needs::Nothing,
            make: |params| tree::cheating(params, knowledge(params)?),
        });
        agents
    }
}
