//! How fast random games and imagined worlds are, on one core.
//!
//! `cargo run --release -p kontra-just4fun --example just4fun_speed [SECONDS]`

use kontra_game::{Determinize, Game, Recorded, SearchRng, Seat, Streams, View};
use kontra_just4fun::{CardChoice, Just4Fun, KeyState, Players, Rules, policy};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let time = Duration::from_secs_f64(seconds);
    for players in Players::ALL {
        let games = deals(&Rules { players, ..Rules::default() });
        let rate = measure(time, &games, |game, rng| game.clone().playout(rng));
        report(&format!("{} players, random fields", players.count()), "games", rate);
    }
    let games = deals(&Rules::default());
    let rate = measure(time, &games, |game, rng| {
        policy::play_combinations(&mut game.clone(), rng);
    });
    report("2 players, random combinations", "games", rate);
    let chosen = deals(&Rules { cards: CardChoice::Player, ..Rules::default() });
    let rate = measure(time, &chosen, |game, rng| game.clone().playout(rng));
    report("2 players, cards as moves", "games", rate);
    let rate = measure(time, &games, |game, rng| {
        let mut game = *game;
        while let Some(action) = game.random_action(rng) {
            game.play(action);
        }
    });
    report("2 players, move by move", "games", rate);
    let views: Vec<_> = games.iter().map(|game| game.view(Seat::wrapping(0, 2))).collect();
    let rate = measure(time, &views, |view, rng| {
        black_box(view.determinize(rng));
    });
    report("2 players, imagined", "worlds", rate);
    let rate = measure(time, &views, |view, _| {
        black_box(view.key_by(KeyState::Board));
    });
    report("2 players, board keys", "keys", rate);
    let rate = measure(time, &views, |view, _| {
        black_box(view.key());
    });
    report("2 players, full keys", "keys", rate);
}

fn deals(rules: &Rules) -> Vec<Just4Fun> {
    let streams = Streams::new(1);
    (0..1000).map(|deal| Just4Fun::begin(&Just4Fun::deal(rules, &mut streams.deal(deal)))).collect()
}

/// How often the work is done in a second: on average, and in the best of many short rounds, which is what the
/// processor can do while nobody else wants it.
fn measure<T>(time: Duration, items: &[T], mut work: impl FnMut(&T, &mut SearchRng)) -> [f64; 2] {
    let mut rng = Streams::new(2).test(0);
    let (start, mut rounds, mut best) = (Instant::now(), 0_u32, Duration::MAX);
    while start.elapsed() < time {
        let round = Instant::now();
        for item in items {
            work(black_box(item), &mut rng);
        }
        best = best.min(round.elapsed());
        rounds += 1;
    }
    [start.elapsed() / rounds, best].map(|round| items.len() as f64 / round.as_secs_f64())
}

fn report(what: &str, unit: &str, [mean, best]: [f64; 2]) {
    let (mean, best) = (mean / 1000.0, best / 1000.0);
    println!("{what:<32} {mean:>7.0} (best {best:>7.0}) thousand {unit} per second");
}
