//! Programs of the operator at tables: they are asked, and what they do wrong holds up nobody.
#![cfg(unix)]

use crate::common::{Client, config, dice, make, make_with, play_out, state, wait_for};
use kontra_server::{Config, LocalProgram, Server, ServerLimits};
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

/// Says hello, and then does this.
fn after_hello(name: &str, then: &str) -> LocalProgram {
    let hello = r#"read line; printf "{\"id\":0,\"kontra\":2}\n""#;
    LocalProgram::parse(&format!("{name}=sh -c '{hello}; {then}'")).unwrap()
}

/// Long enough for any program that answers at all, on any machine.
const AMPLE: Duration = Duration::from_secs(600);

fn with(programs: Vec<LocalProgram>, thinking: Duration) -> Server {
    let config = config();
    let limits = ServerLimits { thinking, ..config.limits.clone() };
    Server::start(Config { programs, limits, ..config }).unwrap()
}

/// Plays a game against this program to its end, which another agent plays in its place; the reason that people were given.
fn trouble_with(program: LocalProgram, thinking: Duration) -> String {
    let name = program.name().to_owned();
    let server = with(vec![program], thinking);
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", &name]);
    let seen = play_out(&mut client, &table, dice(3));
    assert_eq!(seen["over"]["payoffs"].as_array().unwrap().len(), 2);
    let seat = &seen["seats"][1];
    assert_eq!(
        (&seat["name"], &seat["spec"]),
        (&json!(name), &json!(format!("program(name={name})")))
    );
    seat["trouble"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_program_that_hangs_holds_up_nobody() {
    let hangs = after_hello("hangs", "sleep 1000");
    let trouble = trouble_with(hangs, Duration::from_millis(300));
    assert_eq!(trouble, "did not answer within 0.3 s");
}

#[test]
fn a_program_that_ends_or_talks_nonsense_is_replaced() {
    let ended = trouble_with(after_hello("ends", "echo no such model >&2; exit 3"), AMPLE);
    assert_eq!(ended, "ended (exit status: 3), its last words were 'no such model'");
    let talks = after_hello("talks", "while read line; do echo queen; done");
    let nonsense = trouble_with(talks, AMPLE);
    assert_eq!(nonsense, "answered 'queen', expected an object in JSON");
    let none = trouble_with(LocalProgram::parse("none=no-such-program").unwrap(), AMPLE);
    assert!(none.starts_with("could not be started: No such file"), "{none}");
}

/// What is wrong in one game is forgotten in the next, and the program is asked again.
#[test]
fn a_program_gets_another_chance_in_the_next_game() {
    let server = with(vec![after_hello("ends", "exit 3")], AMPLE);
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "tic-tac-toe", &["ends", ""]);
    let seen = play_out(&mut client, &table, dice(1));
    assert_eq!(seen["seats"][0]["trouble"], "ended (exit status: 3)");
    let before = seen["number"].clone();
    let next =
        client.post(&table.path("/next"), Some(table.token(1)), &json!({ "number": before }));
    assert_eq!(next.expect(200)["seats"][0]["trouble"], Value::Null);
    wait_for(|| {
        let seen = state(&mut client, &table, 1);
        (seen["seats"][0]["trouble"] == "ended (exit status: 3)").then_some(())
    });
}

#[test]
fn the_list_of_agents_names_the_programs_and_nobody_brings_their_own() {
    let server = with(vec![after_hello("mine", "sleep 1")], AMPLE);
    let mut client = Client::new(server.addr());
    let catalog = client.get("/api/catalog", None).expect(200);
    assert_eq!(catalog["programs"], json!(["mine"]));
    for (spec, sentence) in [
        (
            "external(cmd=sh)",
            "expected an agent that reads no files and starts no programs, found one that does",
        ),
        (
            "program(name=yours)",
            "expected a program that the server was started with (kontra serve --external), found \
             'yours'",
        ),
        ("yours", "expected an agent that plays ontop"),
    ] {
        let order = json!({ "game": "ontop", "seats": [{ "agent": spec }, { "agent": "random" }] });
        let reply = client.post("/api/tables", None, &order);
        let message = reply.expect(400)["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(sentence), "{message}");
    }
    let plain = Server::start(config()).unwrap();
    let mut client = Client::new(plain.addr());
    assert_eq!(client.get("/api/catalog", None).expect(200)["programs"], json!([]));
}

#[test]
fn programs_are_for_servers_that_only_this_machine_can_reach() {
    let programs = vec![after_hello("mine", "exit")];
    let everywhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
    let far = Config { addr: everywhere, programs: programs.clone(), ..config() };
    let behind = Config { proxy: true, programs, ..config() };
    for config in [far, behind] {
        let addr = config.addr;
        let error = Server::start(config).unwrap_err().to_string();
        let expected = "expected an address that only this machine can reach, and no proxy";
        assert_eq!(error, format!("--external: {expected}, found {addr}"));
    }
}

/// A program that breaks is no reason to wait at other tables.
#[test]
fn other_tables_go_on_meanwhile() {
    // It ends with the test, and by then it was not too late for it.
    let hangs = after_hello("hangs", "while read line; do :; done");
    let server = with(vec![hangs], Duration::from_secs(600));
    let mut client = Client::new(server.addr());
    let stuck = make(&mut client, "ontop", &["hangs", ""]);
    let other = make_with(&mut client, "just4fun", &["random", "random"], json!({}));
    wait_for(|| {
        let seen = client.get(&other.path(""), None).expect(200);
        (!seen["over"].is_null()).then_some(())
    });
    let seen = state(&mut client, &stuck, 1);
    assert_eq!(seen["seats"][0]["trouble"], Value::Null, "it may still answer");
}

/// Only few programs are asked at the same time. A table that lets people look at a move is not one of those that wait for it.
#[test]
fn a_table_that_waits_for_its_pace_keeps_no_program_from_being_asked() {
    let first_move = r#"n=0; while read line; do case $line in *\"id\"*) n=$((n+1)); printf "{\"id\":%d,\"index\":0}\n" $n;; esac; done"#;
    let config = config();
    let programs = vec![after_hello("first", first_move)];
    let limits = ServerLimits { thinking: AMPLE, ..config.limits.clone() };
    let pace = Duration::from_secs(600);
    let server = Server::start(Config { programs, limits, pace, ..config }).unwrap();
    let mut client = Client::new(server.addr());
    let slow: Vec<_> = (0..12).map(|_| make(&mut client, "tic-tac-toe", &["first", ""])).collect();
    let quick = make_with(&mut client, "tic-tac-toe", &["first", ""], json!({ "pace_ms": 0 }));
    let seen = wait_for(|| {
        let seen = state(&mut client, &quick, 1);
        (seen["turn"] == 1).then_some(seen)
    });
    assert_eq!(seen["seats"][0]["trouble"], Value::Null);
    for table in &slow {
        assert_eq!(state(&mut client, table, 1)["turn"], 0);
    }
}
