//! A server that is killed again and again while people play: no acknowledged move is lost.

use crate::served::{Client, Served, folder, make_table};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// People who play at the same time, each at a table.
const PEOPLE: usize = 6;

/// What all of them share.
struct Shared {
    addr: Mutex<SocketAddr>,
    acknowledged: AtomicUsize,
    /// Moves about which nothing was heard, because the server was killed.
    unanswered: AtomicUsize,
    /// Events that were compared with what was acknowledged.
    compared: AtomicUsize,
    over: AtomicBool,
}

impl Shared {
    fn addr(&self) -> SocketAddr {
        *self.addr.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks until there is an answer; `None` when everything is over.
    fn insist(&self, path: &str, token: &str) -> Option<Value> {
        while !self.over.load(Ordering::SeqCst) {
            match Client::new(self.addr()).try_get(path, token) {
                Some(reply) => return Some(reply.expect(200)),
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        }
        None
    }
}

/// What a person was told: the game, and its events.
#[derive(Default)]
struct Told {
    number: u64,
    events: Vec<Value>,
}

impl Told {
    /// Nothing that was told may be missing or be different.
    fn check(&self, seen: &Value, shared: &Shared) {
        let number = seen["number"].as_u64().unwrap();
        assert!(number >= self.number, "game {} is lost", self.number);
        if number == self.number {
            let events = seen["events"].as_array().unwrap();
            assert!(events.len() >= self.events.len(), "{} < {}", events.len(), self.events.len());
            assert_eq!(events[..self.events.len()], self.events[..]);
            shared.compared.fetch_add(self.events.len(), Ordering::SeqCst);
        }
    }

    fn hear(&mut self, seen: &Value) {
        self.number = seen["number"].as_u64().unwrap();
        self.events = seen["events"].as_array().unwrap().clone();
    }
}

/// Plays one game after the other, whatever happens to the server.
fn play(shared: &Shared, path: &str, token: &str) {
    let mut told = Told::default();
    let mut step = 0;
    while let Some(seen) = shared.insist(path, token) {
        told.check(&seen, shared);
        told.hear(&seen);
        let over = !seen["over"].is_null();
        if !over && seen["turn"] != 0 {
            std::thread::sleep(Duration::from_millis(1));
            continue;
        }
        step += 1;
        let (what, body) = if over {
            ("next", json!({ "number": seen["number"] }))
        } else {
            let choices = seen["choices"].as_array().unwrap();
            let send = &choices[step * 7 % choices.len()]["send"];
            (
                "moves",
                json!({ "number": seen["number"], "version": seen["version"], "moves": send }),
            )
        };
        match Client::new(shared.addr()).try_post(&format!("{path}/{what}"), token, &body) {
            Some(reply) => {
                let answer = reply.expect(200);
                shared.acknowledged.fetch_add(1, Ordering::SeqCst);
                // The answer to a move has the events since; together they are what must never be lost.
                if over {
                    told.hear(&answer);
                } else {
                    told.events.extend(answer["events"].as_array().unwrap().iter().cloned());
                }
            }
            None => drop(shared.unanswered.fetch_add(1, Ordering::SeqCst)),
        }
    }
}

#[test]
fn no_acknowledged_move_is_lost_in_many_kills_under_load() {
    let kills = kontra_game::testkit::size(3, 40);
    let folder = folder("kills");
    let store = folder.join("kontra.db");
    let mut served = Served::start(&store);
    let tables: Vec<(String, String)> = (0..PEOPLE)
        .map(|number| {
            let game = if number % 2 == 0 { "ontop" } else { "just4fun" };
            make_table(&mut Client::new(served.addr), game)
        })
        .collect();
    let shared = Shared {
        addr: Mutex::new(served.addr),
        acknowledged: AtomicUsize::new(0),
        unanswered: AtomicUsize::new(0),
        compared: AtomicUsize::new(0),
        over: AtomicBool::new(false),
    };
    std::thread::scope(|scope| {
        let people: Vec<_> = tables
            .iter()
            .map(|(path, token)| {
                let shared = &shared;
                scope.spawn(move || play(shared, path, token))
            })
            .collect();
        for kill in 0..kills {
            // In the middle of it: this many moves later, and never at the same place.
            let until = shared.acknowledged.load(Ordering::SeqCst) + 20 + kill % 7;
            while shared.acknowledged.load(Ordering::SeqCst) < until
                && people.iter().all(|person| !person.is_finished())
            {
                std::thread::sleep(Duration::from_millis(1));
            }
            served.process.kill().unwrap();
            served.process.wait().unwrap();
            served = Served::start(&store);
            *shared.addr.lock().unwrap_or_else(PoisonError::into_inner) = served.addr;
        }
        let until = shared.acknowledged.load(Ordering::SeqCst) + PEOPLE;
        while shared.acknowledged.load(Ordering::SeqCst) < until
            && people.iter().all(|person| !person.is_finished())
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        shared.over.store(true, Ordering::SeqCst);
    });
    let compared = shared.compared.load(Ordering::SeqCst);
    assert!(compared > 100, "{compared}");
    let (path, token) = &tables[0];
    Client::new(served.addr).get(path, Some(token)).expect(200);
    Client::new(served.addr).get("/readyz", None).expect(200);
    drop(served);
    std::fs::remove_dir_all(folder).unwrap();
}
