//! Every kind of live message.

use crate::common::{Client, Live, wait_for};
use crate::golden::script::Script;
use crate::golden::{start, token};
use serde_json::json;

#[test]
fn live_messages() {
    let server = start();
    let mut client = Client::new(server.addr());
    let mut script = Script::new("live");
    let seats = json!([{ "person": "Anna" }, { "friend": "Bernd" }, { "agent": "random" }]);
    let order = json!({ "game": "just4fun", "seats": seats, "token": token('a') });
    let made = script.post(&mut client, "/api/tables", None, &order);
    let id = made["table"].as_str().unwrap();
    let path = format!("/api/tables/{id}");

    script.heading("Somebody who does not say hello");
    for first in [
        "{\"type\":\"ping\"}",
        "{",
        "[]",
        "{}",
        "{\"type\":\"hello\",\"since\":-1}",
        "{\"type\":\"hello\",\"word\":1}",
    ] {
        let mut live = Live::connect(server.addr(), id);
        script.say(&mut live, first);
        script.hear(&mut live);
        script.hear(&mut live);
    }

    script.heading("A wrong token, and a table that is not there");
    for (table, token) in [(id, token('w')), ("abcdefghijkm", token('a')), ("x", token('a'))] {
        let mut live = Live::connect(server.addr(), table);
        let hello = json!({ "type": "hello", "token": token });
        script.say(&mut live, &hello.to_string());
        while !script.hear(&mut live).is_null() {}
    }

    script.heading("A watcher");
    let mut live = Live::connect(server.addr(), id);
    script.say(&mut live, "{\"type\":\"hello\"}");
    script.hear(&mut live);
    for text in ["{\"type\":\"ping\"}", "{\"type\":\"hurry\"}", MOVE] {
        script.say(&mut live, text);
        script.hear(&mut live);
    }
    drop(live);

    script.heading("A seat");
    let mut live = Live::connect(server.addr(), id);
    let hello = json!({ "type": "hello", "token": token('a'), "number": 1, "since": 0 });
    script.say(&mut live, &hello.to_string());
    let state = script.hear(&mut live);
    for text in [
        "{\"type\":\"ping\"}",
        "{\"type\":\"hurry\"}",
        "{\"type\":\"hello\"}",
        "{\"type\":\"move\"}",
        "{\"type\":\"move\",\"version\":0}",
        "{\"type\":\"move\",\"version\":0,\"moves\":[]}",
        "{\"type\":\"move\",\"version\":0,\"moves\":[1]}",
        "{\"type\":\"move\",\"version\":9,\"moves\":[\"1\"]}",
        "{\"type\":\"move\",\"version\":0,\"moves\":[\"never\"]}",
        "{\"type\":\"move\",\"version\":0,\"number\":3,\"moves\":[\"never\"]}",
        "{\"type\":\"ping\",\"more\":true}",
        "hello",
    ] {
        script.say(&mut live, text);
        script.hear(&mut live);
    }
    let choice = &state["choices"][0]["send"];
    let body = json!({ "type": "move", "version": state["version"], "moves": choice });
    script.say(&mut live, &body.to_string());
    script.hear(&mut live);
    script.say(&mut live, &body.to_string());
    script.hear(&mut live);

    script.heading("A seat whose link is replaced");
    script.post(
        &mut client,
        &format!("{path}/link"),
        Some(&token('a')),
        &json!({ "token": token('n') }),
    );
    script.hear(&mut live);

    script.heading("Too much is said");
    wait_for(|| {
        let state = client.get(&path, None).expect(200);
        (state["seats"][0]["here"] == false).then_some(())
    });
    let mut live = Live::hello(server.addr(), id, None);
    script.hear(&mut live);
    live.socket.send(tungstenite::Message::binary(vec![1])).unwrap();
    script.hear(&mut live);
    script.finish();
}

const MOVE: &str = "{\"type\":\"move\",\"version\":0,\"moves\":[\"1\"]}";
