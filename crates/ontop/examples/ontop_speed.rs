//! How many plies of random play one core manages in a second: in one go, and move by move as a search does.
//!
//!     cargo run --release -p kontra-ontop --example ontop_speed -- 2000000

use kontra_game::{Game, SearchRng, Streams};
use kontra_ontop::{Board, Lineup, OnTop, Start};
use std::time::Instant;

fn main() {
    let games: u32 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    measure("playouts", games, OnTop::playout);
    measure("move by move", games, |game, rng| {
        while let Some(action) = game.random_action(rng) {
            game.play(action);
        }
    });
    println!("{} bytes for a state", size_of::<OnTop>());
}

fn measure(name: &str, games: u32, play: impl Fn(&mut OnTop, &mut SearchRng)) {
    let start = OnTop::new(&Start::usual(Lineup::Two, Board::default()));
    let mut rng = Streams::new(2009).test(0);
    let (mut plies, mut checksum, began) = (0_u64, 0_u64, Instant::now());
    for _ in 0..games {
        let mut game = start;
        play(&mut game, &mut rng);
        plies += u64::from(game.tiles_laid());
        checksum = checksum.rotate_left(1) ^ game.key();
    }
    let speed = plies as f64 / began.elapsed().as_secs_f64() / 1e6;
    println!(
        "{name}: {speed:.2} million plies per second ({plies} plies, checksum {checksum:016x})"
    );
}
