//! How many plies of random play one core manages in a second.
//!
//!     cargo run --release -p kontra-ontop --example speed -- 2000000

use kontra_game::{Game, Recorded, Streams};
use kontra_ontop::{OnTop, Rules};
use std::time::Instant;

fn main() {
    let games: u32 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let streams = Streams::new(2009);
    let start = OnTop::begin(&OnTop::deal(&Rules::default(), &mut streams.deal(0)));
    let mut rng = streams.test(0);
    let (mut plies, mut checksum, began) = (0_u64, 0, Instant::now());
    for _ in 0..games {
        let mut game = start;
        game.playout(&mut rng);
        plies += u64::from(game.tiles_laid());
        checksum = u64::rotate_left(checksum, 1) ^ game.key();
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{games} games, {plies} plies, {:.2} plies a game, checksum {checksum:016x}",
        plies as f64 / f64::from(games)
    );
    println!("{:.2} million plies per second", plies as f64 / seconds / 1e6);
    println!("{} bytes for a state", size_of::<OnTop>());
}
