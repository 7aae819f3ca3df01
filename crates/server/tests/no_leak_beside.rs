//! What is beside a single game leaks nothing either: puzzles, links to a deal, the games of an evening or a tournament. And
//! the checks are worth something: they find leaks that are planted.

use crate::common::{Client, Made, dice, make_with, play, play_out, size, start, state};
use crate::no_leak::{
    FIELDS, Heard, TOURNAMENT, check_envelope, check_game, check_hands, choose, listen, other_deal,
    play_game, record,
};
use kontra_doppelkopf::Doppelkopf;
use kontra_game::{Json, Reader, Record, Streams};
use kontra_server::testing::shown;
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What is shown of a puzzle before the answer would be the same if all hidden cards were different.
#[test]
fn a_puzzle_tells_no_hidden_card() {
    let server = start();
    let mut client = Client::new(server.addr());
    let lines = include_str!("../data/doppelkopf-puzzles.jsonl").lines();
    let mut rng = Streams::new(5).test(0);
    for line in lines.take(size(200)) {
        let puzzle: Value = serde_json::from_str(line).unwrap();
        let id = puzzle["id"].as_str().unwrap();
        let Json(value) = serde_json::from_value(puzzle["record"].clone()).unwrap();
        let record = Record::read(&Reader::new(&value, "")).unwrap();
        let message = client.get(&format!("/api/puzzles/{id}"), None).expect(200);
        let names: Vec<&str> = message.as_object().unwrap().keys().map(String::as_str).collect();
        let known = [
            "puzzle", "game", "theme", "rating", "rules", "version", "you", "view", "choices",
            "story", "events",
        ];
        assert_eq!(names, known, "{id}");
        let (ply, seat) = (record.moves.len(), message["you"].as_u64().unwrap() as usize);
        let game = record.replay::<Doppelkopf>().unwrap().at(ply).unwrap();
        let other = other_deal(&record, ply, &game, Some(seat), &mut rng);
        let expected = shown(&other.to_line(), ply, Some(seat)).unwrap();
        check_game(&message, &expected, id);
        // What comes after the position, and the record itself, cannot be asked for.
        assert_eq!(client.get(&format!("/api/games/{id}"), None).refused(404), "not-found");
    }
}

const AGAINST_AGENTS: [&str; 4] = ["", "random", "random", "random"];

/// Checks a message of a game whose cards were played before: nothing but the game is in it, before that is over.
fn check_shared(message: &Value, id: &str, code: &str) {
    let names: Vec<&str> = message.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, FIELDS);
    if message["over"].is_null() {
        let text = message.to_string();
        assert!(!text.contains(id) && !text.contains(code), "{text}");
        assert_eq!((&message["games"], &message["results"]), (&json!([]), &json!([])), "{text}");
        assert_eq!(message["totals"], json!([0.0, 0.0, 0.0, 0.0]), "{text}");
    }
}

/// What the player of a shared deal and those who watch are sent would be the same if all that they cannot know were different.
#[test]
fn a_shared_deal_tells_no_hidden_card() {
    let server = start();
    let addr = server.addr();
    let mut client = Client::new(addr);
    for seed in 0..size(100) as u64 {
        let first = make_with(&mut client, "doppelkopf", &AGAINST_AGENTS, json!({}));
        let seen = play_out(&mut client, &first, dice(seed));
        let id = seen["over"]["game_id"].as_str().unwrap().to_owned();
        let shared = client.post(&format!("/api/games/{id}/deal"), None, &json!({})).expect(200);
        let code = shared["deal"].as_str().unwrap().to_owned();
        // All that the link says would be the same for any other cards.
        assert_eq!(shared, json!({ "deal": code }));
        let offered = client.get(&format!("/api/deals/{code}"), None).expect(200);
        assert_eq!(offered, json!({ "deal": code, "game": "doppelkopf", "seats": 4 }));
        let again = json!({ "deal": code });
        let table = make_with(&mut client, "doppelkopf", &AGAINST_AGENTS, again);
        let listeners = [Some(0), None].map(|seat: Option<usize>| {
            let (table, token) = (table.id.clone(), seat.map(|seat| table.token(seat).to_owned()));
            std::thread::spawn(move || listen(addr, &table, seat, token.as_deref()))
        });
        let over = play_out(&mut client, &table, dice(seed + 1));
        let heard = listeners.map(|listener| listener.join().unwrap());
        let messages = heard.iter().flat_map(|each| &each.messages);
        messages.for_each(|message| check_shared(message, &id, &code));
        let played = record(&mut client, &over, &table);
        check_hands(&played, &heard, &mut Streams::new(seed).test(0));
    }
}

/// Plays a game among people with random choices: what every seat and a watcher could see on the way, and the end.
fn play_and_look(
    client: &mut Client,
    table: &Made,
    dice: &mut impl FnMut(usize) -> usize,
) -> (Vec<Heard>, Value) {
    let mut heard: Vec<Heard> = (0..5)
        .map(|number| Heard { seat: (number < 4).then_some(number), messages: vec![] })
        .collect();
    loop {
        for Heard { seat, messages } in &mut heard {
            let token = seat.map(|seat| table.token(seat));
            messages.push(client.get(&table.path(""), token).expect(200));
        }
        let last = heard[0].messages.last().unwrap();
        if !last["over"].is_null() {
            let over = last.clone();
            return (heard, over);
        }
        let turn = last["turn"].as_u64().unwrap() as usize;
        let own = state(client, table, turn);
        let send = choose(&own, dice);
        play(client, table, turn, own["version"].as_u64().unwrap(), &send).expect(200);
    }
}

