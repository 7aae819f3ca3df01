//! How long endgames take: `cargo run --release -p kontra-agents --example endgame -- TRICKS... [--positions N]`.
//!
//! Positions come from random play with some announcements, each solved by a fresh solver. The best of three times
//! counts: on a machine that does other things too it is the one least disturbed.

// The tests need more of it.
#[allow(dead_code)]
#[path = "../tests/common/mod.rs"]
mod common;

use common::random_position;
use kontra_agents::doppelkopf::endgame::EndgameSolver;
use kontra_doppelkopf::{Doppelkopf, GameType};
use kontra_game::Streams;
use std::time::{Duration, Instant};

/// One row of the table: the mean time and number of nodes, and the longest time.
struct Row {
    total: Duration,
    nodes: u64,
    longest: Duration,
    sum: i32,
}

/// How often every position is solved.
const ROUNDS: u32 = 3;

fn measure(games: &[Doppelkopf], solve: fn(&mut EndgameSolver, &Doppelkopf) -> i32) -> Row {
    let mut row = Row { total: Duration::ZERO, nodes: 0, longest: Duration::ZERO, sum: 0 };
    for game in games {
        let mut best = Duration::MAX;
        for round in 0..ROUNDS {
            let begun = Instant::now();
            let mut solver = EndgameSolver::new(1 << 22);
            let value = solve(&mut solver, game);
            best = best.min(begun.elapsed());
            if round == 0 {
                row.sum += value;
                row.nodes += solver.nodes();
            }
        }
        row.total += best;
        row.longest = row.longest.max(best);
    }
    row
}

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let is_count = std::env::args().any(|arg| arg == "--positions");
    let (positions, tricks) = match numbers.split_last() {
        Some((&positions, tricks)) if is_count => (positions as u64, tricks),
        _ => (200, numbers.as_slice()),
    };
    println!("| tricks | game | value | mean ms | longest ms | mean nodes | checksum |");
    println!("|---|---|---|---|---|---|---|");
    for &left in tricks {
        for (name, kinds) in [("normal", &GameType::ALL[..1]), ("others", &GameType::ALL[1..])] {
            let games: Vec<Doppelkopf> = (0..positions)
                .map(|number| {
                    let kind = kinds[number as usize % kinds.len()];
                    random_position(kind, left, 0, 10, &mut Streams::new(5).test(number))
                })
                .collect();
            type Solve = fn(&mut EndgameSolver, &Doppelkopf) -> i32;
            let solves: [(&str, Solve); 2] = [
                ("card points", |solver, game| solver.card_points(game).unwrap_or(0)),
                ("score points", |solver, game| solver.difference(game).unwrap_or(0)),
            ];
            for (value, solve) in solves {
                let row = measure(&games, solve);
                println!(
                    "| {left} | {name} | {value} | {:.3} | {:.3} | {} | {} |",
                    row.total.as_secs_f64() * 1e3 / positions as f64,
                    row.longest.as_secs_f64() * 1e3,
                    row.nodes / positions,
                    row.sum,
                );
            }
        }
    }
}
