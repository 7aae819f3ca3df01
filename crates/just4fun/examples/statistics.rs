//! The thesis's statistics beside ours.
//!
//! `cargo run --release -p kontra-just4fun --example statistics [GAMES] [SEED]`

use kontra_just4fun::{Rules, statistics};

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse().ok());
    let (games, seed) = (numbers.next().unwrap_or(1_000_000), numbers.next().unwrap_or(1));
    let play = statistics::RandomPlay::over_combinations(&Rules::default(), seed, 0..games);
    println!("{games} games, seed {seed}: {} redraws, {} draws", play.redraws, play.draws);
    for row in statistics::compare(&play) {
        println!("{row}");
    }
}
