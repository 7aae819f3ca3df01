//! How long it takes to solve endgames of Just 4 Fun with open cards, by the number of stones that are left.
//!
//!     cargo run --release -p kontra-agents --example just4fun_endgames -- 7

use kontra_agents::just4fun::OpenCards;
use kontra_game::{Game, Recorded, Seat, Streams, Turn};
use kontra_just4fun::{Just4Fun, Rules};
use kontra_search::expectimax::solver;
use std::time::Instant;

const POSITIONS: usize = 20;

fn main() {
    let most: u8 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(6);
    println!("| stones left | nodes | ms | longest, ms |");
    println!("|---|---|---|---|");
    for left in 1..=most {
        let games = (0..).filter_map(|seed| endgame(seed, left)).take(POSITIONS);
        let (mut nodes, mut sum, mut longest) = (0, 0.0, 0.0f64);
        for game in games {
            let mut star = solver(OpenCards::new(&game, Seat::wrapping(0, 2)), 1 << 20);
            let began = Instant::now();
            star.value(&game, u32::MAX);
            let ms = 1000.0 * began.elapsed().as_secs_f64();
            (nodes, sum, longest) = (nodes + star.counts().nodes(), sum + ms, longest.max(ms));
        }
        let mean = sum / POSITIONS as f64;
        println!("| {left} | {} | {mean:.2} | {longest:.2} |", nodes / POSITIONS as u64);
    }
}

/// A random game up to the decision before this many stones are left, if it gets there.
fn endgame(seed: u64, left: u8) -> Option<Just4Fun> {
    let streams = Streams::new(seed);
    let mut game = Just4Fun::begin(&Just4Fun::deal(&Rules::default(), &mut streams.deal(0)));
    let mut rng = streams.test(0);
    loop {
        let stones: u8 = Seat::all(2).map(|seat| game.table().stones().left(seat)).sum();
        if stones == left && matches!(game.turn(), Turn::Seat(_)) {
            return Some(game);
        }
        let action = game.random_action(&mut rng)?;
        game.play(action);
    }
}