/// In the second game of an evening or a tournament everybody knows how the first one ended, and no more.
#[test]
fn the_next_game_of_a_session_tells_results_and_no_hidden_card() {
    let server = start();
    let mut client = Client::new(server.addr());
    for seed in 0..size(100) as u64 {
        let tournament = seed % 2 == 0;
        let more = if tournament { json!({ "tournament": TOURNAMENT }) } else { json!({}) };
        let table = make_with(&mut client, "doppelkopf", &[""; 4], more);
        let mut dice = dice(seed);
        let (_, first) = play_and_look(&mut client, &table, &mut dice);
        for seat in 0..4 {
            let next = json!({ "number": 1 });
            client.post(&table.path("/next"), Some(table.token(seat)), &next).expect(200);
        }
        let (heard, over) = play_and_look(&mut client, &table, &mut dice);
        // A marriage is no solo, even where the bride stays alone.
        let ending = first["results"][0]["ending"].as_str().unwrap();
        let is_solo = !ending.starts_with("marriage");
        let soloist = first["view"]["soloist"].as_u64().filter(|_| is_solo);
        let owed: Vec<u64> = (0..4).filter(|&seat| Some(seat) != soloist).collect();
        let owed = json!({ "games": TOURNAMENT, "left": TOURNAMENT - 1, "open_solos": owed });
        let owed = if tournament { owed } else { Value::Null };
        let told = [&first["totals"], &first["games"], &first["results"], &owed];
        for Heard { seat, messages } in &heard {
            for message in messages.iter().filter(|message| message["over"].is_null()) {
                check_next(message, *seat, told);
            }
        }
        let second = record(&mut client, &over, &table);
        check_hands(&second, &heard, &mut Streams::new(seed).test(0));
    }
}

/// Checks the fields beside the game in a second game; `told` is what the first one left behind.
fn check_next(message: &Value, seat: Option<usize>, told: [&Value; 4]) {
    let names: Vec<&str> = message.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, FIELDS);
    assert_eq!(message["you"], json!(seat));
    let found = ["totals", "games", "results", "tournament"].map(|name| &message[name]);
    assert_eq!(found, told);
}

/// Whether a check fails.
fn finds(check: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(check)).is_err()
}

/// A leak in any of the places that are checked is found: talk, what a tournament says, results, links, puzzles.
#[test]
fn leaks_that_are_planted_are_found() {
    let server = start();
    let rules = json!({ "announcing": "step" });
    // Seed 1: a tournament.
    let (played, heard) = play_game(server.addr(), "doppelkopf", rules, 4, 1);
    let sent_to = |seat| heard.iter().find(|each| each.seat == seat).unwrap().messages.iter();
    let own = sent_to(Some(0)).find(|each| each["talk"] != json!([])).cloned();
    let own = own.expect("somebody said something while the game was played");
    let watched = sent_to(None).next().cloned().unwrap();
    check_envelope(&own, Some(0), 4);
    check_envelope(&watched, None, 4);
    let plant = |message: &Value, place: &str, leak: Value| {
        let mut leaky = message.clone();
        *leaky.pointer_mut(place).unwrap_or_else(|| panic!("no {place}")) = leak;
        leaky
    };
    for (place, leak) in [
        ("/talk/0/text", json!("Bernd holds the second fox")),
        ("/tournament/open_solos", json!([0, 1])),
        ("/results", json!([{ "number": 1 }])),
        ("/games", json!(["3r52ky9xqfky"])),
        ("/totals", json!([1.0, -1.0, 1.0, -1.0])),
    ] {
        let leaky = plant(&own, place, leak);
        assert!(finds(|| check_envelope(&leaky, Some(0), 4)), "{place}");
    }
    let overheard = plant(&watched, "/talk", own["talk"].clone());
    assert!(finds(|| check_envelope(&overheard, None, 4)), "talk that a watcher hears");
    let mut rival = own.clone();
    rival["rival"] = json!({ "payoffs": [1.0, -1.0, 1.0, -1.0] });
    assert!(finds(|| check_shared(&rival, "id", "code")), "what somebody else made of the deal");
    assert!(finds(|| check_shared(&own, own["table"].as_str().unwrap(), "code")), "a name");
    // A card of another hand, as a puzzle or a game could show it.
    let hands = played.start["hands"].as_array().unwrap();
    let other = hands[1].as_str().unwrap().split(' ').next().unwrap();
    let leaky = plant(&own, "/view/winning", json!(other));
    let ear = Heard { seat: Some(0), messages: vec![leaky.clone()] };
    let mut rng = Streams::new(5).test(0);
    assert!(finds(|| check_hands(&played, &[ear], &mut rng)), "a card in a view");
    assert!(finds(|| check_game(&leaky, &own, "a puzzle")), "a card in a puzzle");
}
