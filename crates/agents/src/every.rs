//! The kinds of agents that every game has whose hidden part can be imagined.

use crate::tree::{self, MS, THREADS, TREES};
use crate::{AgentKind, Maker, Needs, Param, Params, Playable, common, thinking};
use kontra_game::{BadInput, Game, Open, Streams, View};
use kontra_search::mcts::{
    Count, IsMcts, Mcts, NodeIdentity, PlainMcts, PlainOptions, Puct, PuctOptions, Rollouts,
    RulesOnly, Selection, TreeOptions,
};

/// Random games that are looked at to learn how large payoffs are.
const GAMES: u64 = 100;

/// The exploration constant of a game that nobody has measured it for.
const EXPLORATION: Param = Param {
    name: "exploration",
    default: Some("0.7"),
    about: "The exploration constant, in units of the largest payoff of 100 random games.",
};

const INFORMATION_SETS: &[Param] = &[
    tree::iterations("1000"),
    MS,
    tree::worlds("0"),
    EXPLORATION,
    tree::decision("visits"),
    TREES,
    THREADS,
];

/// All kinds that play a game: its own, and those of [`every`] game that it does not have itself.
pub fn kinds<G: Playable>() -> Vec<AgentKind<G>> {
    let mut kinds = G::agents();
    for kind in every::<G>() {
        if kinds.iter().all(|own| own.name != kind.name) {
            kinds.push(kind);
        }
    }
    kinds
}

/// The kinds of agents that play any game.
pub fn every<G: Playable>() -> Vec<AgentKind<G>> {
    let mut kinds = common();
    kinds.push(AgentKind {
        name: "flat",
        about: "Monte Carlo search without a tree: the same number of random games for every move.",
        params: tree::FLAT,
        needs: Needs::Nothing,
        make: |params| tree::flat(params, RulesOnly),
    });
    kinds.push(AgentKind {
        name: "so-ismcts",
        about: "Information set tree search with UCT and availability counts (Cowling et al. 2012).",
        params: INFORMATION_SETS,
        needs: Needs::Nothing,
        make: |params| information_sets(params, NodeIdentity::History),
    });
    kinds.push(AgentKind {
        name: "mo-ismcts",
        about: "The same with a tree for each seat: nodes are what the seat to move has seen (Cowling et al. 2012).",
        params: INFORMATION_SETS,
        needs: Needs::Nothing,
        make: |params| information_sets(params, NodeIdentity::View),
    });
    kinds.push(AgentKind {
        name: "puct",
        about: "Information set search with PUCT, and playouts in place of a network.",
        params: const {
            &[
                tree::iterations("1000"),
                MS,
                tree::worlds("0"),
                EXPLORATION,
                tree::NODES,
                tree::GUMBEL,
                tree::BATCH,
            ]
        },
        needs: Needs::Nothing,
        make: puct,
    });
    kinds.push(AgentKind {
        name: "cheating-uct",
        about: "Tree search that sees everything: a baseline that no honest player reaches.",
        params: const {
            &[
                tree::iterations("1000"),
                MS,
                EXPLORATION,
                tree::threshold("0"),
                tree::decision("visits"),
                TREES,
                THREADS,
            ]
        },
        needs: Needs::Nothing,
        make: cheating,
    });
    kinds
}

/// The kinds that play any game in which nothing is hidden and whose states are small: the usual ones, and tree search without worlds.
pub(crate) fn open<G>() -> Vec<AgentKind<G>>
where
    G: Playable + Game<View = Open<G>> + PartialEq,
    Open<G>: View<Game = G>,
{
    let mut kinds = every();
    kinds.push(AgentKind {
        name: "mcts",
        about: "Monte Carlo tree search with UCT, with chance nodes where the game has chance.",
        params: const {
            &[tree::iterations("1000"), MS, EXPLORATION, tree::decision("visits"), TREES, THREADS]
        },
        needs: Needs::Nothing,
        make: |params| {
            let (exploration, decision) = (exploration::<G>(params)?, params.decision()?);
            Ok(thinking(PlainMcts {
                options: PlainOptions { exploration, decision },
                trees: params.count("trees", 256)?,
                threads: params.count("threads", 256)?,
                ..PlainMcts::new(exploration, params.budget()?)
            }))
        },
    });
    kinds
}

