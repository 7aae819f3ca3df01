//! Whole games at tables, and what there is to ask about them afterwards.

use crate::common::{Client, dice, wait_for};
use crate::golden::script::Script;
use crate::golden::{start, token};
use kontra_game::{Json, Reader, Record};
use serde_json::{Value, json};

const LETTERS: [char; 4] = ['a', 'b', 'c', 'd'];

/// A table of people; the first one makes it, the others are invited.
struct People {
    id: String,
    seats: usize,
}

impl People {
    fn sit_down(script: &mut Script, client: &mut Client, game: &str, seats: usize) -> People {
        let mut listed = vec![json!({ "friend": "" }); seats];
        listed[0] = json!({ "person": "Anna" });
        let order = json!({ "game": game, "seats": listed, "token": token('a') });
        let made = script.post(client, "/api/tables", None, &order);
        let id = made["table"].as_str().unwrap().to_owned();
        let invite = made["invite"].as_str().unwrap().rsplit('#').next().unwrap().to_owned();
        let people = People { id, seats };
        for (letter, name) in LETTERS[1..seats].iter().zip(["Bernd", "Clara", "David"]) {
            let body = json!({ "invite": invite, "token": token(*letter), "name": name });
            script.post(client, &people.path("/sit"), None, &body);
        }
        people
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}{rest}", self.id)
    }

    /// Plays to the end; after every move a watcher and the next seat look at the table.
    fn play(&self, script: &mut Script, client: &mut Client) -> Value {
        let mut dice = dice(11);
        let mut seen = script.get(client, &self.path(""), Some(&token('a')));
        while seen["over"].is_null() {
            let turn = seen["turn"].as_u64().unwrap() as usize;
            let version = &seen["version"];
            let secret = token(LETTERS[turn]);
            let path = self.path(&format!("?since={version}"));
            let own = script.get(client, &path, Some(&secret));
            script.get(client, &path, None);
            let choices = own["choices"].as_array().unwrap();
            let choice = &choices[dice(choices.len())];
            let body = json!({ "number": 1, "version": version, "moves": choice["send"] });
            seen = script.post(client, &self.path("/moves"), Some(&secret), &body);
        }
        for &letter in &LETTERS[..self.seats] {
            script.get(client, &self.path(""), Some(&token(letter)));
        }
        script.get(client, &self.path(""), None);
        seen
    }
}

/// What a seat may ask for before the first move.
fn questions_of_a_seat(script: &mut Script, client: &mut Client, people: &People) {
    let state = script.get(client, &people.path(""), Some(&token('a')));
    let turn = state["turn"].as_u64().unwrap() as usize;
    let secret = token(LETTERS[turn]);
    let (own, other) = (Some(secret.as_str()), Some(token(LETTERS[(turn + 1) % people.seats])));
    let version = json!({ "version": state["version"] });
    let mut post = |rest: &str, token: Option<&str>, body: &Value| {
        script.post(client, &people.path(rest), token, body);
    };
    post("/analysis", own, &version);
    // The table is free for the next question a moment after the answer.
    post("/analysis", other.as_deref(), &version);
    post("/seat", own, &json!({ "name": "Berta", "ask": "always" }));
    post("/seat", own, &json!({ "ask": "own-turn" }));
    post("/take-back", own, &json!({}));
    post("/hurry", own, &json!({}));
    post("/link", own, &json!({ "token": token('x') }));
    post("/link", Some(&token('x')), &json!({ "token": secret }));
    post("/next", own, &json!({ "number": 1 }));
    post("/moves", own, &json!({ "version": state["version"], "moves": ["never"] }));
    post("/moves", other.as_deref(), &json!({ "version": state["version"], "moves": ["never"] }));
    post("/moves", own, &json!({ "version": 99, "moves": ["never"] }));
    post("/moves", own, &json!({ "number": 7, "version": 0, "moves": ["never"] }));
}

