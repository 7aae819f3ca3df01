//! People at a table: moves that are taken back, agents that play for those who left, the clock, talk, tournaments.

use crate::common::{
    Client, Folder, Live, Made, config, dice, generous, make, make_with, play, play_out,
};
use crate::common::{start, state, wait_for};
use kontra_server::testing::shown;
use kontra_server::{Config, Rate, Server, ServerLimits};
use serde_json::{Value, json};
use std::time::Duration;

/// The state of a table once it is this seat's turn.
fn asked(client: &mut Client, table: &Made, seat: usize) -> Value {
    wait_for(|| {
        let own = state(client, table, seat);
        (own["turn"] == seat && own["thinking"].is_null()).then_some(own)
    })
}

fn undo(client: &mut Client, table: &Made, own: &Value) -> crate::common::Reply {
    let body =
        json!({ "number": own["number"], "version": own["version"], "undone": own["undone"] });
    client.post(&table.path("/undo"), Some(table.token(0)), &body)
}

/// Everything in a state that says something about the game.
fn game_of(own: &Value) -> [Value; 5] {
    ["version", "turn", "view", "choices", "events"].map(|name| own[name].clone())
}

/// Plays a card where one is asked for, else the first legal move, and takes it back: the state before, the one after the
/// move was taken back, and the moves. Where somebody announced something, the card was not played, and that is all.
fn there_and_back(client: &mut Client, table: &Made) -> Option<(Value, Value, Value)> {
    let before = asked(client, table, 0);
    let choices = before["choices"].as_array().unwrap();
    // A card that is led at once says healthy, and taking it back takes back the card alone.
    let found = !before["view"]["game"].is_null();
    let card = choices.iter().find(|choice| found && !choice["card"].is_null());
    // A marriage answers two questions, with those of others in between: only the second answer would be taken back.
    let single = |choice: &&Value| choice["send"].as_array().is_some_and(|send| send.len() == 1);
    let moves = card.or_else(|| choices.iter().find(single)).unwrap_or(&choices[0])["send"].clone();
    let version = before["version"].as_u64().unwrap();
    play(client, table, 0, version, &moves).expect(200);
    let after = wait_for(|| {
        let own = state(client, table, 0);
        let mine = own["turn"] == 0 && own["planned"] == json!([]) && own["version"] != version;
        (mine || !own["over"].is_null()).then_some(own)
    });
    let held = |own: &Value| own["view"]["cards_left"][0].clone();
    if !after["over"].is_null() || (card.is_some() && held(&after) == held(&before)) {
        return None;
    }
    assert_eq!(after["may_undo"], true);
    let back = undo(client, table, &after).expect(200);
    // The same request again changes nothing.
    assert_eq!(undo(client, table, &after).refused(409), "stale");
    Some((before, back, moves))
}

#[test]
fn a_move_that_is_taken_back_leaves_nothing_behind() {
    let folder = Folder::new("undo");
    let store = Config { store: Some(folder.file("kontra.db")), ..config() };
    let server = Server::start(store.clone()).unwrap();
    let mut client = Client::new(server.addr());
    let mut tables = vec![];
    for (game, agents) in [("doppelkopf", 3), ("just4fun", 1), ("ontop", 2)] {
        let table = make(&mut client, game, &[&[""], &vec!["random"; agents][..]].concat());
        let first = asked(&mut client, &table, 0);
        assert_eq!(first["may_undo"], false, "{game}: there is nothing yet");
        let mut times = 0;
        while times < 4 {
            let Some((before, back, moves)) = there_and_back(&mut client, &table) else { continue };
            assert_eq!(game_of(&back), game_of(&before), "{game}: as if nothing had been played");
            times += 1;
            let version = before["version"].as_u64().unwrap();
            play(&mut client, &table, 0, version, &moves).expect(200);
        }
        let last = loop {
            if let Some((_, back, _)) = there_and_back(&mut client, &table) {
                break back;
            }
        };
        tables.push((table, last));
    }
    server.stop();
    // It is gone from the disk too.
    let server = Server::start(store).unwrap();
    let mut client = Client::new(server.addr());
    for (table, back) in tables {
        assert_eq!(game_of(&state(&mut client, &table, 0)), game_of(&back));
        play_out(&mut client, &table, dice(3));
    }
}

#[test]
fn a_seat_that_takes_back_is_told_what_its_view_says() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "doppelkopf", &["", "random", "random", "random"]);
    let mut told = vec![];
    for _ in 0..8 {
        if let Some((before, back, moves)) = there_and_back(&mut client, &table) {
            told.push(back);
            play(&mut client, &table, 0, before["version"].as_u64().unwrap(), &moves).expect(200);
        }
    }
    assert!(told.len() > 2, "{}", told.len());
    let seen = play_out(&mut client, &table, dice(5));
    let id = seen["over"]["game_id"].as_str().unwrap();
    let record = client.get(&format!("/api/games/{id}/record"), None).text();
    for back in told {
        let ply = back["version"].as_u64().unwrap() as usize;
        let expected = shown(&record, ply, Some(0)).unwrap();
        for name in ["view", "choices", "story", "events"] {
            assert_eq!(back[name], expected[name], "{name} at {ply}");
        }
    }
}

