//! How fast the arena is, and what it adds to the time of the games.
//!
//! `cargo run --release -p kontra-arena --example arena_speed`
//!
//! Random players show the most games per second, on one thread and on two. For the overhead an agent thinks for 10 ms
//! in every game, on one thread: everything else (dealing, rules, checks, statistics) is what the arena adds.

use kontra_agents::games::Doppelkopf;
use kontra_agents::{Agent, Recipe, honest};
use kontra_arena::{Match, Seating};
use kontra_game::{Actions, Game, View};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// How long all seats together think in one game.
const GAME: Duration = Duration::from_millis(10);

/// Plays the first legal move after some time.
struct Busy(Duration);

impl<G: Game> Agent<G> for Busy {
    fn choose(&mut self, view: &G::View) -> G::Action {
        let begin = Instant::now();
        while begin.elapsed() < self.0 {
            std::hint::spin_loop();
        }
        let mut actions = Actions::new();
        view.actions(&mut actions);
        actions[0]
    }
}

fn contest(agent: Recipe<Doppelkopf>, deals: u64, threads: usize) -> Match<Doppelkopf> {
    let contest = Match::new(Default::default(), vec![agent], deals, Seating::Fixed, 1);
    let threads = NonZeroUsize::new(threads).expect("some threads");
    contest.expect("one agent can take every seat").on_threads(threads)
}

fn busy(decision: Duration) -> Recipe<Doppelkopf> {
    Recipe::custom("busy".parse().expect("a name"), honest(move |_| Busy(decision)))
}

fn main() {
    for threads in [1, 2] {
        let random = Recipe::new(&"random".parse().expect("a name")).expect("an agent");
        let table = contest(random, 200_000, threads).play();
        let speed = table.games as f64 / table.elapsed_s;
        println!("random players, {threads} thread(s): {speed:.0} games/s");
    }
    let games = contest(busy(Duration::ZERO), 100, 1);
    let decisions: u64 = (0..100)
        .flat_map(|deal| games.play_deal(deal, false))
        .flat_map(|game| game.thinking)
        .map(|seat| seat.decisions)
        .sum();
    let decision = GAME * 100 / decisions as u32;
    for threads in [1, 2] {
        let table = contest(busy(decision), 400, threads).play();
        let game = 1000.0 * table.thinking_s / table.games as f64;
        let overhead = threads as f64 * table.elapsed_s / table.thinking_s - 1.0;
        println!(
            "{game:.2} ms of thinking per game, {threads} thread(s): {:.2} % on top",
            100.0 * overhead
        );
    }
}
