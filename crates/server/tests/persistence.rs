//! A restart loses nothing.

use crate::common::{Client, Folder, config, dice, make, play_out, state, wait_for};
use kontra_server::{Config, Server};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::Duration;

fn start_on(store: PathBuf) -> Server {
    Server::start(Config { store: Some(store), ..config() }).unwrap()
}

/// A state without what belongs to the moment.
fn lasting(mut state: Value) -> Value {
    state["thinking"] = Value::Null;
    state
}

#[test]
fn a_game_resumes_after_a_restart() {
    let folder = Folder::new("restart");
    let store = folder.file("kontra.db");
    for (game, seats) in [
        ("doppelkopf", &["", "random", "", "random"][..]),
        ("just4fun", &["", "", "random"]),
        ("ontop", &["", "random"]),
    ] {
        let mut server = start_on(store.clone());
        let mut client = Client::new(server.addr());
        let table = make(&mut client, game, seats);
        let mut dice = dice(11);
        let mut restarts = 0;
        let seat_to_move = |client: &mut Client| {
            wait_for(|| {
                let seen = state(client, &table, 0);
                let turn = seen["turn"].as_u64().map(|turn| turn as usize);
                match turn {
                    None => Some(None),
                    Some(turn) => table.tokens[turn].is_some().then_some(Some(turn)),
                }
            })
        };
        while let Some(seat) = seat_to_move(&mut client) {
            let own = state(&mut client, &table, seat);
            if restarts < 6 && dice(6) == 0 {
                restarts += 1;
                server.stop();
                server = start_on(store.clone());
                client = Client::new(server.addr());
                let again = state(&mut client, &table, seat);
                assert_eq!(lasting(again), lasting(own.clone()));
            }
            let choices = own["choices"].as_array().unwrap();
            let send = &choices[dice(choices.len())]["send"];
            let version = own["version"].as_u64().unwrap();
            crate::common::play(&mut client, &table, seat, version, send).expect(200);
        }
        let seen = state(&mut client, &table, 0);
        assert!(!seen["over"].is_null() && restarts > 0);
        server.stop();
        // The finished game is there too, and so is what follows.
        let server = start_on(store.clone());
        let mut client = Client::new(server.addr());
        assert_eq!(lasting(state(&mut client, &table, 0)), lasting(seen.clone()));
        let id = seen["over"]["game_id"].as_str().unwrap();
        client.get(&format!("/api/games/{id}"), None).expect(200);
        let path = table.path("/next");
        let next = client.post(&path, Some(table.token(0)), &json!({ "number": 1 })).expect(200);
        assert_eq!(next["number"], 2);
    }
}

/// Four people; seat 0 has played a card that waits until seat 2 has said whether it announces something.
fn with_a_plan(client: &mut Client) -> (crate::common::Made, Value) {
    let table = make(client, "doppelkopf", &["", "", "", ""]);
    for seat in 0..4 {
        let version = state(client, &table, seat)["version"].as_u64().unwrap();
        crate::common::play(client, &table, seat, version, &json!(["no", "no"])).expect(200);
    }
    client
        .post(&table.path("/seat"), Some(table.token(2)), &json!({ "ask": "always" }))
        .expect(200);
    let own = state(client, &table, 0);
    let card = own["choices"].as_array().unwrap().iter().find(|c| !c["card"].is_null()).unwrap();
    let version = own["version"].as_u64().unwrap();
    let seen = crate::common::play(client, &table, 0, version, &card["send"]).expect(200);
    assert_eq!((&seen["turn"], &seen["planned"]), (&json!(2), &json!([card["card"]])));
    (table, card["card"].clone())
}

/// Seat 2 announces nothing; what seat 0 sees then.
fn let_it_be(client: &mut Client, table: &crate::common::Made) -> Value {
    let version = state(client, table, 2)["version"].as_u64().unwrap();
    crate::common::play(client, table, 2, version, &json!(["no"])).expect(200);
    state(client, table, 0)
}

