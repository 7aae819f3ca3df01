//! Finished games: looking at them, pasting them, reviewing them.

use crate::common::{Client, dice, make, play_out, start, wait_for};
use kontra_game::{Json, Reader, Record};
use serde_json::{Value, json};

fn read_record(text: &str) -> Record {
    let Json(value) = serde_json::from_str(text).unwrap();
    Record::read(&Reader::new(&value, "")).unwrap()
}

#[test]
fn a_finished_game_can_be_stepped_through_from_every_seat() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "doppelkopf", &["", "random", "random", "random"]);
    let seen = play_out(&mut client, &table, dice(5));
    let id = seen["over"]["game_id"].as_str().unwrap();
    let game = client.get(&format!("/api/games/{id}"), None).expect(200);
    assert_eq!(game["over"]["payoffs"], seen["over"]["payoffs"]);
    assert_eq!((&game["players"][0], &game["players"][1]), (&json!("Anna"), &json!("random")));
    let plies = game["plies"].as_u64().unwrap();
    assert_eq!(game["events"].as_array().unwrap().len() as u64, plies);
    for ply in [0, plies / 2, plies] {
        let all = client.get(&format!("/api/games/{id}/positions/{ply}"), None).expect(200);
        assert_eq!(all["view"]["hands"].as_array().unwrap().len(), 4);
        for seat in 0..4 {
            let path = format!("/api/games/{id}/positions/{ply}?seat={seat}");
            let own = client.get(&path, None).expect(200);
            assert_eq!(own["view"]["cards"], all["view"]["hands"][seat]);
            assert_eq!(own["choices"].as_array().unwrap().is_empty(), own["turn"] != seat);
        }
    }
    for wrong in [
        format!("positions/{}", plies + 1),
        "positions/x".to_owned(),
        "positions/0?seat=4".to_owned(),
        "positions/0?seat=0&seat=1".to_owned(),
    ] {
        let reply = client.get(&format!("/api/games/{id}/{wrong}"), None);
        assert!((400..405).contains(&reply.status), "{wrong}");
    }
}

#[test]
fn a_record_comes_back_as_it_was_pasted() {
    let server = start();
    let mut client = Client::new(server.addr());
    for (game, seats) in [("doppelkopf", 4), ("just4fun", 3), ("ontop", 2)] {
        let table = make(&mut client, game, &vec!["random"; seats]);
        let seen = play_out(&mut client, &table, |_| 0);
        let id = seen["over"]["game_id"].as_str().unwrap();
        let file = client.get(&format!("/api/games/{id}/record"), None);
        assert!(
            file.header("content-disposition")
                .unwrap()
                .starts_with("attachment; filename=\"kontra-")
        );
        let mut record = read_record(&file.text());
        let pasted = client.post("/api/games", None, &json!({ "record": file.text() })).expect(201);
        let path = format!("/api/games/{}/record", pasted["game_id"].as_str().unwrap());
        assert_eq!(client.get(&path, None).text(), file.text());
        // A game that is not over can be pasted too.
        record.moves.truncate(3);
        record.result = None;
        let pasted =
            client.post("/api/games", None, &json!({ "record": record.to_line() })).expect(201);
        let path = format!("/api/games/{}", pasted["game_id"].as_str().unwrap());
        assert_eq!(client.get(&path, None).expect(200)["over"], Value::Null);
    }
}

