//! Everything that concerns no table, and everything that is refused.

use crate::common::{Client, Folder, config, generous};
use crate::golden::script::{Script, compare};
use crate::golden::{start, start_with, token};
use kontra_server::{Agents, Config, Rate, ServerLimits};
use serde_json::{Value, json};

/// A list without all but its first elements.
fn first(list: &mut Value, number: usize) {
    if let Value::Array(list) = list {
        list.truncate(number);
    }
}

#[test]
fn the_server_itself() {
    let server = start();
    let mut client = Client::new(server.addr());
    let mut script = Script::new("server");
    let (script, client) = (&mut script, &mut client);
    script.heading("Health");
    script.get(client, "/healthz", None);
    script.get(client, "/readyz", None);
    script.heading("The catalog: the first agents of every game");
    script.get_part(client, "/api/catalog", |catalog| {
        for game in catalog["games"].as_array_mut().unwrap() {
            first(&mut game["agents"], 1);
            first(&mut game["agents"][0]["params"], 1);
        }
    });
    script.heading("A board");
    script.get(client, "/api/boards/reconstruction", None);
    script.get(client, "/api/boards/chess", None);
    script.heading("Experiments: the first of them");
    script.get_part(client, "/api/experiments", |all| {
        first(&mut all["papers"], 1);
        first(&mut all["experiments"], 1);
    });
    let all = client.get("/api/experiments", None).expect(200);
    let name = all["experiments"][0]["name"].as_str().unwrap().replace('/', "%2F");
    script.get_part(client, &format!("/api/experiments/{name}"), |all| first(&mut all["cells"], 2));
    script.get(client, "/api/experiments/none", None);
    script.heading("Numbers: their names");
    let numbers = client.get("/metrics", None);
    for line in numbers.text().lines() {
        let name = if line.starts_with('#') { line } else { line.rsplit_once(' ').unwrap().0 };
        script.line(name);
    }
    std::mem::replace(script, Script::new("server")).finish();
}

#[test]
fn the_description() {
    let server = start();
    let text = Client::new(server.addr()).get("/api/openapi.json", None).text();
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value.to_string(), text);
    compare("openapi.json", &(serde_json::to_string_pretty(&value).unwrap() + "\n"));
}

