//! Run a match: the same deals for everybody, every seating, and intervals over deals.
//!
//!     cargo run --release --example run_a_match

use kontra_agents::Recipe;
use kontra_arena::{Match, Seating};
use kontra_game::BadInput;
use kontra_just4fun::Just4Fun;
use std::num::NonZeroUsize;

fn main() -> Result<(), BadInput> {
    // Agents are named by specs, as on the command line.
    let agent = |spec: &str| Recipe::<Just4Fun>::new(&spec.parse()?);
    let agents = vec![agent("so-ismcts(iterations=50)")?, agent("random")?];
    let the_match = Match::new(Default::default(), agents, 20, Seating::All, 1)?;

    // The table is the same on any number of threads.
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let table = the_match.on_threads(cores).play();

    println!("{} games on {} deals of {}", table.games, table.deals, table.game);
    for row in &table.agents {
        let ci = row.ci95.unwrap_or(f64::NAN);
        println!("{:28} {:+.3} ± {ci:.3}   {:.0} % won", row.spec, row.mean, 100.0 * row.win_rate);
    }
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
