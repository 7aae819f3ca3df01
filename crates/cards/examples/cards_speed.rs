//! How many worlds a second the sampler gives: `cargo run --release -p kontra-cards --example cards_speed`.

use kontra_cards::{Assignments, Holder};
use kontra_game::Streams;
use std::hint::black_box;
use std::time::Instant;

/// Worlds of one measurement.
const WORLDS: u32 = 1_000_000;

fn main() {
    let suit = |number: u32| 0x1fff_u64 << (13 * number);
    let deck = (1_u64 << 52) - 1;
    let any = Holder::of(13);
    // Hearts: every fourth card is in the own hand. Three cards were passed to the left, the player opposite has no
    // clubs, the one on the right no spades.
    let unseen = (0..52).filter(|card| card % 4 != 1).fold(0, |cards, card| cards | 1_u64 << card);
    let left = Holder { holds: 1 << 0 | 1 << 20 | 1 << 51, ..any };
    let opposite = Holder { may_hold: !suit(0), ..any };
    let right = Holder { may_hold: !suit(3), ..any };
    measure("three hands, nothing known", &Assignments::new(deck >> 13, [any; 3]));
    measure("Hearts, voids and passed cards", &Assignments::new(unseen, [left, opposite, right]));
    let [ten, stock] = [Holder::of(10), Holder::of(9)];
    let voids =
        [Holder { may_hold: !suit(0), ..ten }, Holder { may_hold: !suit(1), ..ten }, ten, stock];
    measure("three hands with voids, and a stock", &Assignments::new(deck >> 13, voids));
}

fn measure<const N: usize>(name: &str, hands: &Assignments<N>) {
    assert!(hands.count() > 0, "{name}: the facts contradict each other");
    let mut rng = Streams::new(1).test(0);
    let begin = Instant::now();
    for _ in 0..WORLDS {
        black_box(hands.sample(&mut rng));
    }
    let speed = f64::from(WORLDS) / begin.elapsed().as_secs_f64();
    println!("{name:40} {:>32} ways {speed:>12.0} worlds a second", hands.count());
}