#[test]
fn bad_requests() {
    let server = start();
    let mut client = Client::new(server.addr());
    let mut script = Script::new("refused");
    script.heading("Tables that cannot be made");
    let person = json!({ "person": "Anna" });
    for order in [
        json!([]),
        json!({}),
        json!({ "game": 1, "seats": [] }),
        json!({ "game": "chess", "seats": [] }),
        json!({ "game": "ontop" }),
        json!({ "game": "ontop", "seats": {} }),
        json!({ "game": "ontop", "seats": [] }),
        json!({ "game": "ontop", "seats": [1, 2] }),
        json!({ "game": "ontop", "seats": [{}, {}] }),
        json!({ "game": "ontop", "seats": [{ "person": 1 }, { "agent": "easy" }] }),
        json!({ "game": "ontop", "seats": [{ "person": "x".repeat(41) }, { "agent": "easy" }] }),
        json!({ "game": "ontop", "seats": [person, person] }),
        json!({ "game": "ontop", "seats": [person, { "person": "", "agent": "easy" }] }),
        json!({ "game": "ontop", "seats": [person, { "friend": "", "name": "" }] }),
        json!({ "game": "ontop", "seats": [person, { "agent": "easy", "word": 1 }] }),
        json!({ "game": "ontop", "seats": [person, { "agent": 1 }] }),
        json!({ "game": "ontop", "seats": [person, { "agent": "nobody" }] }),
        json!({ "game": "ontop", "seats": [person, { "agent": "mcts(ms=99999)" }] }),
        json!({ "game": "ontop", "seats": [person, { "agent": "mcts(" }] }),
        json!({ "game": "ontop", "seats": [person, { "agent": "easy" }], "rules": 1 }),
        json!({ "game": "ontop", "seats": [person, { "agent": "easy" }], "rules": { "word": 1 } }),
        json!({ "game": "ontop", "seats": [person, { "agent": "easy" }], "rules": { "board": {} } }),
        json!({ "game": "ontop", "seats": [person, { "agent": "easy" }], "rules": { "players": 3 } }),
        json!({ "game": "ontop", "seats": [person, { "agent": "easy" }], "token": "short" }),
        json!({ "game": "ontop", "seats": [person, { "agent": "easy" }], "token": 1 }),
        json!({ "game": "ontop", "seats": [{ "agent": "easy" }, { "agent": "easy" }], "token": token('t') }),
        json!({ "game": "ontop", "seats": [person, { "agent": "easy" }], "listed": 1 }),
        json!({ "game": "ontop", "seats": [person, { "agent": "easy" }], "pace_ms": 5001 }),
        json!({ "game": "ontop", "seats": [person, { "agent": "easy" }], "word": 1 }),
    ] {
        script.post(&mut client, "/api/tables", None, &order);
    }
    script.heading("Requests at a table that cannot be read");
    let order =
        json!({ "game": "ontop", "seats": [person, { "friend": "Bernd" }], "token": token('a') });
    let made = script.post(&mut client, "/api/tables", None, &order);
    script.post(&mut client, "/api/tables", None, &order);
    let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
    let secret = token('a');
    for (rest, body) in [
        ("/moves", json!({})),
        ("/moves", json!({ "version": 0 })),
        ("/moves", json!({ "version": -1, "moves": [] })),
        ("/moves", json!({ "version": 0, "moves": "a" })),
        ("/moves", json!({ "version": 0, "moves": [], "number": 0 })),
        ("/moves", json!({ "version": 0, "moves": [], "word": 0 })),
        ("/take-back", json!({ "word": 1 })),
        ("/take-back", json!([])),
        ("/hurry", json!({ "word": 1 })),
        ("/next", json!({})),
        ("/next", json!({ "number": 0 })),
        ("/seat", json!({ "name": 1 })),
        ("/seat", json!({ "name": "x".repeat(41) })),
        ("/seat", json!({ "ask": "never" })),
        ("/seat", json!({ "word": 1 })),
        ("/link", json!({ "token": "short" })),
        ("/link", json!({ "word": 1 })),
        ("/sit", json!({})),
        ("/sit", json!({ "invite": 1 })),
        ("/sit", json!({ "invite": "wrong" })),
        ("/sit", json!({ "invite": "wrong", "token": 1 })),
        ("/sit", json!({ "invite": "wrong", "name": 1 })),
        ("/hint", json!({})),
        ("/hint", json!({ "version": 99 })),
        ("/analysis", json!({ "version": "0" })),
        ("/analysis", json!({ "version": 99 })),
    ] {
        script.post(&mut client, &format!("{path}{rest}"), Some(&secret), &body);
    }
    script.heading("Moves that are too many");
    let state = client.get(&path, Some(&secret)).expect(200);
    for moves in [json!([]), json!(vec!["x"; 10])] {
        let body = json!({ "version": state["version"], "moves": moves });
        script.post(&mut client, &format!("{path}/moves"), Some(&secret), &body);
    }
    script.heading("Without a token, and with a wrong one");
    for rest in ["/moves", "/take-back", "/hurry", "/next", "/seat", "/link", "/hint", "/analysis"]
    {
        let body = match rest {
            "/moves" => json!({ "version": 0, "moves": ["x"] }),
            "/next" => json!({ "number": 1 }),
            "/hint" | "/analysis" => json!({ "version": 0 }),
            _ => json!({}),
        };
        for token in [None, Some("wrong")] {
            script.post(&mut client, &format!("{path}{rest}"), token, &body);
        }
    }
    script.get(&mut client, &path, Some("wrong"));
    script.heading("Odd queries");
    for query in ["since=x", "since=1&since=2", "word=1", "since=1&number=1", "since=99"] {
        script.get(&mut client, &format!("{path}?{query}"), None);
    }
    script.heading("What is not there");
    for path in [
        "/api/tables/abcdefghijkm",
        "/api/tables/x",
        "/api/games/abcdefghijkm",
        "/api/games/x",
        "/api/matches/1",
        "/api/matches/1/games/0",
        "/api/nothing",
        "/nothing",
    ] {
        script.get(&mut client, path, None);
    }
    script.heading("Records that cannot be read");
    for body in [
        json!({}),
        json!({ "record": 1 }),
        json!({ "record": "" }),
        json!({ "record": "{" }),
        json!({ "record": "{}" }),
        json!({ "record": "{\"format\":1}\n{\"format\":1}" }),
    ] {
        script.post(&mut client, "/api/games", None, &body);
    }
    script.heading("Bodies, methods, hosts");
    for body in ["", "{", "[1,]", "{\"game\":1,\"game\":2}", "null"] {
        script.ask(&mut client, "POST", "/api/tables", None, Some(body));
    }
    script.ask(&mut client, "DELETE", "/api/tables", None, None);
    script.ask(&mut client, "POST", "/api/tables?x=1", None, Some("{}"));
    let large = "x".repeat(70_000);
    script.ask(&mut client, "POST", "/api/tables", None, Some(&large));
    let head = |host: &str, kind: &str| {
        format!(
            "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Type: {kind}\r\nContent-Length: 2\r\n\r\n{{}}"
        )
    };
    script.raw(&mut client, "text as a body", &head("localhost", "text/plain"));
    script.raw(&mut client, "another host", &head("example.org", "application/json"));
    let live = format!("GET {path}/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
    script.raw(&mut client, "a live connection that is none", &live);
    let origin = format!(
        "GET {path}/live HTTP/1.1\r\nHost: localhost\r\nOrigin: http://example.org\r\n\r\n"
    );
    script.raw(&mut client, "a live connection of another page", &origin);
    script.finish();
}

/// What happens to a store that was deleted is another matter on other systems.
#[cfg(unix)]
#[test]
fn limits_and_troubles() {
    let mut script = Script::new("limited");
    script.heading("Too many requests");
    let few = Rate { per_second: 1e-6, burst: 3.0 };
    let limits = ServerLimits { requests: few, ..generous() };
    let server = start_with(Config { limits, ..config() });
    let mut client = Client::new(server.addr());
    for _ in 0..4 {
        script.get(&mut client, "/healthz", None);
    }
    script.heading("Too many requests of a seat");
    let limits = ServerLimits { moves: Rate { per_second: 1e-3, burst: 1.0 }, ..generous() };
    let server = start_with(Config { limits, ..config() });
    let mut client = Client::new(server.addr());
    let seats = json!([{ "person": "" }, { "friend": "" }]);
    let order = json!({ "game": "ontop", "seats": seats, "token": token('a') });
    let made = script.post(&mut client, "/api/tables", None, &order);
    let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
    for _ in 0..2 {
        script.post(&mut client, &format!("{path}/take-back"), Some(&token('a')), &json!({}));
    }
    script.heading("Too many tables");
    let limits = ServerLimits { tables: 0, stored_tables: 0, ..generous() };
    let server = start_with(Config { limits, ..config() });
    script.post(&mut Client::new(server.addr()), "/api/tables", None, &order);
    let limits = ServerLimits { stored_tables: 0, ..generous() };
    let server = start_with(Config { limits, ..config() });
    script.post(&mut Client::new(server.addr()), "/api/tables", None, &order);
    script.heading("Agents by their names only");
    let server = start_with(Config { agents: Some(Agents::Named), ..config() });
    let mut client = Client::new(server.addr());
    let order = json!({ "game": "ontop", "seats": [{ "person": "" }, { "agent": "random" }] });
    script.post(&mut client, "/api/tables", None, &order);
    script.get_part(&mut client, "/api/catalog", |catalog| first(&mut catalog["games"], 0));
    script.heading("A store that was deleted");
    let folder = Folder::new("golden");
    let store = folder.file("kontra.db");
    let server = start_with(Config { store: Some(store.clone()), ..config() });
    let mut client = Client::new(server.addr());
    script.get(&mut client, "/readyz", None);
    std::fs::remove_file(&store).unwrap();
    for path in ["/api/tables", "/readyz", "/healthz"] {
        match path {
            "/api/tables" => script.post(&mut client, path, None, &order),
            _ => script.get(&mut client, path, None),
        };
    }
    script.finish();
}