#[test]
fn nobody_takes_back_what_another_person_has_to_bear() {
    let server = start();
    let mut client = Client::new(server.addr());
    let friends = make(&mut client, "ontop", &["", ""]);
    let competing = json!({ "tournament": 24 });
    let agents = ["", "random", "random", "random"];
    let tournament = make_with(&mut client, "doppelkopf", &agents, competing);
    for table in [friends, tournament] {
        let own = asked(&mut client, &table, 0);
        let moves = &own["choices"][0]["send"];
        let after =
            play(&mut client, &table, 0, own["version"].as_u64().unwrap(), moves).expect(200);
        assert_eq!(after["may_undo"], false);
        let seen = wait_for(|| {
            let seen = state(&mut client, &table, 0);
            seen["thinking"].is_null().then_some(seen)
        });
        assert_eq!(undo(&mut client, &table, &seen).refused(409), "no-undo");
    }
}

#[test]
fn an_agent_plays_for_a_person_who_left_and_gives_the_seat_back() {
    let limits = ServerLimits { absence: Duration::from_millis(150), ..generous() };
    let server = Server::start(Config { limits, ..config() }).unwrap();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "ontop", &["", ""]);
    let mut anna = Live::hello(server.addr(), &table.id, Some(table.token(0)));
    let bernd = Live::hello(server.addr(), &table.id, Some(table.token(1)));
    anna.hear_until(|message| message["seats"][1]["here"] == true);
    let path = table.path("/stand-in");
    let ask = |client: &mut Client, seat: usize| {
        client.post(&path, Some(table.token(0)), &json!({ "seat": seat }))
    };
    assert_eq!(ask(&mut client, 1).refused(409), "not-away");
    let own = state(&mut client, &table, 0);
    let moves = &own["choices"][0]["send"];
    play(&mut client, &table, 0, own["version"].as_u64().unwrap(), moves).expect(200);
    drop(bernd);
    // Anna is told when Bernd has been away for long enough.
    anna.hear_until(|message| message["seats"][1]["replaceable"] == true);
    assert_eq!(client.post(&path, None, &json!({ "seat": 1 })).refused(401), "unauthorized");
    assert_eq!(ask(&mut client, 1).expect(200)["seats"][1]["stand_in"], true);
    anna.hear_until(|message| message["turn"] == 0);
    let mut bernd = Live::hello(server.addr(), &table.id, Some(table.token(1)));
    bernd.hear_until(|message| message["seats"][1]["stand_in"] == false);
    let own = state(&mut client, &table, 0);
    let moves = &own["choices"][0]["send"];
    play(&mut client, &table, 0, own["version"].as_u64().unwrap(), moves).expect(200);
    let own = state(&mut client, &table, 1);
    assert_eq!((&own["turn"], own["choices"].as_array().unwrap().is_empty()), (&json!(1), false));
}

#[test]
fn the_next_game_waits_for_those_who_are_here() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "ontop", &["", ""]);
    play_out(&mut client, &table, dice(4));
    let mut lines: Vec<Live> =
        (0..2).map(|seat| Live::hello(server.addr(), &table.id, Some(table.token(seat)))).collect();
    lines[0].hear_until(|message| message["seats"][1]["here"] == true);
    let next = |client: &mut Client, seat: usize| {
        client
            .post(&table.path("/next"), Some(table.token(seat)), &json!({ "number": 1 }))
            .expect(200)
    };
    let seen = next(&mut client, 0);
    assert_eq!((&seen["number"], &seen["seats"][0]["ready"]), (&json!(1), &json!(true)));
    // Who leaves keeps nobody waiting.
    drop(lines.pop());
    lines[0].hear_until(|message| message["number"] == 2);
    assert_eq!(next(&mut client, 1)["seats"][0]["ready"], false);
}

