use super::{Benchmarks, Workload, search};
use kontra_agents::ontop::{OnTopGuide, OnTopPlayouts, test_positions};
use kontra_game::{Game, Recorded, StableHasher, Streams, Turn};
use kontra_ontop::OnTop;
use kontra_search::expectimax::{Algorithm, Settings, Star};
use kontra_search::mcts::{Mcts, TreeOptions};
use kontra_search::{Budget, Limits};
use std::cell::OnceCell;
use std::hash::Hasher;
use std::num::NonZeroUsize;

impl Benchmarks for OnTop {
    fn workloads() -> Vec<Workload> {
        vec![plies(20_000), mcts(10_000), star2(), root_parallel(1), root_parallel(2)]
    }

    const RATIOS: &'static [(&'static str, &'static str)] =
        &[("ontop/root-parallel/2", "ontop/root-parallel/1")];
}

fn opening() -> OnTop {
    let streams = Streams::new(2012);
    let mut game = OnTop::begin(&OnTop::deal(&Default::default(), &mut streams.deal(0)));
    while game.turn() == Turn::Chance {
        let Some(action) = game.random_action(&mut streams.chance(0)) else { break };
        game.play(action);
    }
    game
}

/// Random games, measured in tiles laid.
fn plies(work: u64) -> Workload {
    let run = |work| {
        let streams = Streams::new(2012);
        let (mut deals, mut rng) = (streams.deal(0), streams.test(0));
        let (mut checksum, mut laid) = (StableHasher::default(), 0);
        while laid < work {
            let mut game = OnTop::begin(&OnTop::deal(&Default::default(), &mut deals));
            game.playout(&mut rng);
            laid += u64::from(game.tiles_laid());
            game.payoffs().as_slice().iter().for_each(|p| checksum.write_u64(p.to_bits()));
        }
        checksum.finish()
    };
    Workload { name: "ontop/playout".to_owned(), unit: "plies", work, run: Box::new(run) }
}

/// Tree search from the opening.
fn mcts(work: u64) -> Workload {
    search("ontop/mcts", "playouts", work, |iterations, rng| {
        let budget = Budget::iterations(iterations);
        Mcts::with_domain(TreeOptions::uct(0.7), budget, OnTopPlayouts::default())
            .search_state(&opening(), &Limits::none(), rng)
            .moves
            .iter()
            .map(|entry| (entry.visits, entry.value))
            .collect()
    })
}

/// Two trees of the same size, on one thread or on two.
fn root_parallel(threads: usize) -> Workload {
    let name = format!("ontop/root-parallel/{threads}");
    search(&name, "playouts", 400_000, move |iterations, rng| {
        let budget = Budget::iterations(iterations);
        let one = Mcts::with_domain(TreeOptions::uct(0.7), budget, OnTopPlayouts::default());
        let [trees, threads] = [2, threads].map(|n| NonZeroUsize::new(n).unwrap_or(one.trees));
        let analysis =
            Mcts { trees, threads, ..one }.search_state(&opening(), &Limits::none(), rng);
        analysis.moves.iter().map(|entry| (entry.visits, entry.value)).collect()
    })
}

/// The nodes of all test positions. A number, because counting them takes longer than all other rows need to begin.
const NODES: u64 = 582_107;

/// Star2 as in the thesis to a depth of two chance events.
fn nodes(game: &OnTop) -> u64 {
    let settings = Settings::new(Algorithm::Star2).depth(2);
    Star::new(OnTopGuide::default(), settings).analyze(game).nodes
}

/// Star2 on the thesis's test positions, measured in nodes.
fn star2() -> Workload {
    let games = OnceCell::new();
    let run = move |work| {
        let (mut checksum, mut visited) = (StableHasher::default(), 0);
        let games: &Vec<OnTop> =
            games.get_or_init(|| test_positions().into_iter().map(|p| p.game).collect());
        for game in games.iter().cycle() {
            if visited >= work {
                break;
            }
            visited += nodes(game);
            checksum.write_u64(visited);
        }
        checksum.finish()
    };
    Workload { name: "ontop/star2".to_owned(), unit: "nodes", work: NODES, run: Box::new(run) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_of_star2_are_those_of_all_test_positions() {
        assert_eq!(test_positions().iter().map(|p| nodes(&p.game)).sum::<u64>(), NODES);
    }
}
