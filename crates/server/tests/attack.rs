//! What an attacker cannot do: take the memory, take all the thinking, name agents where only the operator may.

use crate::common::{Client, config, elsewhere, generous, make, start, wait_for};
use kontra_server::{Agents, Config, Server, ServerLimits};
use serde_json::{Value, json};
use std::num::NonZeroUsize;

/// The most memory that this process ever had, in megabytes; 0 where nobody tells.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}

fn order(game: &str, seats: usize, spec: &str) -> Value {
    json!({ "game": game, "seats": vec![json!({ "agent": spec }); seats] })
}

#[test]
fn agents_that_want_too_much_memory_are_refused_before_they_get_any() {
    let server = start();
    let mut client = Client::new(server.addr());
    let before = most_memory();
    for (game, seats, spec) in [
        ("ontop", 2, "expectimax(table=1000000)"),
        ("ontop", 2, "expectimax(table=100000)"),
        ("ontop", 2, "star2(table=1000000)"),
        ("ontop", 2, "mcts(endgame=9)"),
        ("just4fun", 2, "so-ismcts(ms=10, worlds=1000000)"),
        ("doppelkopf", 4, "ensemble-uct(worlds=100000)"),
    ] {
        let reply = client.post("/api/tables", None, &order(game, seats, spec));
        assert_eq!(reply.refused(400), "bad-request", "{spec}");
        let message = reply.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains("of memory for a decision on a server"), "{message}");
    }
    let grown = most_memory() - before;
    assert!(grown < 100, "{grown} MB");
}

#[test]
fn strangers_choose_strengths_and_no_specs() {
    let server = Server::start(Config { agents: Some(Agents::Named), ..config() }).unwrap();
    let mut client = Client::new(server.addr());
    assert_eq!(client.get("/api/catalog", None).expect(200)["specs"], false);
    for strength in ["easy", "medium", "strong"] {
        client.post("/api/tables", None, &order("just4fun", 2, strength)).expect(201);
    }
    for spec in ["random", "mcts(ms=10000)", "flat(iterations=40)"] {
        let reply = client.post("/api/tables", None, &order("just4fun", 2, spec));
        assert_eq!(reply.refused(400), "bad-request");
        assert!(reply.text().contains("expected one of easy, medium, strong"), "{}", reply.text());
    }
    // Where only this machine can reach the server, its owner may name what they like.
    let server = start();
    let mut client = Client::new(server.addr());
    assert_eq!(client.get("/api/catalog", None).expect(200)["specs"], true);
    client.post("/api/tables", None, &order("just4fun", 2, "random")).expect(201);
}

#[test]
fn an_opponent_answers_while_another_address_has_everything_thought_about_that_it_can() {
    let limits = ServerLimits {
        thinkers: NonZeroUsize::new(2).unwrap(),
        thinkers_of_one: NonZeroUsize::MIN,
        ..generous()
    };
    let server = Server::start(Config { limits, ..config() }).unwrap();
    let mut attacker = Client::new(server.addr());
    let tables: Vec<_> = (0..8)
        .map(|_| make(&mut attacker, "ontop", &["mcts(ms=10000)", "", "mcts(ms=10000)"]))
        .collect();
    let mut honest = Client::over(server.addr(), elsewhere::connect);
    let table = make(&mut honest, "just4fun", &["easy", ""]);
    wait_for(|| {
        let seen = honest.get(&table.path(""), Some(table.token(1))).expect(200);
        (seen["turn"] == 1).then_some(())
    });
    // First come, first served, every one of these would have moved before.
    let mut waits = |table: &crate::common::Made| {
        let seen = attacker.get(&table.path(""), Some(table.token(1))).expect(200);
        seen["turn"] == 0
    };
    let waiting = tables.iter().filter(|table| waits(table)).count();
    assert!(waiting >= 4, "{waiting} of 8 still wait");
}