/// The choice that the engine likes is one of those that were offered.
fn hint(script: &mut Script, client: &mut Client, people: &People) {
    let state = client.get(&people.path(""), Some(&token('a'))).expect(200);
    let turn = state["turn"].as_u64().unwrap() as usize;
    let own = client.get(&people.path(""), Some(&token(LETTERS[turn]))).expect(200);
    let body = json!({ "version": own["version"] });
    let path = people.path("/hint");
    // Whatever was asked before has to be over.
    wait_for(|| {
        (client.post(&path, Some(&token(LETTERS[turn])), &body).status == 200).then_some(())
    });
    let hint = wait_for(|| {
        let reply = client.post(&path, Some(&token(LETTERS[turn])), &body);
        (reply.status == 200).then_some(reply)
    });
    assert!(own["choices"].as_array().unwrap().contains(&hint.json()["choice"]));
    script.note(&hint);
}

/// A finished game from all sides.
fn afterwards(script: &mut Script, client: &mut Client, people: &People, seen: &Value) {
    let id = seen["over"]["game_id"].as_str().unwrap();
    let path = format!("/api/games/{id}");
    let game = script.get(client, &path, None);
    for ply in 0..=game["plies"].as_u64().unwrap() {
        script.get(client, &format!("{path}/positions/{ply}"), None);
        let seat = ply as usize % people.seats;
        script.get(client, &format!("{path}/positions/{ply}?seat={seat}"), None);
    }
    script.get(client, &format!("{path}/positions/99999"), None);
    script.get(client, &format!("{path}/positions/x"), None);
    script.get(client, &format!("{path}/positions/0?seat=9"), None);
    script.get(client, &format!("{path}/positions/0?place=9"), None);
    script.get(client, &format!("{path}/record"), None);
    script.get(client, &format!("{path}/review"), None);
    let decisions = game["decisions"].as_array().unwrap();
    script.post(client, &format!("{path}/analysis"), None, &json!({ "ply": decisions[0] }));
    script.post(client, &format!("{path}/analysis"), None, &json!({ "ply": game["plies"] }));
    let record = client.get(&format!("{path}/record"), None).text();
    review(script, client, &record, decisions[0].as_u64().unwrap());
}

/// A record that ends after its first decision, so that the review is short.
fn review(script: &mut Script, client: &mut Client, record: &str, first: u64) {
    let Json(value) = serde_json::from_str(record).unwrap();
    let mut record = Record::read(&Reader::new(&value, "")).unwrap();
    record.moves.truncate(first as usize + 1);
    record.result = None;
    let body = json!({ "record": record.to_line() });
    let pasted = script.post(client, "/api/games", None, &body);
    let path = format!("/api/games/{}", pasted["game_id"].as_str().unwrap());
    script.get(client, &path, None);
    let path = format!("{path}/review");
    // How far it is by now depends on the machine.
    let begun = client.post(&path, None, &json!({})).expect(202);
    assert_eq!(begun["total"], 1);
    wait_for(|| (client.get(&path, None).expect(200)["status"] == "done").then_some(()));
    script.get(client, &path, None);
    script.post(client, &path, None, &json!({}));
}

/// The state when it is the person's turn, or when the agent to move has made up its mind and waits for its time: an agent
/// that is hurried while it thinks moves at once, whatever it has found by then. An answer that nobody notices waits for
/// nothing, so what is seen while one is asked for it is a matter of luck.
fn settled(client: &mut Client, path: &str, secret: &str) -> Value {
    wait_for(|| {
        let state = client.get(path, Some(secret)).expect(200);
        let events = state["events"].as_array().unwrap();
        let moved = events.iter().filter(|event| event["seat"].as_u64() > Some(0)).count();
        let thought = format!("kontra_thought_seconds_count {}\n", moved + 1);
        let waits = client.get("/metrics", None).text().contains(&thought);
        let question = state["view"]["question"].as_str();
        let unnoticed = matches!(question, Some("immediate-solo" | "announcement"));
        (state["turn"] == 0 || !state["over"].is_null() || waits && !unnoticed).then_some(state)
    })
}

