//! How many observed steps a second a batch makes on one core.
//!
//!     cargo run --release -p kontra-batch --example steps

use kontra_batch::{Buffers, GameBatch, Tensor};
use kontra_doppelkopf::Doppelkopf;
use kontra_game::{Encode, Recorded, Streams, choose};
use kontra_just4fun::Just4Fun;
use kontra_ontop::OnTop;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// The time for steps alone, and with choosing at random among the legal actions.
fn measure<G: Recorded + Encode>(games: usize, steps: usize, tensor: Tensor) {
    let batch = GameBatch::<G>::new(G::Rules::default(), games, 1, NonZeroUsize::MIN, tensor);
    let mut batch = batch.expect("the usual rules can be encoded");
    let mut buffers = Buffers::new(batch.shape());
    batch.reset(&mut buffers.arrays());
    let mut rng = Streams::new(1).test(0);
    let mut actions = vec![0; games];
    let (mut stepping, begin) = (Duration::ZERO, Instant::now());
    for _ in 0..steps {
        for (action, mask) in actions.iter_mut().zip(buffers.masks.chunks(batch.shape().mask)) {
            let legal = mask.iter().filter(|legal| **legal).count() as u32;
            let chosen = choose::below(&mut rng, legal) as usize;
            let mut ids = mask.iter().enumerate().filter(|(_, legal)| **legal);
            *action = ids.nth(chosen).map_or(0, |(id, _)| id as i32);
        }
        let begin = Instant::now();
        batch.step(&actions, &mut buffers.arrays()).expect("legal actions");
        stepping += begin.elapsed();
    }
    let million = (games * steps) as f64 / 1e6;
    println!(
        "{:12} {tensor:?}: {:.2} million observed steps a second, {:.2} with choosing",
        G::NAME,
        million / stepping.as_secs_f64(),
        million / begin.elapsed().as_secs_f64()
    );
}

fn main() {
    for tensor in [Tensor::Observation, Tensor::Information] {
        measure::<Doppelkopf>(4096, 500, tensor);
        measure::<Just4Fun>(4096, 100, tensor);
        measure::<OnTop>(4096, 100, tensor);
    }
}
