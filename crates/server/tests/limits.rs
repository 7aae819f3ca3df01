//! What one client may use, and what every answer carries.

use crate::common::{Client, Live, config, generous, make, start, state, wait_for};
use kontra_server::{Config, Rate, Server, ServerLimits};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

fn with_limits(limits: ServerLimits) -> Server {
    Server::start(Config { limits, ..config() }).unwrap()
}

#[test]
fn every_answer_has_the_headers_that_protect_a_seat() {
    let server = start();
    let mut client = Client::new(server.addr());
    for path in [
        "/healthz",
        "/metrics",
        "/api/catalog",
        "/api/tables/x",
        "/nothing/here",
        "/",
        "/../etc/passwd",
    ] {
        let reply = client.get(path, None);
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"));
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(reply.header("access-control-allow-origin"), None, "{path}");
        assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
        let kept = if path == "/" { "no-cache" } else { "no-store" };
        assert_eq!(reply.header("cache-control"), Some(kept), "{path}");
    }
}

#[test]
fn an_address_that_asks_too_much_is_told_to_wait() {
    let requests = Rate { per_second: 0.1, burst: 5.0 };
    let server = with_limits(ServerLimits { requests, ..generous() });
    let mut client = Client::new(server.addr());
    for _ in 0..5 {
        client.get("/api/catalog", None).expect(200);
    }
    let reply = client.get("/api/catalog", None);
    assert_eq!(reply.refused(429), "limited");
    let seconds: u64 = reply.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=10).contains(&seconds));
    // A monitor of the server is not a guest.
    assert_eq!(client.get("/metrics", None).status, 200);
}

#[test]
fn behind_a_proxy_everybody_has_an_address_of_his_own() {
    let requests = Rate { per_second: 0.01, burst: 1.0 };
    let limits = ServerLimits { requests, ..generous() };
    let server = Server::start(Config { limits, proxy: true, ..config() }).unwrap();
    let mut client = Client::new(server.addr());
    let mut status = |from: &str| {
        let host = server.addr();
        let request = format!(
            "GET /api/catalog HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: 9.9.9.9, {from}\r\n\r\n"
        );
        client.raw(&request).status
    };
    assert_eq!([status("192.0.2.1"), status("192.0.2.2"), status("192.0.2.1")], [200, 200, 429]);
}

#[test]
fn a_seat_that_asks_too_much_is_told_to_wait() {
    let moves = Rate { per_second: 0.1, burst: 2.0 };
    let server = with_limits(ServerLimits { moves, ..generous() });
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", ""]);
    let mut wrong = || {
        let body = json!({ "version": 0, "moves": ["99"] });
        client.post(&table.path("/moves"), Some(table.token(0)), &body).status
    };
    assert_eq!([wrong(), wrong(), wrong()], [400, 400, 429]);
}

#[test]
fn a_body_may_not_be_too_large() {
    let server = start();
    let mut client = Client::new(server.addr());
    let long = format!("{{\"game\":\"{}\"}}", "x".repeat(70_000));
    assert_eq!(client.ask("POST", "/api/tables", None, Some(&long)).refused(413), "too-large");
    let record = json!({ "record": "x".repeat(1_500_000) });
    assert_eq!(client.post("/api/games", None, &record).refused(400), "bad-request");
    let mut stream = TcpStream::connect(server.addr()).unwrap();
    let head = "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = format!("4000\r\n{}\r\n", " ".repeat(0x4000));
    // Somewhere on the way the server has had enough.
    while stream.write_all(chunk.as_bytes()).is_ok() {
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        let mut answer = [0; 12];
        if stream.read_exact(&mut answer).is_ok() {
            assert_eq!(&answer, b"HTTP/1.1 413");
            return;
        }
    }
}

#[test]
fn a_live_connection_that_says_too_much_is_closed() {
    let messages = Rate { per_second: 1.0, burst: 5.0 };
    let server = with_limits(ServerLimits { messages, ..generous() });
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", ""]);
    let end =
        |live: &mut Live| std::iter::repeat_with(|| live.hear()).find_map(Result::err).unwrap();
    let mut live = Live::hello(server.addr(), &table.id, None);
    for _ in 0..7 {
        live.say(&json!({ "type": "ping" }));
    }
    assert_eq!(end(&mut live), 4008);
    let mut live = Live::connect(server.addr(), &table.id);
    live.say(&json!({ "type": "hello", "token": "x".repeat(5000) }));
    assert_eq!(end(&mut live), 4008);
}

