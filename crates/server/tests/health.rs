//! The server says how it is, and acknowledges nothing that it cannot keep.
#![cfg(unix)]

use crate::common::{Client, Folder, Made, config, make, play, state, wait_for};
use kontra_server::{Config, Server};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

fn start_on(store: &Path) -> Server {
    Server::start(Config { store: Some(store.to_owned()), ..config() }).unwrap()
}

fn beside(store: &Path, ending: &str) -> PathBuf {
    let mut path = store.to_owned();
    path.as_mut_os_string().push(ending);
    path
}

/// Tries to make the next move of seat 0 or 1; the status.
fn try_move(client: &mut Client, table: &Made) -> u16 {
    let turn = state(client, table, 0)["turn"].as_u64().unwrap() as usize;
    let own = state(client, table, turn);
    let version = own["version"].as_u64().unwrap();
    play(client, table, turn, version, &own["choices"][0]["send"]).status
}

/// Everything is refused, and everybody who asks is told why.
fn refuses(client: &mut Client, table: &Made) {
    let before = state(client, table, 0);
    assert_eq!(try_move(client, table), 503);
    assert_eq!(state(client, table, 0), before, "the table is as it was");
    let order = json!({ "game": "ontop", "seats": [{ "person": "" }, { "agent": "random" }] });
    assert_eq!(client.post("/api/tables", None, &order).refused(503), "unavailable");
    let link = client.post(&table.path("/link"), Some(table.token(0)), &json!({}));
    assert_eq!(link.refused(503), "unavailable");
    state(client, table, 0);
    let health = client.get("/readyz", None).expect(503);
    assert_eq!((&health["ready"], &health["live"]), (&json!(false), &json!(true)));
    assert!(health["reason"].as_str().unwrap().starts_with("store: expected to write to it"));
    let health = client.get("/healthz", None).expect(200);
    assert_eq!(health["status"], "degraded");
    let numbers = client.get("/metrics", None).text();
    assert!(numbers.contains("kontra_store_ready 0\n"), "{numbers}");
}

fn is_well(client: &mut Client) {
    let health = client.get("/readyz", None).expect(200);
    let expected = json!({ "status": "ok", "live": true, "ready": true, "reason": Value::Null });
    assert_eq!(health, expected);
    assert_eq!(client.get("/healthz", None).expect(200), expected);
    assert!(client.get("/metrics", None).text().contains("kontra_store_ready 1\n"));
}

#[test]
fn a_store_that_was_deleted_acknowledges_nothing() {
    for (number, gone) in ["", "-wal"].into_iter().enumerate() {
        let folder = Folder::new(&format!("deleted-{number}"));
        let store = folder.file("kontra.db");
        let server = start_on(&store);
        let mut client = Client::new(server.addr());
        let table = make(&mut client, "just4fun", &["", ""]);
        assert_eq!(try_move(&mut client, &table), 200);
        is_well(&mut client);
        fs::remove_file(beside(&store, gone)).unwrap();
        refuses(&mut client, &table);
        // Another file of that name is not the store.
        fs::write(beside(&store, gone), "").unwrap();
        refuses(&mut client, &table);
    }
}

#[test]
fn a_store_that_comes_back_is_the_store_again() {
    let folder = Folder::new("moved");
    let store = folder.file("kontra.db");
    let server = start_on(&store);
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", ""]);
    let elsewhere = folder.file("elsewhere.db");
    fs::rename(&store, &elsewhere).unwrap();
    refuses(&mut client, &table);
    fs::rename(&elsewhere, &store).unwrap();
    assert_eq!(try_move(&mut client, &table), 200);
    is_well(&mut client);
    let version = state(&mut client, &table, 0)["version"].clone();
    server.stop();
    let server = start_on(&store);
    assert_eq!(state(&mut Client::new(server.addr()), &table, 0)["version"], version);
}

#[test]
fn a_store_that_another_program_keeps_is_not_ready_until_it_is_free() {
    let folder = Folder::new("kept");
    let store = folder.file("kontra.db");
    let server = start_on(&store);
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", ""]);
    let other = rusqlite::Connection::open(&store).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    // A writer waits for it for a few seconds.
    assert_eq!(try_move(&mut client, &table), 503);
    client.get("/readyz", None).expect(503);
    other.execute_batch("COMMIT").unwrap();
    wait_for(|| (client.get("/readyz", None).status == 200).then_some(()));
    assert_eq!(try_move(&mut client, &table), 200);
    is_well(&mut client);
}

#[test]
fn without_a_store_the_server_is_well_too() {
    let server = Server::start(config()).unwrap();
    is_well(&mut Client::new(server.addr()));
}
