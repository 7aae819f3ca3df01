//! The review of a recorded game in which an announcement was lost.

use crate::common::{Client, start, wait_for};
use serde_json::{Value, json};

/// A game in which the first announcement was made on a poor hand, and was not kept.
const RECORD: &str = include_str!("data/lost-announcement.jsonl");

#[test]
fn a_lost_announcement_is_named_as_the_mistake() {
    let server = start();
    let mut client = Client::new(server.addr());
    let added = client.post("/api/games", None, &json!({ "record": RECORD })).expect(201);
    let path = format!("/api/games/{}", added["game_id"].as_str().unwrap());
    let game = client.get(&path, None).expect(200);
    let events = game["events"].as_array().unwrap();
    let announced = events.iter().position(|event| !event["announced"].is_null()).unwrap();
    let seat = &events[announced]["seat"];
    let own = seat.as_u64().unwrap() as usize;
    assert!(game["over"]["payoffs"][own].as_f64().unwrap() < 0.0, "the announcement was lost");
    // The names that the players had at their table.
    assert_eq!(game["players"][1], "Ada (network)");

    // What was decided after the announcement takes long to judge: the record up to the first card is enough.
    let mut early: Value = serde_json::from_str(RECORD).unwrap();
    early["moves"].as_array_mut().unwrap().truncate(announced + 6);
    early["result"] = Value::Null;
    let early = early.to_string();
    let added = client.post("/api/games", None, &json!({ "record": early })).expect(201);
    let review = format!("/api/games/{}/review", added["game_id"].as_str().unwrap());
    client.post(&review, None, &json!({})).expect(202);
    let review = wait_for(|| {
        let review = client.get(&review, None).expect(200);
        (review["status"] == "done").then_some(review)
    });
    assert_eq!(review["mistakes"][0], announced, "{}", review["mistakes"]);
    let decisions = review["decisions"].as_array().unwrap();
    // The strongest agent has the last word.
    assert!(review["spec"].as_str().unwrap().starts_with("champion"), "{}", review["spec"]);
    let mistake = decisions.iter().find(|decision| decision["ply"] == announced).unwrap();
    assert_eq!((&mistake["seat"], &mistake["best"]), (seat, &json!("no")));
    let kinds = ["trumps", "kept"];
    for (reason, kind) in mistake["reasons"].as_array().unwrap().iter().zip(kinds) {
        assert_eq!(reason["kind"], kind, "{mistake}");
    }
    let kept = &mistake["reasons"][1];
    assert!(kept["number"].as_u64().unwrap() < 50 && kept["level"].is_string(), "{mistake}");
    assert!(mistake["win"].as_f64().unwrap() < mistake["best_win"].as_f64().unwrap(), "{mistake}");
    // Small differences are told, and not called mistakes.
    let least = review["mistakes"].as_array().unwrap().iter().map(|ply| {
        let decision = decisions.iter().find(|decision| decision["ply"] == *ply).unwrap();
        decision["loss"].as_f64().unwrap()
    });
    assert!(least.clone().all(|loss| loss >= 0.2), "{:?}", least.collect::<Vec<_>>());
}
