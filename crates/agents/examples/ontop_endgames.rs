//! How long it takes to solve endgames of OnTop, by the number of tiles that are left.
//!
//!     cargo run --release -p kontra-agents --example ontop_endgames -- 8

use kontra_agents::ontop::{FeatureWeights, MoveOrder, OnTopGuide, ValueBounds};
use kontra_game::{Game, Seat, Streams, Turn};
use kontra_ontop::{Board, Lineup, OnTop, Start};
use kontra_search::expectimax::{Guide, Payoff, Star, solver};
use std::time::Instant;

const POSITIONS: u64 = 20;

fn main() {
    let most: u32 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(7);
    println!("| tiles left | nodes, by result only | ms | nodes, with order and bounds | ms |");
    println!("|---|---|---|---|---|");
    for tiles in 1..=most {
        let games: Vec<OnTop> =
            (0..).filter_map(|seed| endgame(seed, tiles)).take(POSITIONS as usize).collect();
        let plain = measure(&games, Payoff::new(Seat::wrapping(0, 2), -1.0, 1.0));
        let guide = OnTopGuide::new(FeatureWeights::RESULT, MoveOrder::Gain, ValueBounds::Reach);
        let knowing = measure(&games, guide);
        assert!((plain.2 - knowing.2).abs() < 1e-6, "the same values");
        println!("| {tiles} | {} | {:.2} | {} | {:.2} |", plain.0, plain.1, knowing.0, knowing.1);
    }
}

/// The mean number of nodes and of milliseconds, and the sum of the values.
fn measure<K: Guide<OnTop>>(games: &[OnTop], guide: K) -> (u64, f64, f64) {
    let mut star: Star<OnTop, K> = solver(guide, 1 << 20);
    star.value(&games[0], 1);
    let (mut nodes, mut sum, began) = (0, 0.0, Instant::now());
    for game in games {
        sum += star.value(game, u32::MAX);
        nodes += star.counts().nodes();
    }
    let number = games.len() as f64;
    (nodes / games.len() as u64, 1000.0 * began.elapsed().as_secs_f64() / number, sum)
}

/// A random game up to the decision before this many tiles are left in the bag.
fn endgame(seed: u64, tiles: u32) -> Option<OnTop> {
    let mut rng = Streams::new(34).test(seed);
    let mut game = OnTop::new(&Start::usual(Lineup::Two, Board::default()));
    loop {
        if matches!(game.turn(), Turn::Seat(_)) && game.tiles_left() == tiles {
            return Some(game);
        }
        let action = game.random_action(&mut rng)?;
        game.play(action);
    }
}
