//! Damaged requests and messages: no panic, no status of 500 or more, the tables unharmed.

use crate::common::{Client, Live, Made, dice, make, play_out, size, start, state};
use serde_json::{Value, json};
use std::io::{BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tungstenite::Message;

/// Requests and messages in all.
const ALL: usize = 25_000;

static PANICS: AtomicUsize = AtomicUsize::new(0);

/// Counts panics on every thread, and prints them as always.
fn count_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        usual(info);
    }));
}

/// Changes some bytes: flips, cuts, repeats, replaces numbers, mixes with another text.
fn damage(bytes: &[u8], others: &[Vec<u8>], dice: &mut impl FnMut(usize) -> usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + dice(4) {
        let at = dice(bytes.len().max(1)).min(bytes.len());
        let to = (at + 1 + dice(12)).min(bytes.len());
        match dice(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice(8),
            1 => drop(bytes.drain(at..to)),
            2 => {
                let part = bytes[at..to].to_vec();
                bytes.splice(at..at, part);
            }
            3 => drop(bytes.splice(at..at, [dice(256) as u8])),
            4 => bytes.truncate(at),
            5 => {
                let other = &others[dice(others.len())];
                let from = dice(other.len().max(1)).min(other.len());
                bytes.splice(at..to, other[from..(from + 20).min(other.len())].iter().copied());
            }
            6 => {
                let odd: [&[u8]; 12] = [
                    b"-1",
                    b"999999999999999999999",
                    b"null",
                    b"[]",
                    b"{}",
                    b"\"\"",
                    b"1e308",
                    b"\\u0000",
                    b"\xff\xfe",
                    b"%2e%2e%2f",
                    b"\r\n\r\n",
                    b"[[[[[[[[[[[[[[[[",
                ];
                bytes.splice(at..to, odd[dice(odd.len())].iter().copied());
            }
            _ => {
                let digit = bytes[at..].iter().position(u8::is_ascii_digit);
                if let Some(i) = digit {
                    bytes[at + i] = b'0' + dice(10) as u8;
                }
            }
        }
    }
    bytes
}

/// A request as bytes.
fn request(
    addr: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<Value>,
) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n");
    if let Some(token) = token {
        text += &format!("Authorization: Bearer {token}\r\n");
    }
    let body = body.map(|body| body.to_string()).unwrap_or_default();
    if !body.is_empty() {
        text += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    }
    format!("{text}\r\n{body}").into_bytes()
}

/// Good requests of every kind.
fn requests(addr: SocketAddr, table: &Made, game: &str, record: &str) -> Vec<Vec<u8>> {
    let token = Some(table.token(0));
    let game = |rest: &str| format!("/api/games/{game}{rest}");
    let order = |game: &str, seats: Value| {
        Some(json!({ "game": game, "seats": seats, "rules": {}, "pace_ms": 10 }))
    };
    let upgrade = format!(
        "GET {} HTTP/1.1\r\nHost: {addr}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        table.path("/live")
    );
    let post = |path: String, body: Value| request(addr, "POST", &path, token, Some(body));
    vec![
        request(addr, "GET", "/", None, None),
        request(addr, "GET", "/healthz", None, None),
        request(addr, "GET", "/api/catalog", None, None),
        request(addr, "GET", "/api/boards/reconstruction", None, None),
        request(addr, "GET", "/api/tables", None, None),
        request(addr, "GET", &table.path("?since=3&number=1"), token, None),
        request(
            addr,
            "POST",
            "/api/tables",
            None,
            order("ontop", json!([{ "person": "A" }, { "agent": "random" }])),
        ),
        request(
            addr,
            "POST",
            "/api/tables",
            None,
            order(
                "doppelkopf",
                json!([{ "person": "" }, { "agent": "easy" }, { "agent": "so-ismcts(iterations=10)" }, { "friend": "B" }]),
            ),
        ),
        post(table.path("/moves"), json!({ "version": 0, "moves": ["no", "no"] })),
        post(table.path("/take-back"), json!({})),
        post(table.path("/hurry"), json!({})),
        post(table.path("/next"), json!({ "number": 1 })),
        post(table.path("/undo"), json!({ "number": 1, "version": 2, "undone": 0 })),
        post(table.path("/stand-in"), json!({ "seat": 1 })),
        post(table.path("/talk"), json!({ "id": "1", "text": "Hallo" })),
        request(addr, "GET", &table.path("/invitation"), token, None),
        post(
            table.path("/sit"),
            json!({ "invite": "A".repeat(32), "token": "B".repeat(32), "name": "C" }),
        ),
        post(table.path("/seat"), json!({ "name": "Äöü 🂡", "ask": "always" })),
        post(table.path("/hint"), json!({ "version": 99 })),
        post(table.path("/analysis"), json!({ "version": 99 })),
        request(addr, "GET", &game(""), None, None),
        request(addr, "GET", &game("/positions/12?seat=1"), None, None),
        request(addr, "GET", &game("/record"), None, None),
        request(addr, "GET", &game("/review"), None, None),
        request(addr, "POST", &game("/analysis"), None, Some(json!({ "ply": 99999 }))),
        request(addr, "POST", "/api/games", None, Some(json!({ "record": record }))),
        upgrade.into_bytes(),
    ]
}