#[test]
fn people_talk_in_short_lines_and_not_too_often() {
    let slow = Rate { per_second: 1e-6, burst: 2.0 };
    let limits = ServerLimits { talk: slow, ..generous() };
    let server = Server::start(Config { limits, ..config() }).unwrap();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "ontop", &["", ""]);
    let say = |client: &mut Client, seat: Option<usize>, body: Value| {
        client.post(&table.path("/talk"), seat.map(|seat| table.token(seat)), &body)
    };
    assert_eq!(
        say(&mut client, None, json!({ "id": "1", "emote": "wow" })).refused(401),
        "unauthorized"
    );
    for wrong in [
        json!({ "id": "1" }),
        json!({ "id": "1", "emote": "wow", "text": "Hallo" }),
        json!({ "id": "1", "emote": "rude" }),
        json!({ "id": "1", "text": "  \u{202e} " }),
        json!({ "id": "1", "text": "a".repeat(141) }),
    ] {
        assert_eq!(say(&mut client, Some(0), wrong).refused(400), "bad-request");
    }
    let body = json!({ "id": "1", "text": " Hallo\u{202e}! " });
    for _ in 0..2 {
        // Said twice under the same name is said once.
        let seen = say(&mut client, Some(0), body.clone()).expect(200);
        let said = json!([{ "number": 1, "seat": 0, "emote": null, "text": "Hallo!" }]);
        assert_eq!(seen["talk"], said);
    }
    say(&mut client, Some(0), json!({ "id": "2", "emote": "thanks" })).expect(200);
    assert_eq!(
        say(&mut client, Some(0), json!({ "id": "3", "emote": "thanks" })).refused(429),
        "limited"
    );
    say(&mut client, Some(1), json!({ "id": "1", "emote": "oops" })).expect(200);
    assert_eq!(state(&mut client, &table, 1)["talk"].as_array().unwrap().len(), 3);
    assert_eq!(client.get(&table.path(""), None).expect(200)["talk"], json!([]));
}

#[test]
fn a_tournament_has_24_games_and_everybody_plays_a_solo() {
    let folder = Folder::new("tournament");
    let store = Config { store: Some(folder.file("kontra.db")), ..config() };
    let mut server = Server::start(store.clone()).unwrap();
    let mut client = Client::new(server.addr());
    let agents = ["", "random", "random", "random"];
    let table = make_with(&mut client, "doppelkopf", &agents, json!({ "tournament": 24 }));
    let mut sums = vec![0.0; 4];
    for number in 1..=24_u32 {
        let seen = play_out(&mut client, &table, dice(number.into()));
        let standing = &seen["tournament"];
        assert_eq!((&standing["games"], &standing["left"]), (&json!(24), &json!(25 - number)));
        let line = seen["results"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&line["number"], &line["payoffs"]), (&json!(number), &seen["over"]["payoffs"]));
        for (sum, payoff) in sums.iter_mut().zip(line["payoffs"].as_array().unwrap()) {
            *sum += payoff.as_f64().unwrap();
        }
        assert_eq!(seen["totals"], json!(sums));
        if number == 12 {
            server.stop();
            server = Server::start(store.clone()).unwrap();
            client = Client::new(server.addr());
        }
        let owed = standing["open_solos"].as_array().unwrap().len();
        let paid = seen["view"]["compulsory"] == true;
        assert!(owed < 25 - number as usize || paid, "who is forced plays: {seen}");
        let body = json!({ "number": number });
        let next = client.post(&table.path("/next"), Some(table.token(0)), &body).expect(200);
        let left = if number == 24 { 24 } else { 24 - number };
        assert_eq!(next["tournament"]["left"], left);
        if number == 24 {
            assert!(owed == 0 || paid && owed == 1, "everybody has played a solo");
            assert_eq!((&next["results"], &next["totals"]), (&json!([]), &json!(vec![0.0; 4])));
            assert_eq!(next["tournament"]["open_solos"], json!([0, 1, 2, 3]));
        }
    }
}

#[test]
fn only_doppelkopf_has_tournaments() {
    let server = start();
    let mut client = Client::new(server.addr());
    let seats = json!([{ "agent": "random" }, { "agent": "random" }]);
    let order = json!({ "game": "ontop", "seats": seats, "tournament": 24 });
    assert_eq!(client.post("/api/tables", None, &order).refused(400), "bad-request");
}

#[test]
fn when_the_time_is_over_an_agent_decides_and_the_person_goes_on() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make_with(&mut client, "ontop", &["", "random"], json!({ "clock_s": 1 }));
    let own = asked(&mut client, &table, 0);
    assert_eq!(own["clock"]["seconds"], 1);
    assert!(own["clock"]["left_ms"].as_u64() <= Some(1000), "{}", own["clock"]);
    // Anna is here and does nothing.
    let mut anna = Live::hello(server.addr(), &table.id, Some(table.token(0)));
    let later = anna.hear_until(|message| {
        message["version"].as_u64() > own["version"].as_u64() && message["turn"] == 0
    });
    assert!(later["events"].as_array().is_some());
    let seen = state(&mut client, &table, 0);
    let own_moves = seen["events"].as_array().unwrap().iter().filter(|event| event["seat"] == 0);
    assert!(own_moves.count() > 0, "somebody has moved for Anna");
    assert!(!seen["choices"].as_array().unwrap().is_empty(), "and Anna goes on herself");
    let order = json!({ "game": "ontop", "seats": [{ "person": "" }, { "agent": "random" }], "clock_s": 0 });
    assert_eq!(client.post("/api/tables", None, &order).refused(400), "bad-request");
}