#[test]
fn a_wrong_record_is_told_what_is_wrong() {
    let server = start();
    let mut client = Client::new(server.addr());
    let mut complaint = |record: &str| {
        let reply = client.post("/api/games", None, &json!({ "record": record }));
        reply.expect(400)["error"]["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(complaint(""), "record: expected a record, found nothing");
    assert!(complaint("{").contains("expected a record in JSON, found an early end"));
    assert!(complaint("{}").contains("kontra: expected this field"));
    let board = r#"{"kontra":1,"game":"ontop","players":["a","b"],"start":{"players":2,"teams":false,"colours":["blue","white"],"board":{}},"moves":[],"result":null}"#;
    assert!(complaint(board).contains("expected the name of a board that comes with Kontra"));
    let long = board.replace("\"b\"", &format!("\"{}\"", "b".repeat(1001)));
    assert_eq!(
        complaint(&long),
        "players[1]: expected a name of at most 1000 bytes, found a longer one"
    );
    let two = board.replace("{}", "\"reconstruction\"");
    assert!(
        complaint(&format!("{two}\n{two}")).contains("expected one record, found more than one")
    );
    assert!(
        complaint(&two.replace("[],", "[\"* xxxx\"],")).contains("moves[0]: expected a legal move")
    );
}

#[test]
fn a_review_judges_every_decision_and_stays() {
    let server = start();
    let mut client = Client::new(server.addr());
    // A short one: the last moves of a game of Just 4 Fun.
    let table = make(&mut client, "just4fun", &["random", "random"]);
    let seen = play_out(&mut client, &table, |_| 0);
    let id = seen["over"]["game_id"].as_str().unwrap();
    let path = format!("/api/games/{id}/review");
    assert_eq!(client.get(&path, None).expect(200), json!({ "status": "none" }));
    let begun = client.post(&path, None, &json!({})).expect(202);
    assert!(["waiting", "running", "done"].contains(&begun["status"].as_str().unwrap()));
    // Asking twice begins it once.
    client.post(&path, None, &json!({})).expect(202);
    let review = wait_for(|| {
        let review = client.get(&path, None).expect(200);
        (review["status"] == "done").then_some(review)
    });
    let game = client.get(&format!("/api/games/{id}"), None).expect(200);
    let plies = |list: &Value, name: &str| -> Vec<u64> {
        let list = list.as_array().unwrap();
        list.iter()
            .map(|d| if name.is_empty() { d.as_u64() } else { d[name].as_u64() }.unwrap())
            .collect()
    };
    assert_eq!(plies(&review["decisions"], "ply"), plies(&game["decisions"], ""));
    let decisions = review["decisions"].as_array().unwrap();
    let loss = |ply: u64| {
        let found = decisions.iter().find(|d| d["ply"] == ply).unwrap();
        found["loss"].as_f64().unwrap()
    };
    let mistakes = plies(&review["mistakes"], "");
    assert!(!mistakes.is_empty() && mistakes.windows(2).all(|two| loss(two[0]) >= loss(two[1])));
    for decision in decisions {
        let (value, best) =
            (decision["value"].as_f64().unwrap(), decision["best_value"].as_f64().unwrap());
        assert!(best >= value && (best - value - decision["loss"].as_f64().unwrap()).abs() < 1e-12);
    }
    let sum: f64 =
        review["seats"].as_array().unwrap().iter().map(|s| s["loss"].as_f64().unwrap()).sum();
    assert!(
        (sum - decisions.iter().map(|d| d["loss"].as_f64().unwrap()).sum::<f64>()).abs() < 1e-9
    );
}

#[test]
fn a_position_of_a_game_can_be_analysed() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "ontop", &["random", "random"]);
    let seen = play_out(&mut client, &table, |_| 0);
    let id = seen["over"]["game_id"].as_str().unwrap();
    let path = format!("/api/games/{id}/analysis");
    let analysis = client.post(&path, None, &json!({ "ply": 1 })).expect(200);
    assert_eq!((&analysis["version"], &analysis["unit"]), (&json!(1), &json!("win")));
    assert_eq!(analysis["moves"].as_array().unwrap().len(), 24);
    // Chance decides at ply 0.
    assert_eq!(client.post(&path, None, &json!({ "ply": 0 })).refused(409), "not-your-turn");
    assert_eq!(client.post(&path, None, &json!({ "ply": 999_999 })).refused(404), "not-found");
}
