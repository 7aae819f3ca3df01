use crate::client::Client;
use crate::live::Live;
use crate::report::{Report, percentiles};
use crate::served::{Served, make, server_percentile};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const PEOPLE: usize = 200;
const SECONDS: u64 = 60;

/// How long a person looks at the table before a move.
const LOOK: Duration = Duration::from_millis(1000);

/// Two hundred tables with a person and three agents each.
pub(crate) fn measure(program: &str, report: &mut Report) {
    let served = Served::start(program);
    let addr = served.addr;
    let over = AtomicBool::new(false);
    let errors = AtomicUsize::new(0);
    let mut answers: Vec<Duration> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..PEOPLE)
            .map(|number| {
                let (over, errors) = (&over, &errors);
                scope.spawn(move || person(addr, number, over, errors))
            })
            .collect();
        std::thread::sleep(Duration::from_secs(SECONDS));
        over.store(true, Ordering::Relaxed);
        threads.into_iter().flat_map(|thread| thread.join().expect("a person")).collect()
    });
    let mut client = Client::new(addr);
    let middle = server_percentile(&mut client, "kontra_move_seconds", 0.5);
    let most = server_percentile(&mut client, "kontra_move_seconds", 0.99);
    let errors = errors.load(Ordering::Relaxed);
    report.load(
        &format!("{PEOPLE} tables with a person and three agents (`medium`) for {SECONDS} s"),
        &[
            ["moves, errors", &format!("{} and {errors}", answers.len()), "no error"],
            [
                "a move answered, server's part, 50 % and 99 %",
                &format!("{middle} and {most}"),
                "99 % below 50 ms",
            ],
            ["the same, seen by the client", &percentiles(&mut answers), ""],
        ],
    );
}

/// Plays game after game as the page does, listening on a live connection and moving by requests; how long each move
/// took to be answered.
fn person(
    addr: SocketAddr,
    number: usize,
    over: &AtomicBool,
    errors: &AtomicUsize,
) -> Vec<Duration> {
    let mut client = Client::new(addr);
    let game = ["doppelkopf", "just4fun", "ontop"][number % 3];
    let agent = json!({ "agent": "medium" });
    let seats = json!([json!({ "person": "" }), agent, agent, agent]);
    // People do not sit down all at the same moment.
    std::thread::sleep(LOOK * (number as u32) / PEOPLE as u32);
    let Some((table, Some(token))) = make(&mut client, game, seats) else {
        errors.fetch_add(1, Ordering::Relaxed);
        return vec![];
    };
    let mut live = Live::hello(addr, &table, Some(&token));
    let mut answers = vec![];
    while !over.load(Ordering::Relaxed) {
        let Ok(seen) = live.hear() else {
            errors.fetch_add(1, Ordering::Relaxed);
            break;
        };
        let Some((what, body)) = answer(&seen, number) else { continue };
        std::thread::sleep(LOOK);
        let at = Instant::now();
        let reply = client.post(&format!("/api/tables/{table}/{what}"), Some(&token), &body);
        answers.push(at.elapsed());
        if reply.status != 200 {
            errors.fetch_add(1, Ordering::Relaxed);
        }
    }
    answers
}

/// What a person does about what is seen: a move, the next game, or nothing.
fn answer(seen: &Value, number: usize) -> Option<(&'static str, Value)> {
    if !seen["over"].is_null() {
        return Some(("next", json!({ "number": seen["number"] })));
    }
    let choices = seen["choices"].as_array().filter(|choices| !choices.is_empty())?;
    if seen["turn"] != 0 {
        return None;
    }
    let version = seen["version"].as_u64()?;
    let choice = &choices[(version as usize * 31 + number) % choices.len()];
    Some(("moves", json!({ "version": version, "moves": choice["send"] })))
}
