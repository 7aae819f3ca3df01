//! How fast the arena is, and what it adds to the time of the games.
//!
//! `cargo run --release -p kontra-arena --example arena_speed`
//!
//! Random players show the most games per second, on one thread and on two. For the overhead agents think for 10 ms in
//! every game: everything else (dealing, rules, checks, statistics, waiting for the last game) is what the arena adds.

use kontra_agents::games::Doppelkopf;
use kontra_agents::{Agent, Recipe, honest};
use kontra_arena::{Match, Seating};
use kontra_game::{Actions, Game, History, View};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// How long all seats together think in one game.
const GAME: Duration = Duration::from_millis(10);

/// Plays the first legal move after some time.
struct Busy(Duration);

impl<G: Game> Agent<G> for Busy {
    fn choose(&mut self, view: &G::View, _: History<'_, G>) -> G::Action {
        let begin = Instant::now();
        while begin.elapsed() < self.0 {
            std::hint::spin_loop();
        }
        let mut actions = Actions::new();
        view.actions(&mut actions);
        actions[0]
    }
}

fn match_of(agent: Recipe<Doppelkopf>, deals: u64, threads: usize) -> Match<Doppelkopf> {
    let the_match = Match::new(Default::default(), vec![agent], deals, Seating::Fixed, 1);
    let threads = NonZeroUsize::new(threads).expect("some threads");
    the_match.expect("one agent can take every seat").on_threads(threads)
}

fn busy(decision: Duration) -> Recipe<Doppelkopf> {
    Recipe::custom("busy".parse().expect("a name"), honest(move |_| Busy(decision)))
}

/// Several measurements, of which the best counts: on a machine that does other things too it is the least disturbed.
fn best(rounds: usize, measure: impl Fn() -> f64) -> f64 {
    (0..rounds).map(|_| measure()).fold(f64::INFINITY, f64::min)
}

fn main() {
    for threads in [1, 2] {
        let seconds = best(40, || {
            let random = Recipe::new(&"random".parse().expect("a name")).expect("an agent");
            let table = match_of(random, 20_000, threads).play();
            table.elapsed_s / table.games as f64
        });
        println!("random players, {threads} thread(s): {:.0} games/s", 1.0 / seconds);
    }
    let quick = match_of(busy(Duration::ZERO), 100, 1);
    let games = (0..100).flat_map(|deal| quick.play_deal(deal, false));
    let decisions: u64 = games.flat_map(|game| game.thinking).map(|seat| seat.decisions).sum();
    let decision = GAME * 100 / decisions as u32;
    for threads in [1, 2] {
        let overhead = best(6, || {
            let table = match_of(busy(decision), 200, threads).play();
            threads as f64 * table.elapsed_s / table.thinking_s - 1.0
        });
        println!("games of 10 ms, {threads} thread(s): {:.2} % on top", 100.0 * overhead);
    }
}
