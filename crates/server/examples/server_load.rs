//! Load on a real server in a process of its own: many tables of agents, many people, many idle tables.
//!
//! `cargo xtask bench server` builds everything and runs it. By hand:
//! `cargo run --release -p kontra-server --example server_load -- target/release/kontra report.md`

#[path = "../tests/common/client.rs"]
#[allow(dead_code, unreachable_pub)]
mod client;

use client::Client;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const AGENT_TABLES: usize = 1000;
const PEOPLE: usize = 200;
const PEOPLE_SECONDS: u64 = 60;
const IDLE_TABLES: usize = 2000;

/// How long a person looks at the table before a move.
const LOOK: Duration = Duration::from_millis(1000);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [program, report] = args.as_slice() else {
        eprintln!("server_load: expected the program and the file of the report");
        std::process::exit(2);
    };
    let mut text = head();
    text += &agents(program);
    text += &people(program);
    text += &idle(program);
    print!("{text}");
    std::fs::write(report, text).expect("the report can be written");
}

fn head() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!(
        "Measured on {cores} cores that the server, its agents and the simulated clients share, with the store on a disk \
         and every move on it before it was acknowledged.\n\n| load | quantity | measured |\n|---|---|---|\n"
    )
}

/// A server in a process of its own, with a store that is removed with it.
struct Served {
    process: Child,
    addr: SocketAddr,
    folder: std::path::PathBuf,
}

