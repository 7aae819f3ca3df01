//! Nobody gets in with a wrong token: every endpoint of the description is tried with every kind of wrong one.

use crate::common::{Client, Live, Made, config, make, play_out, start, state};
use kontra_server::{Config, Server};
use serde_json::{Value, json};
use std::net::SocketAddr;

/// A request that would be granted with the right token.
struct Request {
    method: String,
    path: String,
    body: Option<Value>,
    access: String,
}

/// Every endpoint of the description, aimed at this table and this game.
fn requests(client: &mut Client, table: &Made, game: &str) -> Vec<Request> {
    let description = client.get("/api/openapi.json", None).expect(200);
    let mut requests = vec![];
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let filled = path
                .replace("{table}", &table.id)
                .replace("{game_id}", game)
                .replace("{board}", "reconstruction")
                .replace("{ply}", "0")
                .replace("{puzzle}", "dk0001")
                .replace("{deal}", "aaaaaaaaaaaa")
                .replace("{match}", "1")
                .replace("{n}", "0")
                .replace("{paper}", "sievers2012")
                .replace("{name}", "table-6.60");
            assert!(!filled.contains('{'), "{path}: a parameter that this test does not know");
            let version = state(client, table, 0)["version"].clone();
            let body = operation.get("requestBody").map(|_| match path.rsplit('/').next().unwrap() {
                "tables" => json!({ "game": "ontop", "seats": [{ "agent": "random" }, { "agent": "random" }] }),
                "moves" => json!({ "version": version, "moves": ["no"] }),
                "hint" => json!({ "version": version }),
                "analysis" if path.contains("tables") => json!({ "version": version }),
                "analysis" => json!({ "ply": 0 }),
                "next" => json!({ "number": 1 }),
                "answer" => json!({ "moves": ["XX"] }),
                "undo" => json!({ "version": version, "undone": 0 }),
                "stand-in" => json!({ "seat": 1 }),
                "talk" => json!({ "id": "1", "emote": "wow" }),
                "seat" => json!({ "name": "Mallory", "ask": "always" }),
                "sit" => json!({ "invite": table.token(0), "name": "Mallory" }),
                "games" => json!({ "record": "" }),
                _ => json!({}),
            });
            requests.push(Request {
                method: method.to_uppercase(),
                path: filled,
                body,
                access: operation["x-access"].as_str().unwrap().to_owned(),
            });
        }
    }
    requests
}

impl Request {
    fn send(&self, client: &mut Client, token: Option<&str>) -> crate::common::Reply {
        let body = self.body.as_ref().map(Value::to_string);
        client.ask(&self.method, &self.path, token, body.as_deref())
    }
}

/// A token with one letter changed.
fn changed(token: &str, at: usize) -> String {
    let other = if token.as_bytes()[at] == b'A' { "B" } else { "A" };
    format!("{}{other}{}", &token[..at], &token[at + 1..])
}

/// Every wrong token there is for seat 0 of `table`.
fn wrong_tokens(client: &mut Client, table: &Made) -> Vec<String> {
    let foreign = make(client, "doppelkopf", &["", "random", "random", "random"]);
    let renewed = make(client, "doppelkopf", &["", "random", "random", "random"]);
    let path = renewed.path("/link");
    client.post(&path, Some(renewed.token(0)), &json!({})).expect(200);
    let own = table.token(0);
    vec![
        String::new(),
        "x".to_owned(),
        own[..31].to_owned(),
        format!("{own}A"),
        changed(own, 0),
        changed(own, 15),
        changed(own, 31),
        own.to_lowercase(),
        own.chars().rev().collect(),
        table.id.clone(),
        "A".repeat(32),
        "%00".to_owned(),
        "x".repeat(4000),
        foreign.token(0).to_owned(),
        renewed.token(0).to_owned(),
    ]
}

/// A finished game, to ask for.
fn finished(client: &mut Client) -> String {
    let table = make(client, "ontop", &["random", "random"]);
    let seen = play_out(client, &table, |_| 0);
    seen["over"]["game_id"].as_str().unwrap().to_owned()
}

/// What a seat sees, without what changes by itself.
fn position(client: &mut Client, table: &Made) -> Value {
    let mut seen = state(client, table, 0);
    seen["thinking"] = Value::Null;
    seen
}

#[test]
fn a_wrong_token_opens_nothing() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "doppelkopf", &["", "", "", ""]);
    let game = finished(&mut client);
    let requests = requests(&mut client, &table, &game);
    let tokens = wrong_tokens(&mut client, &table);
    let before = position(&mut client, &table);
    assert!(requests.len() >= 20, "{}", requests.len());
    for request in &requests {
        let what = format!("{} {}", request.method, request.path);
        for token in &tokens {
            let reply = request.send(&mut client, Some(token));
            match request.access.as_str() {
                // There is nothing that a token could open.
                "anybody" => assert!(reply.status < 500 && reply.status != 401, "{what}"),
                // A live connection is told the token in its first message: see below.
                "either" if request.path.ends_with("/live") => {
                    assert_eq!(reply.status, 400, "{what}");
                }
                // All seats are taken; and what opens a seat is no invitation to another one.
                "invited" => assert_eq!(reply.refused(409), "full", "{what}"),
                _ => assert_eq!(reply.refused(401), "unauthorized", "{what}, {token:?}"),
            }
        }
        let without = request.send(&mut client, None);
        match request.access.as_str() {
            "seat" | "table" => assert_eq!(without.refused(401), "unauthorized", "{what}"),
            "either" if !request.path.ends_with("/live") => {
                let seen = without.expect(200);
                assert_eq!(seen["you"], Value::Null);
                let view = seen["view"].as_object().unwrap();
                assert!(
                    ["hand", "cards", "hands", "seat"].iter().all(|name| !view.contains_key(*name))
                );
            }
            _ => {}
        }
        assert_eq!(position(&mut client, &table), before, "{what} changed something");
    }
}