#[test]
fn a_client_that_does_not_read_harms_nobody() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", ""]);
    // A watcher who never reads, while everybody else keeps playing.
    let deaf: Vec<Live> = (0..8).map(|_| Live::hello(server.addr(), &table.id, None)).collect();
    let seen = crate::common::play_out(&mut client, &table, crate::common::dice(4));
    assert!(!seen["over"].is_null());
    drop(deaf);
    client.get("/healthz", None).expect(200);
}

/// A number that the server counts.
fn number(client: &mut Client, name: &str) -> u64 {
    let text = client.get("/metrics", None).text();
    let line = text.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap().to_owned();
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

#[test]
fn agents_that_nobody_watches_do_not_keep_a_table_in_memory() {
    let server = with_limits(ServerLimits { idle: Duration::from_millis(50), ..generous() });
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "ontop", &["mcts(ms=10000)", "mcts(ms=10000)"]);
    wait_for(|| (number(&mut client, "kontra_tables") == 0).then_some(()));
    // Nor do they think on: with one thread for thoughts, somebody else's would have to wait for them.
    assert_eq!(number(&mut client, "kontra_waiting_agents"), 0);
    // A request finds them where they were, and they think again.
    let seen = client.get(&table.path(""), None).expect(200);
    assert_eq!((&seen["thinking"]["seat"], &seen["version"]), (&json!(0), &json!(1)));
}

#[test]
fn where_there_is_no_room_tables_that_nobody_uses_make_it() {
    let order = json!({ "game": "just4fun", "seats": [{ "person": "" }, { "friend": "" }] });
    let full = |idle: u64| {
        let limits = ServerLimits { tables: 2, idle: Duration::from_secs(idle), ..generous() };
        let server = with_limits(limits);
        let mut client = Client::new(server.addr());
        let table = make(&mut client, "just4fun", &["", ""]);
        let mut live = Live::hello(server.addr(), &table.id, Some(table.token(0)));
        live.hear().unwrap();
        client.post("/api/tables", None, &order).expect(201);
        (server, client, live)
    };
    let (_server, mut client, _live) = full(24 * 3600);
    assert_eq!(client.post("/api/tables", None, &order).refused(429), "limited");
    // Where there is need, a 24th of the usual time makes a table one that nobody uses: here three seconds. Who waits for it
    // gives up before the usual time is over.
    let (_server, mut client, mut live) = full(72);
    wait_for(|| (client.post("/api/tables", None, &order).status == 201).then_some(()));
    // Where somebody is connected it stays.
    assert_eq!(number(&mut client, "kontra_tables_put_away_total"), 1);
    live.say(&json!({ "type": "ping" }));
    live.hear_until(|message| message["type"] == "pong");
}

#[test]
fn idle_tables_are_put_away_and_come_back() {
    let server = with_limits(ServerLimits { idle: Duration::from_millis(50), ..generous() });
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", ""]);
    let before = state(&mut client, &table, 0);
    wait_for(|| (number(&mut client, "kontra_tables") == 0).then_some(()));
    assert_eq!(state(&mut client, &table, 0), before);
    assert!(number(&mut client, "kontra_tables_brought_back_total") >= 1);
    // While somebody is connected it stays.
    let mut live = Live::hello(server.addr(), &table.id, Some(table.token(0)));
    live.hear().unwrap();
    let away = number(&mut client, "kontra_tables_put_away_total");
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(number(&mut client, "kontra_tables_put_away_total"), away);
    drop(live);
    assert_ne!(before["version"], Value::Null);
}

#[test]
fn a_taken_port_is_told_in_a_sentence_or_the_next_one_is_used() {
    let server = start();
    let taken = Config { addr: server.addr(), ..config() };
    let error = Server::start(taken.clone()).unwrap_err().to_string();
    let expected = format!(
        "{}: expected an address to listen at, found that another program has it",
        server.addr()
    );
    assert_eq!(error, expected);
    let other = Server::start(Config { any_port: true, ..taken }).unwrap();
    assert_ne!(other.addr(), server.addr());
}

#[test]
fn connected_clients_are_told_that_the_server_shuts_down() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", ""]);
    let mut live = Live::hello(server.addr(), &table.id, Some(table.token(0)));
    live.hear().unwrap();
    server.stop();
    assert_eq!(std::iter::repeat_with(|| live.hear()).find_map(Result::err), Some(1001));
}
