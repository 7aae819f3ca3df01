//! One invite link for a table; everybody's secret is their own; a request whose answer is lost may be sent again.

use crate::common::{Client, Folder, Live, config, start};
use kontra_server::{Config, Server};
use serde_json::{Value, json};

/// A token as a browser makes it.
fn token(letter: &str) -> String {
    letter.repeat(32)
}

/// A table of Doppelkopf for its maker, two friends and an agent: its path, the invite, and the answer.
fn make(client: &mut Client, own: Option<&str>) -> (String, String, Value) {
    let seats =
        json!([{ "person": "Anna" }, { "friend": "" }, { "agent": "random" }, { "friend": "" }]);
    let mut order = json!({ "game": "doppelkopf", "seats": seats });
    if let Some(own) = own {
        order["token"] = json!(own);
    }
    let made = client.post("/api/tables", None, &order).expect(201);
    let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
    let invite = made["invite"].as_str().unwrap().rsplit('#').next().unwrap().to_owned();
    (path, invite, made)
}

fn sit(client: &mut Client, path: &str, body: &Value) -> crate::common::Reply {
    client.post(&format!("{path}/sit"), None, body)
}

#[test]
fn the_host_of_a_table_gets_one_seat_and_an_invitation_and_nobody_elses_secret() {
    let server = start();
    let mut client = Client::new(server.addr());
    let (path, invite, made) = make(&mut client, None);
    let links = made["links"].as_array().unwrap();
    assert_eq!((links.len(), &links[0]["seat"]), (1, &json!(0)));
    let own = links[0]["token"].as_str().unwrap();
    // The invitation is no token, and a token no invitation.
    assert_eq!(client.get(&path, Some(&invite)).refused(401), "unauthorized");
    assert_eq!(sit(&mut client, &path, &json!({ "invite": own })).refused(401), "unauthorized");
    let friends: Vec<Value> = ["Bernd", "Clara"]
        .iter()
        .map(|name| sit(&mut client, &path, &json!({ "invite": invite, "name": name })).expect(200))
        .collect();
    assert_eq!((&friends[0]["seat"], &friends[1]["seat"]), (&json!(1), &json!(3)));
    // Three secrets, all different, each for its own seat.
    let tokens: Vec<&str> =
        friends.iter().chain(links).map(|l| l["token"].as_str().unwrap()).collect();
    assert!(tokens[0] != tokens[1] && tokens[1] != tokens[2] && tokens[0] != tokens[2]);
    for (token, seat) in tokens.iter().zip([1, 3, 0]) {
        assert_eq!(client.get(&path, Some(token)).expect(200)["you"], seat);
    }
    let seen = client.get(&path, Some(own)).expect(200);
    assert_eq!(
        (&seen["seats"][1]["name"], &seen["seats"][3]["open"]),
        (&json!("Bernd"), &json!(false))
    );
    // The table is full: the invitation opens nothing any more.
    assert_eq!(
        (&seen["invite"], sit(&mut client, &path, &json!({ "invite": invite })).refused(409)),
        (&Value::Null, "full".to_owned())
    );
    // Nobody makes two seats their own.
    let seats = json!([{ "person": "A" }, { "person": "B" }]);
    let reply = client.post("/api/tables", None, &json!({ "game": "ontop", "seats": seats }));
    assert!(reply.text().contains("expected one person"), "{}", reply.text());
}

#[test]
fn who_sits_at_a_table_sees_its_invitation_and_a_watcher_does_not() {
    let server = start();
    let mut client = Client::new(server.addr());
    let (path, invite, made) = make(&mut client, None);
    let own = made["links"][0]["token"].as_str().unwrap();
    let expected = format!("/join/{}#{invite}", made["table"].as_str().unwrap());
    assert_eq!(client.get(&path, Some(own)).expect(200)["invite"], expected.as_str());
    assert!(!client.get(&path, None).text().contains(&invite));
    let mut live = Live::hello(server.addr(), made["table"].as_str().unwrap(), None);
    assert!(!live.hear().unwrap().to_string().contains(&invite));
    // An empty seat hides its cards like any other.
    let watched = client.get(&path, None).expect(200);
    assert_eq!(watched["seats"][1]["open"], true);
    assert!(watched["view"].get("hands").is_none());
}

