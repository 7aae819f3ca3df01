//! Tree searches as agents: their parameters, and how a spec becomes a search.
//!
//! A game lists the kinds it has, each with its parameters and their defaults for that game, and the domain knowledge
//! that goes with them.

use crate::{DecideEnd, ExactEnd, Maker, Param, Params, param, thinking};
use kontra_game::{BadInput, Determinize, Game, Open, View, quote};
use kontra_search::mcts::{
    Count, Decision, Domain, Ensemble, Flat, HistoryOptions, IsMcts, LeafParallel, Mcts,
    NodeIdentity, Pooling, PuctOptions, Selection, TreeOptions, TreeParallel,
};
use kontra_search::{Budget, ReusingBlueprint};
use std::num::NonZeroUsize;
use std::time::Duration;

/// How many iterations, where nothing else limits the search.
pub const fn iterations(default: &'static str) -> Param {
    let about =
        "Iterations for each decision; only a limit of iterations gives the same game every time.";
    Param { name: "iterations", default: Some(default), about }
}

/// A limit of time.
pub const MS: Param =
    param("ms", "0", "Milliseconds for each decision instead of iterations; 0: no limit of time.");

/// The exploration constant.
pub const fn exploration(default: &'static str) -> Param {
    let about = "The exploration constant: how much a move counts that was tried little.";
    Param { name: "exploration", default: Some(default), about }
}

/// The number of determinizations.
pub const fn worlds(default: &'static str) -> Param {
    let about = "Worlds that are imagined for each decision; 0: another one for each iteration.";
    Param { name: "worlds", default: Some(default), about }
}

/// How the move is chosen in the end.
pub const fn decision(default: &'static str) -> Param {
    let about = "The move to play: the most 'visits', the highest 'mean', or the highest mean with caution ('secure').";
    Param { name: "decision", default: Some(default), about }
}

/// The share of children below which moves are chosen at random.
pub const fn threshold(default: &'static str) -> Param {
    let about =
        "Moves are chosen at random until a node has `threshold` × (number of moves) visits.";
    Param { name: "threshold", default: Some(default), about }
}

/// First-play urgency: what a move is worth that was never tried.
pub const FIRST_PLAY: Param = param(
    "first_play",
    "all",
    "What a move is worth that was never tried, where a win is worth 1; 'all': every move is tried once before \
            one is tried again.",
);

/// Independent trees.
pub const TREES: Param =
    param("trees", "1", "Independent trees whose results are added up (root parallelisation).");

/// Threads.
pub const THREADS: Param =
    param("threads", "1", "Threads that grow the trees; the result does not depend on it.");

/// Whether the tree is kept from move to move.
pub const REUSE: Param =
    param("reuse", "no", "Whether the tree is kept from one move to the next: 'yes' or 'no'.");

/// Progressive bias.
pub const BIAS: Param = param(
    "bias",
    "0",
    "How much the history of a move counts in the tree, wherever it was played; 0: not at all.",
);

/// Playouts that follow the history.
pub const GUIDANCE: Param = param(
    "guidance",
    "0",
    "How often playouts play the move with the best history instead of any, from 0 to 1.",
);

/// Leaf parallelisation.
pub const LEAF: Param = param(
    "leaf",
    "1",
    "Playouts at once from each new position, on as many threads as there are (leaf parallelisation).",
);

/// Tree parallelisation.
pub const SHARED: Param = param(
    "shared",
    "1",
    "Threads that grow one tree together (tree parallelisation); unlike with 'threads', more than one are not \
            reproducible.",
);

/// Gumbel selection at the root of a PUCT search.
pub const GUMBEL: Param = param(
    "gumbel",
    "0",
    "Moves that are drawn by their priors at the root and halved by what is found (Gumbel selection, for few \
            iterations); 0: all moves by the formula.",
);

/// Batches of leaves in a PUCT search.
pub const BATCH: Param = param(
    "batch",
    "1",
    "Leaves that are evaluated at once; those still waiting count as lost meanwhile (virtual loss).",
);

/// What makes two positions the same node.
pub const NODES: Param = param(
    "nodes",
    "history",
    "A node is reached by the same decisions ('history'), or looks the same to the seat to move ('view').",
);