#[test]
fn a_header_that_is_no_token_is_a_wrong_one() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "doppelkopf", &["", "random", "random", "random"]);
    for header in ["Basic QTpC", "Bearer", "bearer ", "Token x", "\u{e9}", ""] {
        let request = format!(
            "GET {} HTTP/1.1\r\nHost: {}\r\nAuthorization: {header}\r\n\r\n",
            table.path(""),
            server.addr(),
        );
        assert_eq!(client.raw(&request).refused(401), "unauthorized", "{header:?}");
    }
}

#[test]
fn a_token_opens_its_own_seat_and_no_other() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "doppelkopf", &["", "", "", ""]);
    let hands: Vec<Value> =
        (0..4).map(|seat| state(&mut client, &table, seat)["view"]["hand"].clone()).collect();
    for seat in 0..4 {
        let seen = state(&mut client, &table, seat);
        assert_eq!(seen["you"], seat);
        for other in (0..4).filter(|&other| other != seat) {
            assert!(!seen.to_string().contains(hands[other].as_str().unwrap()));
        }
    }
    // Seat 1 cannot move for seat 0, whose turn it is.
    let body = json!({ "version": 0, "moves": ["no"] });
    let reply = client.post(&table.path("/moves"), Some(table.token(1)), &body);
    assert_eq!(reply.refused(409), "not-your-turn");
    // And seat 0's hint is not for seat 1.
    let reply = client.post(&table.path("/hint"), Some(table.token(1)), &json!({ "version": 0 }));
    assert_eq!(reply.refused(409), "not-your-turn");
}

fn closed(addr: SocketAddr, table: &str, token: Option<&str>) -> u16 {
    let mut live = Live::hello(addr, table, token);
    loop {
        if let Err(code) = live.hear() {
            return code;
        }
    }
}

#[test]
fn a_wrong_token_gets_no_live_connection() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "doppelkopf", &["", "", "", ""]);
    for token in wrong_tokens(&mut client, &table) {
        assert_eq!(closed(server.addr(), &table.id, Some(&token)), 4001, "{token:?}");
    }
    assert_eq!(closed(server.addr(), "aaaaaaaaaaaa", None), 4004);
    assert_eq!(closed(server.addr(), "x", Some(table.token(0))), 4004);
    // A watcher may look, and nothing else.
    let mut live = Live::hello(server.addr(), &table.id, None);
    assert_eq!(live.hear().unwrap()["you"], Value::Null);
    for said in
        [json!({ "type": "move", "version": 0, "moves": ["no"] }), json!({ "type": "hurry" })]
    {
        live.say(&said);
        assert_eq!(live.hear().unwrap()["code"], "unauthorized");
    }
    assert_eq!(state(&mut client, &table, 0)["version"], 0);
}

#[test]
fn a_replaced_link_is_worth_nothing_at_once() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "doppelkopf", &["", "", "", ""]);
    let mut old = Live::hello(server.addr(), &table.id, Some(table.token(0)));
    old.hear().unwrap();
    let link = client.post(&table.path("/link"), Some(table.token(0)), &json!({})).expect(200);
    let token = link["token"].as_str().unwrap();
    assert_eq!(link["path"], format!("/table/{}#{token}", table.id));
    let end = std::iter::repeat_with(|| old.hear()).find_map(Result::err);
    assert_eq!(end, Some(4001));
    assert_eq!(client.get(&table.path(""), Some(table.token(0))).refused(401), "unauthorized");
    assert_eq!(client.get(&table.path(""), Some(token)).expect(200)["you"], 0);
}

#[test]
fn another_site_cannot_use_a_browser_for_its_ends() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "ontop", &["random", "random"]);
    let host = server.addr();
    // A form or a plain request of another page has no media type of ours.
    let body = r#"{"game":"ontop","seats":[{"agent":"random"},{"agent":"random"}]}"#;
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let request = format!(
            "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        assert_eq!(client.raw(&request).refused(415), "media-type");
    }
    // A WebSocket of another page says where it comes from.
    let request = |origin: &str| {
        format!(
            "GET {} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            table.path("/live")
        )
    };
    assert_eq!(Client::new(host).raw(&request("https://example.org")).refused(400), "bad-request");
    assert_eq!(Client::new(host).raw(&request("null")).refused(400), "bad-request");
    assert_eq!(Client::new(host).raw(&request(&format!("http://{host}"))).status, 101);
}

#[test]
fn a_name_that_somebody_gave_this_machine_opens_nothing() {
    let server = start();
    let port = server.addr().port();
    let ask = |addr: SocketAddr, host: &str| {
        let request = format!("GET /api/catalog HTTP/1.1\r\nHost: {host}\r\n\r\n");
        Client::new(addr).raw(&request).status
    };
    for own in ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"] {
        assert_eq!(ask(server.addr(), own), 200, "{own}");
        assert_eq!(ask(server.addr(), &format!("{own}:{port}")), 200, "{own}");
    }
    for other in ["example.org", "localhost.example.org", "127.0.0.1.example.org", "", "a:b:1"] {
        assert_eq!(ask(server.addr(), other), 400, "{other}");
        assert_eq!(ask(server.addr(), &format!("{other}:{port}")), 400, "{other}");
    }
    // Behind a proxy the server has a name.
    let named = Server::start(Config { proxy: true, ..config() }).unwrap();
    assert_eq!(ask(named.addr(), "example.org"), 200);
}
