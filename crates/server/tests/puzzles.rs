//! Puzzles: the right answer solves, another one does not, and only a choice of the position is an answer.

use crate::common::{Client, start};
use serde_json::{Value, json};

fn first(client: &mut Client, theme: &str) -> String {
    let list = client.get("/api/puzzles", None).expect(200);
    let found = list["puzzles"].as_array().unwrap().iter().find(|puzzle| puzzle["theme"] == theme);
    found.expect("a puzzle of every theme")["puzzle"].as_str().unwrap().to_owned()
}

#[test]
fn a_right_answer_solves_and_a_wrong_one_does_not() {
    let server = start();
    let mut client = Client::new(server.addr());
    for theme in ["follow", "announcing"] {
        let id = first(&mut client, theme);
        let shown = client.get(&format!("/api/puzzles/{id}"), None).expect(200);
        let path = format!("/api/puzzles/{id}/answer");
        let mut solved = [0, 0];
        for choice in shown["choices"].as_array().unwrap() {
            let answer = client.post(&path, None, &json!({ "moves": choice["send"] })).expect(200);
            let right = answer["answers"].as_array().unwrap().contains(&choice["send"][0]);
            assert_eq!(answer["solved"], right);
            solved[usize::from(right)] += 1;
            let moves = answer["analysis"]["moves"].as_array().unwrap();
            assert!(moves.iter().all(|entry| entry["win"].is_f64()), "{moves:?}");
            assert_eq!(answer["view"]["hands"].as_array().map(Vec::len), Some(4));
        }
        assert!(solved[0] > 0 && solved[1] > 0, "{id}: {solved:?}");
    }
}

#[test]
fn what_is_no_choice_is_no_answer() {
    let server = start();
    let mut client = Client::new(server.addr());
    let id = first(&mut client, "lead");
    let path = format!("/api/puzzles/{id}/answer");
    for moves in [json!([]), json!(["XX"]), json!(["no", "XX"])] {
        let refused = client.post(&path, None, &json!({ "moves": moves })).refused(400);
        assert_eq!(refused, "bad-request");
    }
    assert_eq!(client.post(&path, None, &Value::Null).refused(400), "bad-request");
    for path in ["/api/puzzles/none", "/api/puzzles/none/answer"] {
        let body = json!({ "moves": ["no"] });
        let reply = match path.ends_with("answer") {
            true => client.post(path, None, &body),
            false => client.get(path, None),
        };
        assert_eq!(reply.refused(404), "not-found");
    }
}