impl Params<'_> {
    /// The budget that `iterations` and `ms` describe.
    pub fn budget(&self) -> Result<Budget, BadInput> {
        let iterations = self.integer("iterations", 1..=1_000_000_000)?;
        Ok(match self.integer("ms", 0..=86_400_000)? {
            0 => Budget::iterations(iterations),
            ms => Budget::time(Duration::from_millis(ms)),
        })
    }

    /// A number of things of which there is at least one.
    pub fn count(&self, name: &str, most: u64) -> Result<NonZeroUsize, BadInput> {
        let number = self.integer(name, 1..=most)?;
        Ok(NonZeroUsize::new(number as usize).unwrap_or(NonZeroUsize::MIN))
    }

    /// How many worlds; `None`: another one for each iteration.
    pub fn worlds(&self) -> Result<Option<NonZeroUsize>, BadInput> {
        Ok(NonZeroUsize::new(self.integer("worlds", 0..=1_000_000)? as usize))
    }

    /// How the move is chosen in the end.
    pub fn decision(&self) -> Result<Decision, BadInput> {
        let words = [
            ("visits", Decision::Visits),
            ("mean", Decision::Mean),
            ("secure", Decision::Secure(1.0)),
        ];
        self.one_of("decision", &words)
    }

    /// What an untried move is worth; infinity: all are tried first.
    pub fn first_play(&self) -> Result<f64, BadInput> {
        let text = self.text("first_play");
        let number = || text.parse().ok().filter(|value| (-1000.0..=1000.0).contains(value));
        if text == "all" { Some(f64::INFINITY) } else { number() }.ok_or_else(|| {
            self.expected("all or a number from -1000 to 1000 for first_play", quote(text))
        })
    }

    /// Yes or no.
    pub fn yes(&self, name: &str) -> Result<bool, BadInput> {
        self.one_of(name, &[("yes", true), ("no", false)])
    }

    /// These options with what `nodes`, `gumbel` and `batch` say. Rewards are at most so large.
    pub fn puct(&self, options: PuctOptions, largest: f64) -> Result<PuctOptions, BadInput> {
        let words = [("history", NodeIdentity::History), ("view", NodeIdentity::View)];
        Ok(PuctOptions {
            identity: self.one_of("nodes", &words)?,
            gumbel: NonZeroUsize::new(self.integer("gumbel", 0..=256)? as usize),
            batch: self.count("batch", 4096)?,
            virtual_loss: largest,
            ..options
        })
    }

    fn options(&self, count: Count) -> Result<TreeOptions, BadInput> {
        let exploration = self.number("exploration", 0.0..=1e9)?;
        let selection = Selection::Uct { exploration, count };
        Ok(TreeOptions { selection, decision: self.decision()?, ..TreeOptions::uct(exploration) })
    }
}

/// Parameters of [`flat`].
pub const FLAT: &[Param] = &[iterations("1000"), MS, THREADS];