#[test]
fn a_planned_move_outlives_a_restart_and_is_made_once() {
    let folder = Folder::new("plan");
    let store = folder.file("kontra.db");
    let server = start_on(store.clone());
    let (table, card) = with_a_plan(&mut Client::new(server.addr()));
    server.stop();
    let server = start_on(store.clone());
    let mut client = Client::new(server.addr());
    assert_eq!(state(&mut client, &table, 0)["planned"], json!([card]));
    let seen = let_it_be(&mut client, &table);
    assert_eq!((&seen["planned"], &seen["view"]["trick"][0]), (&json!([]), &card));
    server.stop();
    let server = start_on(store);
    let again = state(&mut Client::new(server.addr()), &table, 0);
    assert_eq!(lasting(again), lasting(seen));
}

#[test]
fn a_player_who_takes_a_plan_back_is_asked_again_also_after_a_restart() {
    let folder = Folder::new("take-back");
    let store = folder.file("kontra.db");
    let server = start_on(store.clone());
    let mut client = Client::new(server.addr());
    let (table, _) = with_a_plan(&mut client);
    let path = table.path("/take-back");
    // Somebody else has nothing to take back here, and changes nothing.
    client.post(&path, Some(table.token(1)), &json!({})).expect(200);
    assert_ne!(state(&mut client, &table, 0)["planned"], json!([]));
    let before = state(&mut client, &table, 0)["version"].clone();
    let seen = client.post(&path, Some(table.token(0)), &json!({})).expect(200);
    assert_eq!((&seen["planned"], &seen["version"]), (&json!([]), &before));
    client.post(&path, Some(table.token(0)), &json!({})).expect(200);
    server.stop();
    let server = start_on(store);
    let seen = let_it_be(&mut Client::new(server.addr()), &table);
    assert_eq!((&seen["turn"], &seen["view"]["question"]), (&json!(0), &json!("card")));
    assert_eq!(seen["view"]["trick"], json!([]));
}

#[test]
fn agents_think_on_after_a_restart() {
    let folder = Folder::new("agents");
    let store = folder.file("kontra.db");
    let server = start_on(store.clone());
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "ontop", &["mcts(ms=9000)", "random"]);
    drop(server);
    let server = start_on(store);
    let mut client = Client::new(server.addr());
    // The first request for the table brings it back, and play continues.
    let seen = client.get(&table.path(""), None).expect(200);
    assert_eq!(seen["thinking"]["seat"], 0);
    client.post(&table.path("/hurry"), None, &json!({})).expect(200);
    wait_for(|| {
        let seen = client.get(&table.path(""), None).expect(200);
        (seen["version"].as_u64().unwrap() > 1).then_some(())
    });
}

#[test]
fn a_review_and_a_new_link_outlive_a_restart() {
    let folder = Folder::new("review");
    let store = folder.file("kontra.db");
    let server = start_on(store.clone());
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", "random"]);
    let seen = play_out(&mut client, &table, dice(2));
    let path = format!("/api/games/{}/review", seen["over"]["game_id"].as_str().unwrap());
    client.post(&path, None, &json!({})).expect(202);
    let review = wait_for(|| {
        let review = client.get(&path, None).expect(200);
        (review["status"] == "done").then_some(review)
    });
    let link = client.post(&table.path("/link"), Some(table.token(0)), &json!({})).expect(200);
    server.stop();
    let server = start_on(store);
    let mut client = Client::new(server.addr());
    assert_eq!(client.get(&path, None).expect(200), review);
    assert_eq!(client.get(&table.path(""), Some(table.token(0))).refused(401), "unauthorized");
    client.get(&table.path(""), link["token"].as_str()).expect(200);
}

#[test]
fn what_is_not_a_store_is_refused_in_a_sentence_and_left_alone() {
    let folder = Folder::new("garbage");
    let file = folder.file("kontra.db");
    std::fs::write(&file, "precious notes, many of them, which are no database").unwrap();
    let error = Server::start(Config { store: Some(file.clone()), ..config() }).unwrap_err();
    assert!(error.to_string().contains("expected"), "{error}");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("precious notes"));
}

