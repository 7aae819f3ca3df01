//! Attacks on a real server in a process of its own, and an honest player at another address meanwhile.
//!
//! `cargo xtask bench attack` builds everything and runs it. By hand:
//! `cargo run --release -p kontra-server --example server_attack -- target/release/kontra report.md`
//!
//! It ends with an error if the server took too much memory or an honest player waited too long.

mod attacks;
mod honest;

#[path = "../server_load/report.rs"]
mod report;
#[path = "../server_load/served.rs"]
#[allow(dead_code)]
mod served;

#[path = "../../tests/common/client.rs"]
#[allow(dead_code, unreachable_pub)]
mod client;
#[path = "../../tests/common/elsewhere.rs"]
#[allow(unreachable_pub)]
mod elsewhere;

use client::Client;
use report::{Report, percentile, percentiles};
use served::Served;
use std::time::Duration;

/// The server's memory must stay below this, in megabytes.
const MEMORY: u64 = 500;

/// An opponent with a word for its strength answers within this, in 99 of 100 cases.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long the honest player plays each game.
const EACH_GAME: Duration = Duration::from_secs(20);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [program, file] = args.as_slice() else {
        eprintln!("server_attack: expected the program and the file of the report");
        std::process::exit(2);
    };
    let served = Served::start_with(program, &["--agents", "any"]);
    let mut report = Report::new();
    let mut attacker = Client::new(served.addr);
    let mut honest = Client::over(served.addr, elsewhere::connect);
    let memory = attacks::memory(&mut attacker);
    let after = served.most_memory() / 1024;
    let thinking = attacks::thinking(&mut attacker);
    let mut honest_games = vec![];
    for (game, seats) in honest::GAMES {
        honest_games.push((game, honest::play(&mut honest, game, seats, EACH_GAME)));
    }
    let most = served.most_memory() / 1024;
    report.load(
        &format!("{} tables with agents that ask for much memory, from one address", memory.asked),
        &[
            ["refused; the slowest refusal", &memory.words(), "all, at once"],
            ["the server's memory at its highest", &format!("{after} MB"), "below 500 MB"],
        ],
    );
    let tables = thinking.made;
    report.load(
        &format!("{tables} tables with `mcts(ms=10000)` from one address, and a player at another"),
        &[["the server's memory at its highest", &format!("{most} MB"), "below 500 MB"]],
    );
    // Each game by itself: opponents that answer at once must not hide those that think. No answer at all is too slow too.
    let mut patient = true;
    for (game, mut waits) in honest_games {
        let measured = format!("{} of {} answers", percentiles(&mut waits), waits.len());
        let quantity = format!("{game}: an opponent's answer, 50 % and 99 %");
        report.load("", &[[&quantity, &measured, "99 % within 2 s"]]);
        patient &= percentile(&mut waits, 0.99) <= PATIENCE;
    }
    if let Err(error) = std::fs::write(file, report.text()) {
        eprintln!("{file}: expected a file that can be written, found {error}");
        std::process::exit(2);
    }
    // No figure at all means that there is no server any more.
    let held = most > 0 && most < MEMORY && patient && memory.refused == memory.asked;
    if !held || tables != attacks::TABLES {
        eprintln!("server_attack: expected the server to hold, found that it does not");
        std::process::exit(1);
    }
}
