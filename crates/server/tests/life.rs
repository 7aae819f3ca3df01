//! How long tables are kept, and that there is always room for one more.

use crate::common::{
    Client, Folder, Made, config, generous, make, make_with, play, state, wait_for,
};
use kontra_server::testing::shift_use;
use kontra_server::{Config, Server, ServerLimits, delete_tables, kept_tables};
use rusqlite::Connection;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn start_with(store: &Path, limits: ServerLimits) -> Server {
    Server::start(Config { store: Some(store.to_owned()), limits, ..config() }).unwrap()
}

fn open(store: &PathBuf) -> Connection {
    let connection = Connection::open(store).unwrap();
    connection.busy_timeout(Duration::from_secs(60)).unwrap();
    connection
}

/// The person on seat 0 makes a move.
fn move_once(client: &mut Client, table: &Made) {
    let own = wait_for(|| {
        let own = state(client, table, 0);
        (own["turn"] == 0).then_some(own)
    });
    let version = own["version"].as_u64().unwrap();
    play(client, table, 0, version, &own["choices"][0]["send"]).expect(200);
}

#[test]
fn a_full_disk_of_tables_keeps_nobody_out_and_what_is_worth_most_stays() {
    let folder = Folder::new("room");
    let store = folder.file("kontra.db");
    let limits = ServerLimits { stored_tables: 6, idle: Duration::from_millis(1), ..generous() };
    let server = start_with(&store, limits);
    let mut client = Client::new(server.addr());
    let finished = make(&mut client, "ontop", &["", "random"]);
    crate::common::play_out(&mut client, &finished, crate::common::dice(3));
    let unfinished = make(&mut client, "ontop", &["", "random"]);
    move_once(&mut client, &unfinished);
    let order = json!({ "game": "ontop", "seats": [{ "person": "" }, { "agent": "random" }] });
    for _ in 0..20 {
        // All tables in memory are in use: a moment later they are not.
        wait_for(|| (client.post("/api/tables", None, &order).status == 201).then_some(()));
    }
    assert!(kept_tables(&store).unwrap().len() <= 6);
    for table in [&finished, &unfinished] {
        state(&mut client, table, 0);
    }
    let worths: Vec<&str> = kept_tables(&store).unwrap().iter().map(|table| table.worth).collect();
    assert_eq!(worths[worths.len() - 2..], ["unfinished", "finished"]);
}

#[test]
fn tables_go_when_their_time_has_come() {
    let folder = Folder::new("time");
    let store = folder.file("kontra.db");
    let limits = ServerLimits {
        idle: Duration::from_millis(50),
        // A round of forgetting is every five seconds: a new table is safe for two minutes.
        keep_unused: Duration::from_secs(120),
        ..generous()
    };
    let server = start_with(&store, limits);
    let mut client = Client::new(server.addr());
    let [unused, fresh, played] = [(); 3].map(|()| make(&mut client, "ontop", &["", "random"]));
    move_once(&mut client, &played);
    let other = open(&store);
    // Two of them were last used two hours ago.
    shift_use(&store, &unused.id, -7200).unwrap();
    shift_use(&store, &played.id, -7200).unwrap();
    wait_for(|| {
        let kept = kept_tables(&store).unwrap();
        kept.iter().all(|table| table.id != unused.id).then_some(())
    });
    assert_eq!(client.get(&unused.path(""), Some(unused.token(0))).refused(404), "not-found");
    state(&mut client, &fresh, 0);
    state(&mut client, &played, 0);
    let moves = "SELECT count(*) FROM web_moves WHERE web_table = ?1";
    let moves: i64 = other.query_row(moves, [&unused.id], |row| row.get(0)).unwrap();
    assert_eq!(moves, 0, "nothing is left of it");
}

#[test]
fn a_clock_that_was_set_back_costs_nobody_a_table() {
    let folder = Folder::new("clock-back");
    let store = folder.file("kontra.db");
    let limits = || ServerLimits {
        idle: Duration::from_millis(50),
        keep_unused: Duration::from_secs(24),
        ..generous()
    };
    let server = start_with(&store, limits());
    let mut client = Client::new(server.addr());
    let listed = json!({ "listed": true });
    let old = make_with(&mut client, "ontop", &["", "random"], listed.clone());
    server.stop();
    // As if the clock had been ten years ahead when the table was used.
    let ahead = 10 * 365 * 24 * 3600;
    shift_use(&store, &old.id, ahead).unwrap();
    let server = start_with(&store, limits());
    let mut client = Client::new(server.addr());
    let new = make_with(&mut client, "ontop", &["", "random"], listed);
    move_once(&mut client, &old);
    move_once(&mut client, &new);
    // Several rounds of forgetting later both are there, and the new one is the newest.
    std::thread::sleep(Duration::from_millis(2500));
    state(&mut client, &old, 0);
    state(&mut client, &new, 0);
    let tables = client.get("/api/tables", None).expect(200)["tables"].clone();
    assert_eq!((&tables[0]["table"], &tables[1]["table"]), (&json!(new.id), &json!(old.id)));
    client.get("/readyz", None).expect(200);
}

#[test]
fn a_table_that_is_deleted_under_the_server_takes_no_more_moves() {
    let folder = Folder::new("deleted");
    let store = folder.file("kontra.db");
    let server = start_with(&store, generous());
    let mut client = Client::new(server.addr());
    let [gone, other] = [(); 2].map(|()| make(&mut client, "just4fun", &["", ""]));
    let own = state(&mut client, &gone, 0);
    let ids = [gone.id.clone(), "aaaaaaaaaaaa".to_owned()];
    assert_eq!(delete_tables(&store, &ids).unwrap(), ids[..1]);
    let reply = play(&mut client, &gone, 0, 0, &own["choices"][0]["send"]);
    assert_eq!(reply.refused(404), "not-found");
    assert_eq!(client.get(&gone.path(""), None).refused(404), "not-found");
    let own = state(&mut client, &other, 0);
    play(&mut client, &other, 0, 0, &own["choices"][0]["send"]).expect(200);
    client.get("/readyz", None).expect(200);
}

#[test]
fn a_limited_number_of_games_among_agents_is_kept() {
    let folder = Folder::new("agents-games");
    let store = folder.file("kontra.db");
    let server = start_with(&store, ServerLimits { stored_agent_games: 5, ..generous() });
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["random", "random"]);
    // Counted once in fifty games.
    for number in 1..=101 {
        wait_for(|| {
            let seen = client.get(&table.path(""), None).expect(200);
            (!seen["over"].is_null()).then_some(())
        });
        client.post(&table.path("/next"), None, &json!({ "number": number })).expect(200);
    }
    let count = "SELECT count(*) FROM web_games WHERE source = 'agents'";
    let count: i64 = open(&store).query_row(count, [], |row| row.get(0)).unwrap();
    assert!(count < 60, "{count}");
}
