//! The cards of a finished game, played again: the code tells nothing before the game is over.

use crate::common::{Client, Made, dice, make, make_with, play_out, start, state};
use serde_json::{Value, json};

/// A finished game of a person against agents, and the code of its deal.
fn finished(client: &mut Client, game: &str, seats: &[&str]) -> (String, String, Value) {
    let table = make(client, game, seats);
    let first = state(client, &table, 0);
    let seen = play_out(client, &table, dice(3));
    let id = seen["over"]["game_id"].as_str().unwrap().to_owned();
    let shared = client.post(&format!("/api/games/{id}/deal"), None, &json!({})).expect(200);
    (id, shared["deal"].as_str().unwrap().to_owned(), first)
}

fn own_cards(client: &mut Client, table: &Made) -> Value {
    state(client, table, 0)["view"]["hand"].clone()
}

#[test]
fn the_same_cards_are_dealt_and_results_are_compared_at_the_end() {
    let server = start();
    let mut client = Client::new(server.addr());
    let seats = ["", "random", "random", "random"];
    let (id, code, first) = finished(&mut client, "doppelkopf", &seats);
    // Asking again gives the same code.
    let again = client.post(&format!("/api/games/{id}/deal"), None, &json!({})).expect(200);
    assert_eq!(again["deal"], code.as_str());
    let record = client.get(&format!("/api/games/{id}"), None).expect(200);
    let table = make_with(&mut client, "doppelkopf", &seats, json!({ "deal": code }));
    assert_eq!(own_cards(&mut client, &table), first["view"]["hand"]);
    let over = play_out(&mut client, &table, dice(4));
    assert_eq!(over["over"]["rival"]["payoffs"], record["over"]["payoffs"]);
    assert_eq!(over["over"]["rival"]["players"], record["players"]);
    // The next game at the table is a fresh one.
    let token = Some(table.token(0));
    client.post(&table.path("/next"), token, &json!({ "number": 1 })).expect(200);
    let next = play_out(&mut client, &table, dice(5));
    assert!(next["over"]["rival"].is_null());
}

#[test]
fn a_code_tells_nothing_before_its_game_is_over() {
    let server = start();
    let mut client = Client::new(server.addr());
    let seats = ["", "random", "random", "random"];
    let (id, code, _) = finished(&mut client, "doppelkopf", &seats);
    assert_ne!(id, code);
    let shown = client.get(&format!("/api/deals/{code}"), None).expect(200);
    assert_eq!(shown, json!({ "deal": code, "game": "doppelkopf", "seats": 4 }));
    // The game cannot be looked at by the code of its deal.
    for path in ["", "/record", "/positions/0", "/review"] {
        let reply = client.get(&format!("/api/games/{code}{path}"), None);
        assert_eq!(reply.refused(404), "not-found");
    }
    let order = |seats: Value| json!({ "game": "doppelkopf", "deal": code, "seats": seats });
    let agent = json!({ "agent": "random" });
    // A table without people would show all hands to everybody; friends would play against somebody who knows the cards.
    for seats in [
        json!([agent, agent, agent, agent]),
        json!([{ "person": "" }, { "friend": "" }, agent, agent]),
    ] {
        assert_eq!(client.post("/api/tables", None, &order(seats)).refused(400), "bad-request");
    }
    // While the deal is played, no message has anything of the first game in it.
    let table = make_with(&mut client, "doppelkopf", &seats, json!({ "deal": code }));
    let mut dice = dice(4);
    loop {
        let seen = state(&mut client, &table, 0);
        if !seen["over"].is_null() {
            break;
        }
        let text = seen.to_string();
        assert!(!text.contains(&id) && !text.contains(&code) && !text.contains("rival"), "{text}");
        let watched = client.get(&table.path(""), None).expect(200);
        // The agents may have ended the game meanwhile.
        if !watched["over"].is_null() {
            break;
        }
        assert!(watched["view"]["hands"].is_null() && !watched.to_string().contains(&id));
        if seen["turn"] == 0 && !seen["choices"].as_array().unwrap().is_empty() {
            let choices = seen["choices"].as_array().unwrap();
            let send = &choices[dice(choices.len())]["send"];
            let version = seen["version"].as_u64().unwrap();
            crate::common::play(&mut client, &table, 0, version, send).expect(200);
        }
    }
}

#[test]
fn agents_play_the_cards_of_a_finished_game_by_its_id() {
    let server = start();
    let mut client = Client::new(server.addr());
    let (id, code, _) = finished(&mut client, "just4fun", &["", "random"]);
    let table = make_with(&mut client, "just4fun", &["random", "random"], json!({ "deal": id }));
    let seen = play_out(&mut client, &table, |_| 0);
    assert!(seen["over"]["rival"].is_object());
    // A person may not: they could have looked at all cards.
    let order = |deal: &str, game: &str| {
        let seats = json!([{ "person": "" }, { "agent": "random" }]);
        json!({ "game": game, "deal": deal, "seats": seats })
    };
    assert_eq!(client.post("/api/tables", None, &order(&id, "just4fun")).refused(404), "not-found");
    assert_eq!(
        client.post("/api/tables", None, &order(&code, "ontop")).refused(400),
        "bad-request"
    );
    for unknown in ["aaaaaaaaaaaa", "?"] {
        let reply = client.post("/api/tables", None, &order(unknown, "just4fun"));
        assert_eq!(reply.refused(404), "not-found");
    }
}