/// Playouts without a tree.
pub fn flat<G, D>(params: &Params<'_>, domain: D) -> Result<Maker<G>, BadInput>
where
    G: Game<View: Determinize>,
    D: Domain<G> + Clone + 'static,
{
    let search =
        Flat { threads: params.count("threads", 256)?, ..Flat::new(params.budget()?, domain) };
    Ok(thinking(search))
}

/// SO-ISMCTS, and with `nodes=view` MO-ISMCTS: needs iterations, ms, worlds, exploration, decision, nodes, trees, threads.
pub fn information_sets<G, D>(
    params: &Params<'_>,
    domain: D,
    end: impl DecideEnd<G>,
) -> Result<Maker<G>, BadInput>
where
    G: Game<View: Determinize>,
    D: Domain<G> + Clone + 'static,
{
    let words = [("history", NodeIdentity::History), ("view", NodeIdentity::View)];
    let identity = params.one_of("nodes", &words)?;
    let options = TreeOptions { identity, ..params.options(Count::Availability)? };
    let search = IsMcts {
        worlds: params.worlds()?,
        trees: params.count("trees", 256)?,
        threads: params.count("threads", 256)?,
        ..IsMcts::with_options(options, params.budget()?, domain)
    };
    Ok(thinking(ExactEnd::new(search, end)))
}

/// Determinized UCT with a few fixed worlds: needs iterations (for each world), ms, worlds, exploration, decision, threads.
pub fn ensemble<G, D>(params: &Params<'_>, domain: D) -> Result<Maker<G>, BadInput>
where
    G: Game<View: Determinize>,
    D: Domain<G> + Clone + 'static,
{
    let worlds = params.count("worlds", 100_000)?;
    let search = Ensemble {
        pool: Pooling::Means,
        threads: params.count("threads", 256)?,
        ..Ensemble::new(params.options(Count::Visits)?, worlds, params.budget()?, domain)
    };
    Ok(thinking(search))
}

/// Tree search where nothing is hidden: needs iterations, ms, exploration, threshold, first_play, decision, bias, guidance,
/// reuse, leaf, shared, trees, threads.
pub fn mcts<G, D>(
    params: &Params<'_>,
    domain: D,
    end: impl DecideEnd<G>,
) -> Result<Maker<G>, BadInput>
where
    G: Game<View = Open<G>> + PartialEq,
    Open<G>: View<Game = G>,
    D: Domain<G> + Clone + 'static,
{
    let mut search = perfect(params, domain)?;
    search.options.first_play = params.first_play()?;
    let (bias, guidance) =
        (params.number("bias", 0.0..=1e6)?, params.number("guidance", 0.0..=1.0)?);
    let history = bias > 0.0 || guidance > 0.0;
    search.options.history = history.then_some(HistoryOptions { bias, guidance });
    let (playouts, reuse) = (params.count("leaf", 256)?, params.yes("reuse")?);
    let shared = params.count("shared", 256)?;
    if shared.get() > 1 {
        if reuse
            || history
            || playouts.get() > 1
            || search.trees.get() > 1
            || search.threads.get() > 1
        {
            let found =
                format!("shared={shared} with reuse, bias, guidance, leaf, trees or threads");
            return Err(params.expected("tree parallelisation with one plain tree", found));
        }
        let Mcts { options, budget, domain, .. } = search;
        let search = TreeParallel { options, budget, threads: shared, virtual_loss: 1.0, domain };
        return Ok(thinking(ExactEnd::new(search, end)));
    }
    if playouts.get() > 1 {
        if reuse || history || search.trees.get() > 1 {
            let found = format!("leaf={playouts} with reuse, bias, guidance or trees");
            return Err(params.expected("leaf parallelisation with one plain tree", found));
        }
        let Mcts { options, budget, threads, domain, .. } = search;
        let leaf = LeafParallel { options, budget, playouts, threads, domain };
        return Ok(thinking(ExactEnd::new(leaf, end)));
    }
    Ok(if reuse {
        thinking(ExactEnd::new(ReusingBlueprint { mcts: search }, end))
    } else {
        thinking(ExactEnd::new(search, end))
    })
}

/// Tree search that sees all cards: needs iterations, ms, exploration, threshold, decision, trees, threads.
pub fn cheating<G, D>(params: &Params<'_>, domain: D) -> Result<Maker<G>, BadInput>
where
    G: Game,
    D: Domain<G> + Clone + 'static,
{
    Ok(crate::cheating(perfect(params, domain)?))
}

fn perfect<D>(params: &Params<'_>, domain: D) -> Result<Mcts<D>, BadInput> {
    let visit_threshold = params.number("threshold", 0.0..=1000.0)?;
    let options = TreeOptions { visit_threshold, ..params.options(Count::Visits)? };
    Ok(Mcts {
        trees: params.count("trees", 256)?,
        threads: params.count("threads", 256)?,
        ..Mcts::with_domain(options, params.budget()?, domain)
    })
}

#[cfg(test)]
mod tests {
    use crate::games::{Just4Fun, OnTop};
    use crate::{AgentSpec, Playable, Player, Recipe};
    use kontra_game::{Game, History, Recorded, Streams, Turn};
    use kontra_search::Analysis;

    /// What this agent says about the first decision of a game.
    fn analysis<G: Playable>(spec: &str) -> Analysis<G::Action> {
        let streams = Streams::new(5);
        let mut game = G::begin(&G::deal(&Default::default(), &mut streams.deal(0)));
        let mut chance = streams.chance(0);
        while !matches!(game.turn(), Turn::Seat(_)) {
            game.play(game.random_action(&mut chance).expect("not over yet"));
        }
        analysis_of(&game, spec)
    }

    /// What this agent says about the decision of the seat to move.
    fn analysis_of<G: Playable>(game: &G, spec: &str) -> Analysis<G::Action> {
        let Turn::Seat(seat) = game.turn() else { panic!("nobody decides here") };
        let streams = Streams::new(5);
        let recipe = Recipe::<G>::new(&spec.parse::<AgentSpec>().unwrap()).unwrap();
        let Player::Honest(mut agent) = recipe.player(streams.agent(0, 0, seat)) else {
            panic!("{spec} is honest")
        };
        agent.analyze(&game.view(seat), History::unknown(seat)).unwrap().timeless()
    }

    fn tried<A>(analysis: &Analysis<A>) -> usize {
        analysis.moves.iter().filter(|entry| entry.visits > 0).count()
    }

    #[test]
    fn an_untried_move_is_worth_what_first_play_says() {
        let first = |first_play: &str, exploration: &str| {
            analysis::<OnTop>(&format!(
                "mcts(iterations=200, exploration={exploration}, first_play={first_play})"
            ))
        };
        let all = analysis::<OnTop>("mcts(iterations=200, exploration=0.5)");
        let count = all.moves.len();
        assert!(count > 20 && tried(&all) == count, "{all:?}");
        assert_eq!(all, first("all", "0.5"), "the default");
        // Without exploration nothing is worth more than a win, and a tie goes to the untried move.
        assert_eq!(first("1", "0"), first("all", "0"));
        assert_eq!(tried(&first("-1.5", "0")), 1, "no move is so bad that another one is tried");
        // What was tried is worth more than a win while it was tried little, and more so with more exploration.
        let [few, more] = [tried(&first("1", "3")), tried(&first("1", "1"))];
        assert!(1 < few && few < more && more <= count, "{few} and {more} of {count}");
        // Below the threshold moves are tried at random, whatever they are worth.
        let random = "mcts(iterations=200, exploration=3, first_play=1, threshold=1)";
        assert!(tried(&analysis::<OnTop>(random)) > 2 * few);
    }

    #[test]
    fn a_won_position_is_not_searched_for_another_win() {
        // The first position of random games that is won whatever is played, with more than three moves.
        let won = (0..100).find_map(|number| {
            let (streams, mut rng) = (Streams::new(3), Streams::new(3).test(number));
            let start = OnTop::deal(&Default::default(), &mut streams.deal(number));
            let mut game = OnTop::begin(&start);
            while let Some(action) = game.random_action(&mut rng) {
                if matches!(game.turn(), Turn::Seat(_)) {
                    let all = analysis_of(&game, "mcts(iterations=200, exploration=0.1)");
                    let wins = all.moves.iter().filter(|entry| entry.value == 1.0).count();
                    if wins == all.moves.len() && wins > 3 {
                        return Some(game);
                    }
                }
                game.play(action);
            }
            None
        });
        let won = won.expect("such a position");
        let spec = "mcts(iterations=200, exploration=0.1, first_play=1)";
        // After one visit its bonus is zero, and the tie goes to a second move; from then on both are worth more than a win.
        assert_eq!(tried(&analysis_of(&won, spec)), 2);
    }

    #[test]
    fn first_play_is_all_or_a_number() {
        for wrong in ["some", "inf", "NaN", "1e9", ""] {
            let spec = AgentSpec::new("mcts", [("first_play", wrong)]);
            let complaint = Recipe::<OnTop>::new(&spec).unwrap_err().to_string();
            let expected = format!(
                "expected all or a number from -1000 to 1000 for first_play, found '{wrong}'"
            );
            assert!(complaint.ends_with(&expected), "{complaint}");
        }
    }

    #[test]
    fn gumbel_selection_considers_a_number_of_moves() {
        let plain = analysis::<Just4Fun>("puct(iterations=60)");
        let few = analysis::<Just4Fun>("puct(iterations=60, gumbel=3)");
        assert!(tried(&plain) > 3, "{plain:?}");
        assert_eq!((tried(&few), few.iterations), (3, 60), "{few:?}");
        assert_eq!(
            few,
            analysis::<Just4Fun>("puct(iterations=60, gumbel=3)"),
            "the same every time"
        );
    }

    #[test]
    fn batches_change_the_order_of_evaluations_and_not_their_number() {
        let one = analysis::<Just4Fun>("puct(iterations=100, batch=1)");
        let many = analysis::<Just4Fun>("puct(iterations=100, batch=16)");
        assert_eq!(one, analysis::<Just4Fun>("puct(iterations=100)"));
        assert_eq!(many, analysis::<Just4Fun>("puct(iterations=100, batch=16)"));
        assert_ne!(one.moves, many.moves);
        assert_eq!((one.iterations, many.iterations), (100, 100));
    }

    #[test]
    fn threads_that_share_a_tree_share_its_iterations() {
        let alone = analysis::<OnTop>("mcts(iterations=200)");
        assert_eq!(alone, analysis::<OnTop>("mcts(iterations=200, shared=1)"));
        let shared = analysis::<OnTop>("mcts(iterations=200, shared=3)");
        assert_eq!(shared.iterations, 200);
        assert_eq!(shared.moves.iter().map(|entry| entry.visits).sum::<u64>(), 200);
    }

    #[test]
    fn a_shared_tree_is_one_plain_tree() {
        for other in ["reuse=yes", "bias=1", "leaf=2", "trees=2", "threads=2"] {
            let spec = format!("mcts(shared=2, {other})").parse::<AgentSpec>().unwrap();
            let complaint = Recipe::<OnTop>::new(&spec).unwrap_err().to_string();
            assert!(complaint.contains("tree parallelisation with one plain tree"), "{complaint}");
        }
    }
}