/// The kinds that play any game, for games whose rules cost next to nothing: the formula of the tree comes from tables.
pub(crate) fn tabulated<G: Playable>() -> Vec<AgentKind<G>> {
    let mut kinds = every();
    for kind in &mut kinds {
        match kind.name {
            "so-ismcts" => kind.make = |params| from_tables(params, NodeIdentity::History),
            "mo-ismcts" => kind.make = |params| from_tables(params, NodeIdentity::View),
            _ => {}
        }
    }
    kinds
}

/// The exploration constant that a spec describes, in payoffs.
fn exploration<G: Playable>(params: &Params<'_>) -> Result<f64, BadInput> {
    Ok(params.number("exploration", 0.0..=1e6)? * largest_payoff::<G>())
}

/// How large payoffs are, in games by the usual rules.
fn largest_payoff<G: Playable>() -> f64 {
    let streams = Streams::new(0);
    let (rules, mut deals, mut rng) = (G::Rules::default(), streams.deal(0), streams.test(0));
    let largest = |_| {
        let mut game = G::begin(&G::deal(&rules, &mut deals));
        game.playout(&mut rng);
        game.payoffs().as_slice().iter().fold(0.0, |most: f64, payoff| most.max(payoff.abs()))
    };
    let most = (0..GAMES).map(largest).fold(0.0, f64::max);
    if most > 0.0 { most } else { 1.0 }
}

fn information_sets<G: Playable>(
    params: &Params<'_>,
    identity: NodeIdentity,
) -> Result<Maker<G>, BadInput> {
    Ok(thinking(information_set_search::<G>(params, identity)?))
}

fn from_tables<G: Playable>(
    params: &Params<'_>,
    identity: NodeIdentity,
) -> Result<Maker<G>, BadInput> {
    let mut search = information_set_search::<G>(params, identity)?;
    search.options.tabulated = true;
    Ok(thinking(search))
}

fn information_set_search<G: Playable>(
    params: &Params<'_>,
    identity: NodeIdentity,
) -> Result<IsMcts, BadInput> {
    let exploration = exploration::<G>(params)?;
    let options = TreeOptions {
        selection: Selection::Uct { exploration, count: Count::Availability },
        decision: params.decision()?,
        identity,
        ..TreeOptions::uct(exploration)
    };
    Ok(IsMcts {
        worlds: params.worlds()?,
        trees: params.count("trees", 256)?,
        threads: params.count("threads", 256)?,
        ..IsMcts::with_options(options, params.budget()?, RulesOnly)
    })
}

fn puct<G: Playable>(params: &Params<'_>) -> Result<Maker<G>, BadInput> {
    let options =
        PuctOptions { count: Count::Availability, ..PuctOptions::new(exploration::<G>(params)?) };
    let options = params.puct(options, largest_payoff::<G>())?;
    let search = Puct {
        worlds: params.worlds()?,
        ..Puct::new(options, params.budget()?, Rollouts(RulesOnly), RulesOnly)
    };
    Ok(thinking(search))
}

fn cheating<G: Playable>(params: &Params<'_>) -> Result<Maker<G>, BadInput> {
    let exploration = exploration::<G>(params)?;
    let options = TreeOptions {
        visit_threshold: params.number("threshold", 0.0..=1000.0)?,
        decision: params.decision()?,
        ..TreeOptions::uct(exploration)
    };
    let search = Mcts {
        trees: params.count("trees", 256)?,
        threads: params.count("threads", 256)?,
        ..Mcts::with_domain(options, params.budget()?, RulesOnly)
    };
    Ok(crate::cheating(search))
}