/// Somebody plays with an agent, which is hurried.
fn with_an_agent(script: &mut Script, client: &mut Client, game: &str, seats: usize) {
    // Where there are announcements, those of random players would take their time.
    let random = if game == "doppelkopf" { "random-cards" } else { "random" };
    let mut sitters = vec![json!({ "agent": random }); seats];
    sitters[0] = json!({ "person": "" });
    sitters[1] = json!({ "agent": "easy" });
    let order = json!({ "game": game, "seats": sitters, "token": token('z'), "pace_ms": 5000, "listed": true });
    let made = script.post(client, "/api/tables", None, &order);
    let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
    let secret = token('z');
    script.get(client, "/api/tables", None);
    let mut thinking = false;
    for _ in 0..12 {
        let state = settled(client, &path, &secret);
        if !state["over"].is_null() {
            break;
        }
        if state["turn"] == 0 {
            let body = json!({ "version": state["version"], "moves": state["choices"][0]["send"] });
            script.post(client, &format!("{path}/moves"), Some(&secret), &body);
            continue;
        }
        if !thinking {
            thinking = true;
            script.get(client, &path, Some(&secret));
            script.get(client, &path, None);
        }
        script.post(client, &format!("{path}/hurry"), Some(&secret), &json!({}));
        wait_for(|| {
            let now = client.get(&path, Some(&secret)).expect(200);
            (now["version"] != state["version"]).then_some(())
        });
    }
}

/// A table at which only agents sit: everybody sees everything.
fn agents_alone(script: &mut Script, client: &mut Client, game: &str, seats: usize) {
    let order = json!({ "game": game, "seats": vec![json!({ "agent": "random" }); seats] });
    let made = script.post(client, "/api/tables", None, &order);
    let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
    wait_for(|| (!client.get(&path, None).expect(200)["over"].is_null()).then_some(()));
    script.get(client, &path, None);
    let next = client.post(&format!("{path}/next"), None, &json!({ "number": 1 }));
    assert_eq!(next.status, 200);
    wait_for(|| (!client.get(&path, None).expect(200)["over"].is_null()).then_some(()));
    script.get(client, &path, None);
    script.get(client, &format!("{path}?since=3&number=1"), None);
}

fn play(name: &'static str, game: &str, seats: usize) {
    let server = start();
    let mut client = Client::new(server.addr());
    let mut script = Script::new(name);
    let (script, client) = (&mut script, &mut client);
    script.heading("People sit down");
    let people = People::sit_down(script, client, game, seats);
    script.heading("What a seat may ask for");
    questions_of_a_seat(script, client, &people);
    script.heading("A hint");
    hint(script, client, &people);
    script.heading("A game");
    let seen = people.play(script, client);
    script.heading("Afterwards");
    afterwards(script, client, &people, &seen);
    script.heading("The next game");
    let body = json!({ "version": seen["version"], "moves": ["never"] });
    script.post(client, &people.path("/moves"), Some(&token('a')), &body);
    for number in [1, 1, 7] {
        let body = json!({ "number": number });
        script.post(client, &people.path("/next"), Some(&token('a')), &body);
    }
    script.heading("With an agent");
    with_an_agent(script, client, game, seats);
    script.heading("Agents alone");
    agents_alone(script, client, game, seats);
    std::mem::replace(script, Script::new(name)).finish();
}

#[test]
fn doppelkopf() {
    play("doppelkopf", "doppelkopf", 4);
}

#[test]
fn just4fun() {
    play("just4fun", "just4fun", 3);
}

#[test]
fn ontop() {
    play("ontop", "ontop", 2);
}

/// A game without pages of its own, with moves that others do not see.
#[test]
fn hearts() {
    play("hearts", "hearts", 4);
}