impl Served {
    fn start(program: &str) -> Served {
        let folder = std::env::temp_dir().join(format!("kontra-load-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let mut process = Command::new(program)
            .args([
                "serve",
                "--addr",
                "127.0.0.1:0",
                "--no-open",
                "--requests-per-second",
                "0",
                "--store",
            ])
            .arg(folder.join("kontra.db"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("it has an output");
        BufReader::new(stdout).read_line(&mut line).expect("it says where it is");
        let addr = line.trim().strip_prefix("Kontra is at http://").expect("an address");
        let addr = addr.trim_end_matches('/').parse().expect("an address");
        Served { process, addr, folder }
    }

    /// Memory in use, in kilobytes.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn make(client: &mut Client, game: &str, seats: Value) -> Option<(String, Option<String>)> {
    let reply = client.post("/api/tables", None, &json!({ "game": game, "seats": seats }));
    (reply.status == 201).then(|| {
        let made = reply.json();
        let token = made["links"][0]["token"].as_str().map(str::to_owned);
        (made["table"].as_str().unwrap_or_default().to_owned(), token)
    })
}

/// A number among the metrics.
fn metric(client: &mut Client, name: &str) -> f64 {
    let text = client.get("/metrics", None).text();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.and_then(|number| number.parse().ok()).unwrap_or(f64::NAN)
}

/// What a share of all durations stays below, in milliseconds.
fn percentile(sorted: &[Duration], share: f64) -> f64 {
    let index = (sorted.len() as f64 * share) as usize;
    sorted
        .get(index.min(sorted.len().saturating_sub(1)))
        .map_or(f64::NAN, |d| d.as_secs_f64() * 1000.0)
}

/// The smallest class of a histogram of the server that holds a share of all.
fn server_percentile(client: &mut Client, name: &str, share: f64) -> String {
    let text = client.get("/metrics", None).text();
    let count = metric(client, &format!("{name}_count"));
    let prefix = format!("{name}_bucket{{le=\"");
    for line in text.lines() {
        if let Some((bound, number)) =
            line.strip_prefix(&prefix).and_then(|rest| rest.split_once("\"} "))
            && number.parse::<f64>().unwrap_or(0.0) >= share * count
        {
            let ms = bound.parse::<f64>().map_or(f64::INFINITY, |seconds| seconds * 1000.0);
            return format!("at most {ms} ms");
        }
    }
    "more than 5000 ms".to_owned()
}

/// A thousand tables with four agents each, all at once.
fn agents(program: &str) -> String {
    let served = Served::start(program);
    let mut client = Client::new(served.addr);
    let begun = Instant::now();
    let four =
        json!([{ "agent": "easy" }, { "agent": "easy" }, { "agent": "easy" }, { "agent": "easy" }]);
    let made: Vec<_> =
        (0..AGENT_TABLES).filter_map(|_| make(&mut client, "doppelkopf", four.clone())).collect();
    let mut looks = vec![];
    loop {
        let at = Instant::now();
        let reply = client.get(&format!("/api/tables/{}", made[looks.len() % made.len()].0), None);
        looks.push(at.elapsed());
        assert_eq!(reply.status, 200, "{}", reply.text());
        if metric(&mut client, "kontra_games_finished_total") >= made.len() as f64 {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    looks.sort_unstable();
    let seconds = begun.elapsed().as_secs_f64();
    let decisions = metric(&mut client, "kontra_decisions_total");
    let errors = metric(&mut client, "kontra_http_answers_total{class=\"5xx\"}")
        + (AGENT_TABLES - made.len()) as f64;
    let load = format!("{AGENT_TABLES} tables with four agents (`easy`)");
    let mut text = String::new();
    let _ = writeln!(text, "| {load} | games finished, errors | {} and {errors} |", made.len());
    let _ = writeln!(
        text,
        "| | until the last one was over | {seconds:.1} s, {:.0} decisions a second |",
        decisions / seconds
    );
    let _ = writeln!(
        text,
        "| | looking at a table meanwhile, 50 % and 99 % | {:.1} ms and {:.1} ms |",
        percentile(&looks, 0.5),
        percentile(&looks, 0.99)
    );
    text
}

/// Two hundred tables with a person and three agents each.
fn people(program: &str) -> String {
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
        std::thread::sleep(Duration::from_secs(PEOPLE_SECONDS));
        over.store(true, Ordering::Relaxed);
        threads.into_iter().flat_map(|thread| thread.join().expect("a person")).collect()
    });
    answers.sort_unstable();
    let mut client = Client::new(addr);
    let errors = errors.load(Ordering::Relaxed);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "| {PEOPLE} tables with a person and three agents (`medium`) for {PEOPLE_SECONDS} s | moves, errors | {} and {errors} |",
        answers.len()
    );
    let _ = writeln!(
        text,
        "| | a move answered, server's part, 50 % and 99 % | {} and {} |",
        server_percentile(&mut client, "kontra_move_seconds", 0.5),
        server_percentile(&mut client, "kontra_move_seconds", 0.99)
    );
    let _ = writeln!(
        text,
        "| | the same, seen by the client | {:.1} ms and {:.1} ms |",
        percentile(&answers, 0.5),
        percentile(&answers, 0.99)
    );
    text
}

/// Plays game after game; how long each move took to be answered.
fn person(
    addr: SocketAddr,
    number: usize,
    over: &AtomicBool,
    errors: &AtomicUsize,
) -> Vec<Duration> {
    let mut client = Client::new(addr);
    let (game, seats) = match number % 3 {
        0 => (
            "doppelkopf",
            json!([{ "person": "" }, { "agent": "medium" }, { "agent": "medium" }, { "agent": "medium" }]),
        ),
        1 => (
            "just4fun",
            json!([{ "person": "" }, { "agent": "medium" }, { "agent": "medium" }, { "agent": "medium" }]),
        ),
        _ => (
            "ontop",
            json!([{ "person": "" }, { "agent": "medium" }, { "agent": "medium" }, { "agent": "medium" }]),
        ),
    };
    // People do not sit down all at the same moment.
    std::thread::sleep(LOOK * (number as u32) / PEOPLE as u32);
    let Some((table, Some(token))) = make(&mut client, game, seats) else {
        errors.fetch_add(1, Ordering::Relaxed);
        return vec![];
    };
    let (path, token) = (format!("/api/tables/{table}"), Some(token));
    let mut answers = vec![];
    while !over.load(Ordering::Relaxed) {
        std::thread::sleep(LOOK);
        let reply = client.get(&path, token.as_deref());
        if reply.status != 200 {
            errors.fetch_add(1, Ordering::Relaxed);
            continue;
        }
        let seen = reply.json();
        let (target, body) = if !seen["over"].is_null() {
            (format!("{path}/next"), json!({ "number": seen["number"] }))
        } else if seen["turn"] == 0 {
            let choices = seen["choices"].as_array().map_or(0, Vec::len);
            let version = seen["version"].as_u64().unwrap_or(0);
            let choice = (version as usize * 31 + number) % choices.max(1);
            (
                format!("{path}/moves"),
                json!({ "version": version, "moves": seen["choices"][choice]["send"] }),
            )
        } else {
            continue;
        };
        let at = Instant::now();
        let reply = client.post(&target, token.as_deref(), &body);
        answers.push(at.elapsed());
        if reply.status != 200 {
            errors.fetch_add(1, Ordering::Relaxed);
        }
    }
    answers
}

/// Many tables at which nobody does anything.
fn idle(program: &str) -> String {
    let served = Served::start(program);
    let mut client = Client::new(served.addr);
    let two = json!([{ "person": "Anna" }, { "person": "Bernd" }]);
    let four = json!([{ "person": "" }, { "person": "" }, { "person": "" }, { "person": "" }]);
    // What grows once and for all is not a table's.
    (0..50).for_each(|_| drop(make(&mut client, "doppelkopf", four.clone())));
    let before = served.memory();
    for number in 0..IDLE_TABLES {
        let (game, seats) =
            [("doppelkopf", &four), ("just4fun", &two), ("ontop", &two)][number % 3];
        make(&mut client, game, seats.clone()).expect("a table");
    }
    let each = (served.memory().saturating_sub(before)) as f64 / IDLE_TABLES as f64;
    format!("| {IDLE_TABLES} idle tables in memory | memory of each | {each:.1} KB |\n")
}