/// Sends bytes on a connection of their own; the status of the answer, if there is one.
fn send(addr: SocketAddr, bytes: &[u8]) -> Option<u16> {
    let mut stream = TcpStream::connect(addr).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    // The server may close a connection that it cannot read before it has read all of it.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = vec![];
    let _ = BufReader::new(stream).take(64).read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer).into_owned();
    text.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)).and_then(|code| code.parse().ok())
}

#[test]
fn damaged_requests_and_messages_harm_nothing() {
    count_panics();
    let server = start();
    let addr = server.addr();
    let mut client = Client::new(addr);
    let tables = [
        make(&mut client, "doppelkopf", &["", "random", "random", "random"]),
        make(&mut client, "doppelkopf", &["", "", "", ""]),
    ];
    let finished = make(&mut client, "just4fun", &["random", "random"]);
    let game =
        play_out(&mut client, &finished, |_| 0)["over"]["game_id"].as_str().unwrap().to_owned();
    let record = client.get(&format!("/api/games/{game}/record"), None).text();
    let untouched = make(&mut client, "just4fun", &["", ""]);
    let before = state(&mut client, &untouched, 0);
    let all = size(ALL);
    std::thread::scope(|scope| {
        for thread in 0..2_usize {
            let (table, game, record) = (&tables[0], &game, &record);
            scope.spawn(move || {
                let mut dice = dice(100 + thread as u64);
                let good = requests(addr, table, game, record);
                for number in 0..all / 4 {
                    let bytes = damage(&good[dice(good.len())], &good, &mut dice);
                    if let Some(status) = send(addr, &bytes) {
                        let text = String::from_utf8_lossy(&bytes).into_owned();
                        assert!(status < 500, "{number}: {status} for {text}");
                    }
                }
            });
            let table = &tables[1];
            scope.spawn(move || talk(addr, table, all / 4, 200 + thread as u64));
        }
    });
    assert_eq!(PANICS.load(Ordering::SeqCst), 0);
    let metrics = client.get("/metrics", None).text();
    assert!(metrics.contains("kontra_http_answers_total{class=\"5xx\"} 0\n"), "{metrics}");
    // Tables that were aimed at can be played to their end, and another one is as it was.
    assert_eq!(state(&mut client, &untouched, 0), before);
    for table in &tables {
        let seen = play_out(&mut client, table, crate::common::dice(9));
        let id = seen["over"]["game_id"].as_str().unwrap();
        client.get(&format!("/api/games/{id}"), None).expect(200);
    }
}

/// Says damaged things on live connections, as text and as raw bytes.
fn talk(addr: SocketAddr, table: &Made, messages: usize, seed: u64) {
    let mut dice = dice(seed);
    let good: Vec<Vec<u8>> = [
        json!({ "type": "hello", "token": table.token(0), "since": 3, "number": 1 }),
        json!({ "type": "hello" }),
        json!({ "type": "move", "version": 0, "moves": ["no", "no"] }),
        json!({ "type": "move", "version": 7, "moves": ["CQ"] }),
        json!({ "type": "hurry" }),
        json!({ "type": "ping" }),
    ]
    .iter()
    .map(|message| message.to_string().into_bytes())
    .collect();
    let mut live: Option<Live> = None;
    for _ in 0..messages {
        let fresh = live.is_none();
        let connection = live.get_or_insert_with(|| Live::connect(addr, &table.id));
        // A connection lives on only after a hello that makes sense.
        if fresh && dice(4) > 0 {
            connection.say(&json!({ "type": "hello", "token": table.token(0) }));
        }
        let bytes = damage(&good[dice(good.len())], &good, &mut dice);
        let sent = match dice(10) {
            0 => connection.socket.get_mut().write_all(&bytes).is_ok(),
            1 => connection.socket.send(Message::binary(bytes)).is_ok(),
            2 => connection
                .socket
                .send(Message::Ping(bytes.into_iter().take(100).collect::<Vec<u8>>().into()))
                .is_ok(),
            _ => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                connection.socket.send(Message::text(text)).is_ok()
            }
        };
        let stays = sent && listen(connection);
        if !stays {
            live = None;
        }
    }
}

/// Reads what there is to read; whether the connection is still open.
fn listen(live: &mut Live) -> bool {
    live.socket.get_mut().set_read_timeout(Some(Duration::from_millis(1))).unwrap();
    loop {
        match live.socket.read() {
            Ok(Message::Close(_)) => return false,
            Ok(_) => {}
            Err(tungstenite::Error::Io(error)) => {
                use std::io::ErrorKind::{TimedOut, WouldBlock};
                return matches!(error.kind(), WouldBlock | TimedOut);
            }
            Err(_) => return false,
        }
    }
}
