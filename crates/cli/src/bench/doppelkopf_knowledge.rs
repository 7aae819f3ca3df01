//! What knowledge of Doppelkopf costs: playouts with safe cards, and solved endgames.

use super::{POOL, Workload};
use kontra_agents::doppelkopf::endgame::EndgameSolver;
use kontra_agents::doppelkopf::play_safely;
use kontra_doppelkopf::{Deal, Doppelkopf, Rules, Start};
use kontra_game::{StableHasher, Streams};
use std::hash::Hasher;

/// Games from the dealt cards to the score, with safe cards where there are some.
pub(super) fn safe_playouts(work: u64) -> Workload {
    let mut dealer = Streams::new(2012).deal(0);
    let deal = |_| Start::single(Rules::default(), Deal::random(&mut dealer));
    let starts: Vec<Start> = (0..POOL).map(deal).collect();
    let run = move |work: u64| {
        let mut rng = Streams::new(2012).test(4);
        let mut checksum = StableHasher::default();
        for start in starts.iter().cycle().take(work as usize) {
            let mut game = Doppelkopf::new(start);
            play_safely(&mut game, &mut rng);
            game.tally().scores().iter().for_each(|&score| checksum.write_i32(score));
        }
        checksum.finish()
    };
    let name = "doppelkopf/safe-playout".to_owned();
    Workload { name, unit: "games", work, run: Box::new(run) }
}

/// The score points of the last five tricks of normal games, each with a fresh solver.
pub(super) fn endgames(work: u64, position: fn(u64, u64) -> Doppelkopf) -> Workload {
    let positions: Vec<Doppelkopf> = (0..POOL as u64).map(|number| position(8, number)).collect();
    let run = move |work: u64| {
        let mut checksum = StableHasher::default();
        for game in positions.iter().cycle().take(work as usize) {
            let score = EndgameSolver::default().difference(game);
            checksum.write_i32(score.unwrap_or(i32::MIN));
        }
        checksum.finish()
    };
    let name = "doppelkopf/endgame/5".to_owned();
    Workload { name, unit: "endgames", work, run: Box::new(run) }
}
