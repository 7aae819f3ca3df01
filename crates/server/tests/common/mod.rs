//! A server on this machine, and clients that talk to it as browsers do.
#![allow(unreachable_pub)]

#[allow(dead_code, reason = "the tests of the command line use more of it")]
mod client;
pub mod elsewhere;
mod live;
mod schema;

pub use client::{Client, Reply};
pub use live::Live;
pub use schema::Schemas;

use kontra_server::{Config, Rate, Server, ServerLimits};
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// Long tests do a part of their work unless everything is asked for.
pub fn size(full: usize) -> usize {
    kontra_game::testkit::size(full.div_ceil(50), full)
}

/// Limits that no test reaches by accident.
pub fn generous() -> ServerLimits {
    ServerLimits {
        requests: Rate::UNLIMITED,
        moves: Rate::UNLIMITED,
        messages: Rate::UNLIMITED,
        per_address: usize::MAX,
        ..ServerLimits::default()
    }
}

/// A free port, nothing on the disk.
pub fn config() -> Config {
    let addr = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    Config { addr, limits: generous(), ..Config::default() }
}

pub fn start() -> Server {
    Server::start(config()).unwrap()
}

/// A folder for one test, removed with it.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder =
            std::env::temp_dir().join(format!("kontra-server-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A table with the tokens of its people, by seat.
#[derive(Clone)]
pub struct Made {
    pub id: String,
    pub tokens: Vec<Option<String>>,
}

impl Made {
    pub fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}{rest}", self.id)
    }

    pub fn token(&self, seat: usize) -> &str {
        self.tokens[seat].as_deref().unwrap()
    }
}

/// Makes a table; `seats` are agents by spec, an empty one is a person. The first person makes the table, the others
/// are invited and sit down.
pub fn make(client: &mut Client, game: &str, seats: &[&str]) -> Made {
    make_with(client, game, seats, json!({}))
}

pub fn make_with(client: &mut Client, game: &str, seats: &[&str], more: Value) -> Made {
    let own = seats.iter().position(|spec| spec.is_empty());
    let seat = |(number, spec): (usize, &&str)| match *spec {
        "" if own == Some(number) => json!({ "person": "Anna" }),
        "" => json!({ "friend": "Anna" }),
        spec => json!({ "agent": spec }),
    };
    let listed: Vec<Value> = seats.iter().enumerate().map(seat).collect();
    let mut order = json!({ "game": game, "seats": listed });
    for (name, value) in more.as_object().unwrap() {
        order[name] = value.clone();
    }
    let made = client.post("/api/tables", None, &order).expect(201);
    let mut tokens = vec![None; seats.len()];
    let mut links = made["links"].as_array().unwrap().clone();
    let id = made["table"].as_str().unwrap().to_owned();
    if let Some(path) = made["invite"].as_str() {
        let body = json!({ "invite": path.rsplit('#').next().unwrap() });
        for _ in 1..seats.iter().filter(|spec| spec.is_empty()).count() {
            links.push(client.post(&format!("/api/tables/{id}/sit"), None, &body).expect(200));
        }
    }
    for link in links {
        let seat = link["seat"].as_u64().unwrap() as usize;
        tokens[seat] = Some(link["token"].as_str().unwrap().to_owned());
    }
    Made { id, tokens }
}

/// The state of a table as a seat sees it.
pub fn state(client: &mut Client, table: &Made, seat: usize) -> Value {
    client.get(&table.path(""), Some(table.token(seat))).expect(200)
}

/// Makes moves for a seat.
pub fn play(client: &mut Client, table: &Made, seat: usize, version: u64, moves: &Value) -> Reply {
    let body = json!({ "version": version, "moves": moves });
    client.post(&table.path("/moves"), Some(table.token(seat)), &body)
}

/// Waits until something holds.
pub fn wait_for<T>(mut test: impl FnMut() -> Option<T>) -> T {
    for _ in 0..6000 {
        if let Some(found) = test() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("waited for a minute");
}

/// Plays a table to its end: every person makes the choice that `choose` picks among this many.
pub fn play_out(
    client: &mut Client,
    table: &Made,
    mut choose: impl FnMut(usize) -> usize,
) -> Value {
    let watch = table.tokens.iter().position(Option::is_some);
    wait_for(|| {
        loop {
            let seen = match watch {
                Some(seat) => state(client, table, seat),
                None => client.get(&table.path(""), None).expect(200),
            };
            if !seen["over"].is_null() {
                return Some(seen);
            }
            let turn = seen["turn"].as_u64().unwrap() as usize;
            table.tokens[turn].as_ref()?;
            let own = state(client, table, turn);
            if own["version"] != seen["version"] {
                continue;
            }
            let choices = own["choices"].as_array().unwrap();
            let choice = &choices[choose(choices.len())];
            play(client, table, turn, own["version"].as_u64().unwrap(), &choice["send"])
                .expect(200);
        }
    })
}

/// Random numbers for a test, from a seed that is printed when it fails.
pub fn dice(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % below.max(1)
    }
}