/// A program that keeps the store to itself for a while: every move has to wait for the disk.
fn keep_to_oneself(store: &std::path::Path) -> rusqlite::Connection {
    let other = rusqlite::Connection::open(store).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    other
}

#[test]
fn a_move_counts_also_when_the_player_has_gone_before_the_answer() {
    let folder = Folder::new("gone");
    let store = folder.file("kontra.db");
    let server = start_on(store.clone());
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", "random"]);
    let own = state(&mut client, &table, 0);
    let body = json!({ "version": own["version"], "moves": own["choices"][0]["send"] }).to_string();
    let other = keep_to_oneself(&store);
    let mut stream = TcpStream::connect(server.addr()).unwrap();
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Expect: 100-continue\r\nContent-Length: {}\r\n\r\n",
        table.path("/moves"),
        server.addr(),
        table.token(0),
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    // The server has begun with the request when it asks for the rest, and the move waits for the disk when the browser is closed.
    let mut told = [0; 25];
    stream.read_exact(&mut told).unwrap();
    assert_eq!(&told, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(body.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    drop(stream);
    std::thread::sleep(Duration::from_millis(300));
    other.execute_batch("COMMIT").unwrap();
    // The agent answers it.
    let seen = wait_for(|| {
        let seen = state(&mut client, &table, 0);
        (seen["version"].as_u64() > own["version"].as_u64() && seen["turn"] == 0).then_some(seen)
    });
    assert_eq!(seen["events"].as_array().unwrap().len(), 4);
}

/// Four requests while somebody else keeps the store; it is free again after the first answer. What all were answered.
fn while_somebody_keeps_the_store(name: &str) -> Vec<u16> {
    let folder = Folder::new(name);
    let store = folder.file("kontra.db");
    let server = start_on(store.clone());
    let addr = server.addr();
    let order = json!({ "game": "just4fun", "seats": [{ "person": "" }, { "friend": "" }] });
    let other = keep_to_oneself(&store);
    let (sender, answers) = std::sync::mpsc::channel();
    for _ in 0..4 {
        let (sender, order) = (sender.clone(), order.clone());
        std::thread::spawn(move || {
            sender.send(Client::new(addr).post("/api/tables", None, &order).status).unwrap();
        });
    }
    let first = answers.recv().unwrap();
    other.execute_batch("COMMIT").unwrap();
    let statuses = std::iter::once(first).chain(answers.iter().take(3)).collect();
    Client::new(addr).post("/api/tables", None, &order).expect(201);
    statuses
}

#[test]
fn a_request_that_waited_for_a_store_in_vain_waits_once() {
    // On a busy machine a request may come after the first answer, and then rightly succeeds: it is tried again.
    let mut tries = (0..5).map(|i| while_somebody_keeps_the_store(&format!("locked-{i}")));
    assert!(tries.any(|statuses| statuses == [503; 4]), "waiting requests wait again, each alone");
}

#[test]
fn nobody_far_away_is_told_where_the_files_lie() {
    let folder = Folder::new("secret-place");
    let told = |proxy: bool| {
        let store = folder.file(if proxy { "far.db" } else { "near.db" });
        let config = Config { store: Some(store.clone()), proxy, ..config() };
        let server = Server::start(config).unwrap();
        std::fs::remove_file(&store).unwrap();
        let reply = Client::new(server.addr()).get("/api/matches", None);
        assert_eq!(reply.refused(503), "unavailable");
        reply.text().contains("secret-place")
    };
    assert_eq!((told(false), told(true)), (true, false));
}

#[test]
fn a_new_record_stays_where_the_clock_went_back() {
    let folder = Folder::new("clock");
    let store = folder.file("kontra.db");
    let limits = kontra_server::ServerLimits { stored_records: 2, ..crate::common::generous() };
    let config = Config { store: Some(store.clone()), limits, ..config() };
    let server = Server::start(config).unwrap();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "ontop", &["random", "random"]);
    let seen = play_out(&mut client, &table, dice(1));
    let id = seen["over"]["game_id"].as_str().unwrap();
    let record = client.get(&format!("/api/games/{id}/record"), None).text();
    let mut paste = || {
        let pasted = client.post("/api/games", None, &json!({ "record": record })).expect(201);
        let path = format!("/api/games/{}", pasted["game_id"].as_str().unwrap());
        client.get(&path, None).status
    };
    assert_eq!([paste(), paste()], [200, 200]);
    let other = rusqlite::Connection::open(&store).unwrap();
    other.busy_timeout(Duration::from_secs(60)).unwrap();
    other.execute("UPDATE web_games SET made = made + 9999 WHERE source = 'record'", []).unwrap();
    assert_eq!(paste(), 200);
    let count = "SELECT count(*) FROM web_games WHERE source = 'record'";
    let count: i64 = other.query_row(count, [], |row| row.get(0)).unwrap();
    assert_eq!(count, 2);
}

#[test]
fn a_store_has_one_server_at_a_time() {
    let folder = Folder::new("sole");
    let store = folder.file("kontra.db");
    let server = start_on(store.clone());
    let second = Server::start(Config { store: Some(store.clone()), ..config() });
    let expected = format!(
        "{}: expected a store that no server uses, found one at http://{}/; see --store",
        store.display(),
        server.addr()
    );
    assert_eq!(second.unwrap_err().to_string(), expected);
    make(&mut Client::new(server.addr()), "ontop", &["", ""]);
    server.stop();
    // Nothing is left beside the store that belongs to it: it can be copied.
    assert!(!folder.file("kontra.db-wal").exists());
    start_on(store).stop();
}

#[test]
fn a_damaged_table_tells_nobody_what_the_seat_to_move_holds() {
    let folder = Folder::new("damaged-table");
    let store = folder.file("kontra.db");
    let server = start_on(store.clone());
    let mut client = Client::new(server.addr());
    let tables: Vec<crate::common::Made> =
        (0..3).map(|_| make(&mut client, "doppelkopf", &["", "random", "random", ""])).collect();
    for table in &tables {
        wait_for(|| (state(&mut client, table, 0)["turn"] == 0).then_some(()));
        let version = state(&mut client, table, 0)["version"].as_u64().unwrap();
        crate::common::play(&mut client, table, 0, version, &json!(["no", "no"])).expect(200);
    }
    let hands: Vec<String> = tables
        .iter()
        .map(|table| state(&mut client, table, 3)["view"]["hand"].as_str().unwrap().to_owned())
        .collect();
    server.stop();
    let other = rusqlite::Connection::open(&store).unwrap();
    let change = |table: &crate::common::Made, sql: &str| {
        assert!(other.execute(sql, [&table.id]).unwrap() > 0, "{sql}");
    };
    change(&tables[0], "UPDATE web_moves SET move = 'XX' WHERE web_table = ?1 AND ply = 0");
    change(&tables[1], "UPDATE web_tables SET settings = '{}' WHERE id = ?1");
    change(&tables[2], "UPDATE web_tables SET start = '{}' WHERE id = ?1");
    drop(other);
    let server = start_on(store);
    let mut client = Client::new(server.addr());
    for (table, hand) in tables.iter().zip(&hands) {
        for token in [None, Some(table.token(0)), Some("x")] {
            let reply = client.get(&table.path(""), token);
            assert_eq!(reply.refused(503), "unavailable");
            assert!(!reply.text().contains("one of"), "{}", reply.text());
            assert!(
                hand.split(' ')
                    .filter(|card| !card.is_empty())
                    .all(|card| !reply.text().contains(card)),
                "{}",
                reply.text()
            );
        }
        let mut live = crate::common::Live::hello(server.addr(), &table.id, None);
        let told = live.hear().unwrap().to_string();
        assert!(told.contains("damaged") && !told.contains("one of"), "{told}");
    }
    client.get("/healthz", None).expect(200);
}
