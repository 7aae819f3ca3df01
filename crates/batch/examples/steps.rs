//! How many observed steps a second a batch makes on one core.
//!
//!     cargo run --release -p kontra-batch --example steps [GAME]

use kontra_batch::{Buffers, GameBatch, Tensor, random_actions};
use kontra_doppelkopf::Doppelkopf;
use kontra_game::{Encode, Recorded, Streams};
use kontra_just4fun::Just4Fun;
use kontra_ontop::OnTop;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

const GAMES: usize = 4096;

/// Steps in one measurement: some milliseconds, less than a busy machine gives to one program at a time.
const STEPS: usize = 8;

/// Measurements of which the best one counts: it was not interrupted. All games begin together, so the first steps are not
/// measured: they are all of the same kind.
const MEASUREMENTS: usize = 60;
const BEFORE: usize = 300;

/// The time for steps alone, and with choosing at random among the legal actions.
fn measure<G: Recorded + Encode>(tensor: Tensor) {
    let batch = GameBatch::<G>::new(G::Rules::default(), GAMES, 1, NonZeroUsize::MIN, tensor);
    let mut batch = batch.expect("the usual rules can be encoded");
    let mut buffers = Buffers::new(batch.shape());
    batch.reset(&mut buffers.arrays());
    let (mut rng, mut actions) = (Streams::new(1).test(0), vec![0; GAMES]);
    let mut steps = |number: usize| {
        let (mut stepping, begin) = (Duration::ZERO, Instant::now());
        for _ in 0..number {
            random_actions(&buffers.masks, batch.shape().mask, &mut rng, &mut actions);
            let begin = Instant::now();
            batch.step(&actions, &mut buffers.arrays()).expect("legal actions");
            stepping += begin.elapsed();
        }
        (stepping, begin.elapsed())
    };
    steps(BEFORE);
    let times: Vec<(Duration, Duration)> = (0..MEASUREMENTS).map(|_| steps(STEPS)).collect();
    let alone = times.iter().map(|(alone, _)| *alone).min().unwrap_or_default();
    let choosing = times.iter().map(|(_, all)| *all).min().unwrap_or_default();
    let million = (GAMES * STEPS) as f64 / 1e6;
    println!(
        "{:12} {tensor:?}: {:.2} million observed steps a second, {:.2} with choosing",
        G::NAME,
        million / alone.as_secs_f64(),
        million / choosing.as_secs_f64()
    );
}

fn main() {
    let wanted = std::env::args().nth(1);
    let is_wanted = |game: &str| wanted.as_ref().is_none_or(|wanted| wanted == game);
    for tensor in [Tensor::Observation, Tensor::Information] {
        if is_wanted(Doppelkopf::NAME) {
            measure::<Doppelkopf>(tensor);
        }
        if is_wanted(Just4Fun::NAME) {
            measure::<Just4Fun>(tensor);
        }
        if is_wanted(OnTop::NAME) {
            measure::<OnTop>(tensor);
        }
    }
}