#[test]
fn requests_whose_answer_is_lost_can_be_sent_again() {
    let folder = Folder::new("again");
    let store = folder.file("kontra.db");
    let begin = || Server::start(Config { store: Some(store.clone()), ..config() }).unwrap();
    let server = begin();
    let mut client = Client::new(server.addr());
    let (anna, bernd, clara) = (token("a"), token("b"), token("c"));
    // The same table, the same seat.
    let (path, invite, made) = make(&mut client, Some(&anna));
    assert_eq!(make(&mut client, Some(&anna)).2, made);
    let body = json!({ "invite": invite, "token": bernd, "name": "Bernd" });
    let seat = sit(&mut client, &path, &body).expect(200);
    assert_eq!(sit(&mut client, &path, &body).expect(200), seat);
    sit(&mut client, &path, &json!({ "invite": invite, "token": clara })).expect(200);
    // Also when the table is full meanwhile, and after a restart.
    drop(server);
    let server = begin();
    let mut client = Client::new(server.addr());
    assert_eq!(sit(&mut client, &path, &body).expect(200), seat);
    // 'New link' twice: the old token is worth nothing the second time, and the new one works.
    let fresh = json!({ "token": token("d") });
    let link = client.post(&format!("{path}/link"), Some(&bernd), &fresh).expect(200);
    assert_eq!(client.post(&format!("{path}/link"), Some(&bernd), &fresh).expect(200), link);
    assert_eq!(client.get(&path, Some(&token("d"))).expect(200)["you"], seat["seat"]);
    assert_eq!(client.get(&path, Some(&bernd)).refused(401), "unauthorized");
    let other = json!({ "token": token("e") });
    assert_eq!(
        client.post(&format!("{path}/link"), Some(&bernd), &other).refused(401),
        "unauthorized"
    );
    // Settings are what they are said to be, however often.
    let change = json!({ "name": "Berta", "ask": "always" });
    let seen = client.post(&format!("{path}/seat"), Some(&anna), &change).expect(200);
    assert_eq!(client.post(&format!("{path}/seat"), Some(&anna), &change).expect(200), seen);
}

#[test]
fn tables_that_two_requests_make_at_the_same_time_are_one() {
    let server = start();
    let addr = server.addr();
    let made: Vec<Value> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(move || make(&mut Client::new(addr), Some(&token("z"))).2))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(made.iter().all(|each| *each == made[0]), "{made:?}");
}

#[test]
fn a_move_of_the_last_game_is_not_made_in_the_next_one() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = crate::common::make(&mut client, "just4fun", &["", ""]);
    let first = crate::common::state(&mut client, &table, 0);
    crate::common::play_out(&mut client, &table, crate::common::dice(5));
    client.post(&table.path("/next"), Some(table.token(0)), &json!({ "number": 1 })).expect(200);
    let begins = (0..2)
        .find(|&seat| {
            !crate::common::state(&mut client, &table, seat)["choices"]
                .as_array()
                .unwrap()
                .is_empty()
        })
        .unwrap();
    let own = crate::common::state(&mut client, &table, begins);
    let mut body = json!({ "version": own["version"], "moves": own["choices"][0]["send"], "number": first["number"] });
    let path = table.path("/moves");
    assert_eq!(client.post(&path, Some(table.token(begins)), &body).refused(409), "stale");
    body["number"] = own["number"].clone();
    client.post(&path, Some(table.token(begins)), &body).expect(200);
}

#[test]
fn weak_and_odd_secrets_are_refused_without_being_repeated() {
    let server = start();
    let mut client = Client::new(server.addr());
    let (path, invite, _) = make(&mut client, None);
    for odd in ["", "short", "mysecret+mysecret+mysecret+mysec", &"x".repeat(33)] {
        let reply = sit(&mut client, &path, &json!({ "invite": invite, "token": odd }));
        assert_eq!(reply.refused(400), "bad-request");
        assert!(odd.is_empty() || !reply.text().contains(odd), "{}", reply.text());
    }
}

#[test]
fn names_lose_what_turns_lines_round() {
    let server = start();
    let mut client = Client::new(server.addr());
    let hidden = "\u{202e}An\u{1b}[2Jna\u{2069}\n";
    let seats = json!([{ "person": hidden }, { "agent": "random", "name": hidden }]);
    let made =
        client.post("/api/tables", None, &json!({ "game": "ontop", "seats": seats })).expect(201);
    let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
    let own = made["links"][0]["token"].as_str().unwrap();
    let seen =
        client.post(&format!("{path}/seat"), Some(own), &json!({ "name": hidden })).expect(200);
    assert_eq!(
        (&seen["seats"][0]["name"], &seen["seats"][1]["name"]),
        (&json!("An[2Jna"), &json!("An[2Jna"))
    );
}
