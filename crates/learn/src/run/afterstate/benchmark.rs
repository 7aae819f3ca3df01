use super::BenchmarkMatch;
use crate::Trouble;
use kontra_agents::ontop::greedy;
use kontra_agents::ontop::network::PositionNetwork;
use kontra_agents::{AgentSpec, Recipe};
use kontra_arena::{Match, Seating};
use kontra_game::BadInput;
use kontra_ontop::{OnTop, Rules};
use std::num::NonZeroUsize;

/// The share of games that the network alone wins, half of a draw counted as won, and half the width of its interval.
pub(super) fn win_rate(
    wanted: &BenchmarkMatch,
    network: &PositionNetwork,
    seed: u64,
    threads: usize,
) -> Result<(f64, f64), Trouble> {
    let bad = |e: BadInput| Trouble(format!("benchmark: {e}"));
    let learner = Recipe::custom(AgentSpec::new("learner", []), greedy(network));
    let agents = vec![learner, wanted.recipe().map_err(bad)?];
    let contest = Match::<OnTop>::new(Rules::default(), agents, wanted.deals, Seating::All, seed);
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let table = contest.map_err(bad)?.on_threads(threads).play();
    let row = &table.agents[0];
    let half = row.ci95.unwrap_or(f64::NAN) / 2.0;
    Ok(((1.0 + row.mean) / 2.0, half))
}
