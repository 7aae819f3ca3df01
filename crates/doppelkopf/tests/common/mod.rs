//! What several test files need.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of this")]

use kontra_doppelkopf::{Announcing, Deal, Duty, Rules, SeatSet, Start};
use kontra_game::{Seat, choose};
use rand::Rng;

/// How many games a long test plays: its default, or `KONTRA_GAMES` from the environment.
pub fn games(default: u64) -> u64 {
    std::env::var("KONTRA_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A random start: both styles of announcing, any dealer, with and without compulsory solos.
pub fn random_start<R: Rng>(rng: &mut R) -> Start {
    let announcing = if choose::below(rng, 2) == 0 { Announcing::Choose } else { Announcing::Step };
    let dealer = Seat::wrapping(choose::below(rng, 4) as usize, 4);
    let duty = (choose::below(rng, 2) == 0).then(|| {
        let mask = choose::below(rng, 16);
        let open_solos: SeatSet = Seat::all(4).filter(|s| mask >> s.index() & 1 != 0).collect();
        // Every number of games left from the fewest possible, where the solos are forced.
        let spare = choose::below(rng, 4) as u16;
        Duty { games_left: (open_solos.len() as u16 + spare).max(1), open_solos }
    });
    Start { rules: Rules { announcing }, dealer, duty, deal: Deal::random(rng) }
}

/// How a random player leans: his chance of choosing freely, and not the first answer, to a question.
///
/// Uniform answers end in a lust solo with every announcement made; normal games, marriages and late
/// replies need players who mostly say no.
#[derive(Clone, Copy, Debug)]
pub struct Temper {
    per_cent_free: u32,
}

impl Temper {
    pub fn random<R: Rng>(rng: &mut R) -> Temper {
        Temper { per_cent_free: [100, 40, 15, 5][choose::below(rng, 4) as usize] }
    }

    /// Which of `count` answers to give, where the first one says no.
    pub fn choose<R: Rng>(self, rng: &mut R, count: usize, is_card: bool) -> usize {
        if is_card || choose::below(rng, 100) < self.per_cent_free {
            choose::below(rng, count as u32) as usize
        } else {
            0
        }
    }
}

/// How much a test does: `default`, or `everything` when `KONTRA_FULL` is set in the environment.
pub fn full(default: u64, everything: u64) -> u64 {
    if std::env::var_os("KONTRA_FULL").is_some() { everything } else { default }
}
