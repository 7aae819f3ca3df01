//! The real program as a server: what it prints, and what it keeps when it is killed.

use crate::served::{Client, Served, folder, own_turn};
use serde_json::{Value, json};
use std::process::Command;

#[test]
fn no_acknowledged_move_is_lost_when_the_server_is_killed() {
    let folder = folder("kill");
    let store = folder.join("kontra.db");
    let mut served = Served::start(&store);
    let mut client = Client::new(served.addr);
    let order = json!({ "game": "ontop", "seats": [{ "person": "Anna" }, { "agent": "random" }] });
    let made = client.post("/api/tables", None, &order).expect(201);
    let token = made["links"][0]["token"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
    let mut kills = 0;
    loop {
        let seen = own_turn(&mut client, &path, &token);
        if !seen["over"].is_null() {
            break;
        }
        let version = seen["version"].as_u64().unwrap();
        let send = &seen["choices"][version as usize % 7]["send"];
        let send = if send.is_null() { &seen["choices"][0]["send"] } else { send };
        let body = json!({ "version": version, "moves": send });
        let acknowledged = client.post(&format!("{path}/moves"), Some(&token), &body).expect(200);
        if version % 4 == 1 {
            served.kill();
            kills += 1;
            served = Served::start(&store);
            client = Client::new(served.addr);
            let again = client.get(&path, Some(&token)).expect(200);
            let (before, after) = (&acknowledged["events"], again["events"].as_array().unwrap());
            let known: Vec<Value> = after
                .iter()
                .skip(version as usize)
                .take(before.as_array().unwrap().len())
                .cloned()
                .collect();
            assert_eq!(&Value::Array(known), before);
        }
    }
    assert!(kills >= 3, "{kills}");
    // The finished game is there after a last kill.
    let seen = client.get(&path, Some(&token)).expect(200);
    served.kill();
    let served = Served::start(&store);
    let mut client = Client::new(served.addr);
    let id = seen["over"]["game_id"].as_str().unwrap();
    let game = client.get(&format!("/api/games/{id}"), None).expect(200);
    assert_eq!(game["over"]["payoffs"], seen["over"]["payoffs"]);
    drop(served);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_taken_address_is_told_in_one_sentence() {
    let folder = folder("taken");
    let served = Served::start(&folder.join("a.db"));
    let output = Command::new(env!("CARGO_BIN_EXE_kontra"))
        .args(["serve", "--no-open", "--addr", &served.addr.to_string(), "--store"])
        .arg(folder.join("b.db"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let sentence = String::from_utf8(output.stderr).unwrap();
    let expected = "expected an address to listen at, found that another program has it";
    assert_eq!(sentence, format!("kontra: {}: {expected}\n", served.addr));
    drop(served);
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn it_goes_down_in_peace_when_asked_to() {
    let folder = folder("terminate");
    let mut served = Served::start(&folder.join("a.db"));
    let mut client = Client::new(served.addr);
    client.get("/healthz", None).expect(200);
    let id = served.process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(served.process.wait().unwrap().code(), Some(0));
    std::fs::remove_dir_all(folder).unwrap();
}
