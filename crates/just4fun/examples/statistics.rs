//! The thesis's statistics beside ours, then the same for more players.
//!
//! `cargo run --release -p kontra-just4fun --example statistics [GAMES] [SEED]`

use kontra_just4fun::statistics::{RandomPlay, compare};
use kontra_just4fun::{Players, Rules};

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse().ok());
    let (games, seed) = (numbers.next().unwrap_or(1_000_000), numbers.next().unwrap_or(1));
    println!("{games} games, seed {seed}\n");
    println!("{:<42} {:<13} {:>9} {:>10}", "", "where", "thesis", "ours");
    let play = RandomPlay::over_combinations(&Rules::default(), seed, 0..games);
    for row in compare(&play) {
        println!("{row}");
    }
    println!();
    for players in Players::ALL {
        let rules = Rules { players, ..Rules::default() };
        let play = RandomPlay::over_combinations(&rules, seed, 0..games / 10);
        println!(
            "{} players: pattern {:.2} %, points {:.2} %, highest field {:.2} %, draw {:.2} %, \
             won by who began {:.2} %, {:.2} turns, {:.3} playable fields, {} hands replaced",
            players.count(),
            play.percent(play.patterns),
            play.percent(play.points),
            play.percent(play.highest_fields),
            play.percent(play.draws),
            play.percent(play.won_by_starter),
            play.mean_turns(),
            play.mean_playable(),
            play.redraws,
        );
    }
}
