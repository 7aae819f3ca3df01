//! The thesis's figures beside ours, for random players and for players who grab what they can.
//!
//!     cargo run --release -p kontra-ontop --example figures -- 100000

use kontra_game::{Actions, Game, Open, SearchRng, Seat, Streams, Turn, View, choose};
use kontra_ontop::statistics::{Sample, Spread, figures};
use kontra_ontop::{Action, OnTop, Rules};

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let (rules, streams) = (Rules::default(), Streams::new(2009));
    let random = Sample::random(&rules, streams, 0..games);
    let greedy = Sample::of(&rules, streams, 0..games / 10, grab);
    for (players, sample) in [("random", random), ("greedy", greedy)] {
        println!("{} games of {players} players", sample.games());
        for figure in figures(&rules, &sample) {
            println!("  {figure}");
        }
        print_by_ply("branching factor by ply", &sample.branching);
        print_by_ply("chance events by ply", &sample.chances);
        let lengths = sample.lengths.iter().enumerate().filter(|(_, count)| **count > 0);
        let lengths: Vec<String> = lengths.map(|(l, count)| format!("{l}: {count}")).collect();
        println!("  games by length: {}\n", lengths.join(", "));
    }
}

/// Takes the move after which its own final score is furthest ahead of the others', by chance among equals.
fn grab(view: &Open<OnTop>, rng: &mut SearchRng) -> Action {
    let mut actions = Actions::new();
    View::actions(view, &mut actions);
    choose::shuffle(rng, &mut actions);
    let lead = |action: &Action| {
        let mut next: OnTop = **view;
        next.play(*action);
        let score = |seat| next.score(next.colour(seat));
        let others = Seat::all(next.seats()).filter(|&seat| seat != view.seat());
        let lead = score(view.seat()) - others.map(score).max().unwrap_or(0);
        let won = match next.turn() {
            Turn::Over => 1000.0 * next.payoffs()[view.seat()],
            Turn::Seat(_) | Turn::Chance => 0.0,
        };
        f64::from(lead) + won
    };
    let best = actions.into_iter().max_by(|a, b| lead(a).total_cmp(&lead(b)));
    best.expect("a player is asked only when there is a move")
}

fn print_by_ply(name: &str, by_ply: &[Spread]) {
    let text = |spread: &Spread| format!("{:.1}", spread.mean());
    println!("  {name}: {}", by_ply.iter().map(text).collect::<Vec<_>>().join(" "));
}
