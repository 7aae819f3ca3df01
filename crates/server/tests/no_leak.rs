//! What is sent to a seat is that seat's view and nothing else: random games over HTTP, every message compared with
//! the one that would be sent if all that the seat cannot know were different.

use crate::common::{Client, Live, Made, dice, make_with, play, size, start, state};
use kontra_doppelkopf::{Card, Cards, Doppelkopf};
use kontra_game::{
    Determinize, Game, Json, Reader, Record, Recorded, SearchRng, Seat, Shown, Streams,
};
use kontra_just4fun::{Just4Fun, Setup, Start};
use kontra_server::testing::shown;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Mutex;

/// Games in all: Doppelkopf in both styles, Just 4 Fun in both styles and with two to four players, OnTop.
const GAMES: usize = 500;

/// What people say to each other meanwhile.
const LINE: &str = "Good luck!";

/// Games of a tournament, some of whose first games are among these.
pub(crate) const TOURNAMENT: u16 = 24;

/// Everything that one listener was sent during a game.
pub(crate) struct Heard {
    /// `None`: a watcher.
    pub(crate) seat: Option<usize>,
    pub(crate) messages: Vec<Value>,
}

/// Plays one random game among people, with a live connection for each of them and one for a watcher.
pub(crate) fn play_game(
    addr: SocketAddr,
    game: &str,
    rules: Value,
    seats: usize,
    seed: u64,
) -> (Record, Vec<Heard>) {
    let mut client = Client::new(addr);
    let mut more = json!({ "rules": rules });
    if game == "doppelkopf" && seed % 4 == 1 {
        more["tournament"] = TOURNAMENT.into();
    }
    let table = make_with(&mut client, game, &vec![""; seats], more);
    let mut dice = dice(seed);
    let listeners: Vec<_> = (0..=seats)
        .map(|number| {
            let seat = (number < seats).then_some(number);
            let token = seat.map(|seat| table.token(seat).to_owned());
            let id = table.id.clone();
            std::thread::spawn(move || listen(addr, &id, seat, token.as_deref()))
        })
        .collect();
    for seat in (0..seats).filter(|_| dice(4) == 0) {
        let change = json!({ "ask": "always" });
        client.post(&table.path("/seat"), Some(table.token(seat)), &change).expect(200);
    }
    let talk = json!({ "id": "1", "text": LINE });
    client.post(&table.path("/talk"), Some(table.token(seats - 1)), &talk).expect(200);
    let mut answers: Vec<Heard> =
        (0..seats).map(|seat| Heard { seat: Some(seat), messages: vec![] }).collect();
    let mut seen = state(&mut client, &table, 0);
    while seen["over"].is_null() {
        let turn = seen["turn"].as_u64().unwrap() as usize;
        let own = state(&mut client, &table, turn);
        let send = choose(&own, &mut dice);
        let version = own["version"].as_u64().unwrap();
        seen = play(&mut client, &table, turn, version, &send).expect(200);
        answers[turn].messages.extend([own, seen.clone()]);
    }
    let mut heard: Vec<Heard> = listeners.into_iter().map(|l| l.join().unwrap()).collect();
    heard.extend(answers);
    (record(&mut client, &seen, &table), heard)
}

/// A random choice; but nearly everybody is healthy, or no game would have hidden teams.
pub(crate) fn choose(own: &Value, dice: &mut impl FnMut(usize) -> usize) -> Value {
    let choices = own["choices"].as_array().unwrap();
    let finding =
        ["immediate-solo", "reservation"].contains(&own["view"]["question"].as_str().unwrap_or(""));
    let marriage = choices.iter().position(|choice| choice["label"] == "Marriage");
    let healthy = choices.iter().position(|choice| {
        choice["label"].as_str().is_some_and(|label| label.starts_with("Healthy"))
    });
    let number = match (finding, marriage) {
        (true, Some(marriage)) if dice(2) == 0 => marriage,
        (true, _) if dice(20) > 0 => healthy.unwrap_or(0),
        _ => dice(choices.len()),
    };
    choices[number]["send"].clone()
}

pub(crate) fn listen(
    addr: SocketAddr,
    table: &str,
    seat: Option<usize>,
    token: Option<&str>,
) -> Heard {
    let mut live = Live::hello(addr, table, token);
    let mut messages = vec![];
    loop {
        let message = live.hear().unwrap();
        let over = !message["over"].is_null();
        messages.push(message);
        if over {
            return Heard { seat, messages };
        }
    }
}

pub(crate) fn record(client: &mut Client, seen: &Value, table: &Made) -> Record {
    assert_eq!(seen["table"], table.id.as_str());
    let id = seen["over"]["game_id"].as_str().unwrap();
    let line = client.get(&format!("/api/games/{id}/record"), None);
    assert_eq!(line.status, 200);
    let Json(value) = serde_json::from_slice(&line.body).unwrap();
    Record::read(&Reader::new(&value, "")).unwrap()
}

/// The fields of a message. Each of them is checked, so that a new one cannot slip in.
pub(crate) const FIELDS: [&str; 27] = [
    "type",
    "table",
    "game",
    "rules",
    "number",
    "version",
    "you",
    "turn",
    "seats",
    "thinking",
    "view",
    "choices",
    "story",
    "planned",
    "events",
    "over",
    "totals",
    "games",
    "invite",
    "ask",
    "pace_ms",
    "undone",
    "may_undo",
    "tournament",
    "clock",
    "results",
    "talk",
];

/// Checks the fields that everybody may know, whatever the cards, in the first game of a table.
pub(crate) fn check_envelope(message: &Value, seat: Option<usize>, seats: usize) {
    let names: Vec<&str> = message.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, FIELDS);
    assert_eq!(message["you"], json!(seat));
    assert_eq!(message["thinking"], Value::Null);
    for chair in message["seats"].as_array().unwrap() {
        let names: Vec<&str> = chair.as_object().unwrap().keys().map(String::as_str).collect();
        let known = ["seat", "kind", "name", "here", "open", "ready", "stand_in", "replaceable"];
        assert_eq!(names, known);
    }
    check_company(message, seat);
    if message["over"].is_null() {
        assert_eq!(message["totals"], json!(vec![0.0; seats]));
        assert_eq!(message["games"], json!([]));
    }
    // All seats are taken: there is nothing to invite to.
    assert_eq!(message["invite"], Value::Null);
    if seat.is_none() {
        assert_eq!((&message["choices"], &message["planned"]), (&json!([]), &json!([])));
    }
}

/// What people do beside the game says nothing about it, and watchers hear no talk.
fn check_company(message: &Value, seat: Option<usize>) {
    let fixed = ["pace_ms", "undone", "may_undo", "clock"].map(|name| message[name].clone());
    assert_eq!(fixed, [json!(0), json!(0), json!(false), Value::Null]);
    for said in message["talk"].as_array().unwrap() {
        assert!(seat.is_some(), "a watcher hears {said}");
        let names: Vec<&str> = said.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, ["number", "seat", "emote", "text"]);
        assert_eq!((&said["emote"], &said["text"]), (&Value::Null, &json!(LINE)));
    }
    if message["over"].is_null() {
        // Everybody owes a solo when a tournament begins, whatever the cards.
        let owed = json!({ "games": TOURNAMENT, "left": TOURNAMENT, "open_solos": [0, 1, 2, 3] });
        assert!([Value::Null, owed].contains(&message["tournament"]), "{}", message["tournament"]);
        assert_eq!(message["results"], json!([]));
    }
}

/// What a message says about the game must be what `expected` says; events may begin later.
pub(crate) fn check_game(message: &Value, expected: &Value, what: &str) {
    for name in ["view", "choices", "story"] {
        assert_eq!(message[name], expected[name], "{what}, {name}");
    }
    let (found, all) =
        (message["events"].as_array().unwrap(), expected["events"].as_array().unwrap());
    assert!(all.ends_with(found), "{what}, events\n{found:?}\n{all:?}");
}

/// Another deal of Doppelkopf that the seat cannot tell from the true one after `ply` decisions; a watcher knows
/// no hand at all.
pub(crate) fn other_deal(
    record: &Record,
    ply: usize,
    game: &Doppelkopf,
    seat: Option<usize>,
    rng: &mut SearchRng,
) -> Record {
    let mut world = *game;
    // Two samples from different seats' views mix all four hands.
    let eyes = seat.map_or(vec![0, 1, 2], |seat| vec![seat]);
    for eye in eyes {
        world = world.view(Seat::wrapping(eye, 4)).determinize(rng);
    }
    let mut hands: Vec<Cards> = Seat::all(4).map(|seat| world.hand(seat)).collect();
    for (seat, text) in &record.moves[..ply] {
        if let (Some(seat), Some(card)) = (seat, Card::parse(text)) {
            hands[seat.index()].insert(card);
        }
    }
    let mut start = record.start.clone();
    start["hands"] = hands.iter().map(ToString::to_string).collect();
    Record { start, moves: record.moves[..ply].to_vec(), result: None, ..record.clone() }
}

fn check_doppelkopf(record: &Record, heard: &[Heard], rng: &mut SearchRng) {
    for Heard { seat, messages } in heard {
        messages.iter().for_each(|message| check_envelope(message, *seat, 4));
    }
    check_hands(record, heard, rng);
}

/// Checks what messages say about a game of Doppelkopf.
pub(crate) fn check_hands(record: &Record, heard: &[Heard], rng: &mut SearchRng) {
    let replay = record.replay::<Doppelkopf>().unwrap();
    for Heard { seat, messages } in heard {
        for message in messages {
            let ply = message["version"].as_u64().unwrap() as usize;
            if message["over"].is_null() {
                let game = replay.at(ply).unwrap();
                let other = other_deal(record, ply, &game, *seat, rng);
                let expected = shown(&other.to_line(), ply, *seat).unwrap();
                check_game(message, &expected, &format!("seat {seat:?}, ply {ply}"));
                check_cards(&game, message, ply, *seat);
            }
        }
    }
}

/// Every name of a card anywhere in a message is one of the seat's own cards or was played.
fn check_cards(game: &Doppelkopf, message: &Value, ply: usize, seat: Option<usize>) {
    let played = game.public().played();
    let own = seat.map_or(Cards::NONE, |seat| game.hand(Seat::wrapping(seat, 4)));
    let text = message.to_string();
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        if let Some(card) = Card::parse(word) {
            let known = played.contains(card) || own.contains(card);
            assert!(known, "{card} is told to seat {seat:?} at ply {ply}\n{text}");
        }
    }
}

/// A position of Just 4 Fun that looks the same to the seat, as a game of its own.
fn other_position(
    record: &Record,
    game: &Just4Fun,
    seat: Option<usize>,
    rng: &mut SearchRng,
) -> Record {
    let seats = game.seats();
    let mut world = *game;
    for eye in seat.map_or((0..seats).collect(), |seat| vec![seat]) {
        world = world.view(Seat::wrapping(eye, seats)).determinize(rng);
    }
    let start = Just4Fun::write_start(&Start::new(Setup::of(&world)).unwrap());
    Record { start, moves: vec![], result: None, ..record.clone() }
}

/// The events of Just 4 Fun from nothing but the decisions, which everybody saw.
fn just4fun_events(record: &Record, ply: usize) -> Vec<Value> {
    let seats = record.players.len();
    let (mut stack, mut mover, mut events) = (55 - 4 * seats, 0, vec![]);
    for (number, (seat, text)) in (1..).zip(&record.moves[..ply]) {
        mover = seat.map_or(mover, Seat::index);
        let cards: Vec<u32> = text.split('+').filter_map(|card| card.parse().ok()).collect();
        let field: u32 = cards.iter().sum();
        let chooses = seat.is_some() && record.start["cards"] == "choose";
        let lays_down = seat.is_none() || chooses;
        let mut event = json!({ "number": number, "seat": seat.map(Seat::index), "move": text });
        let (label, label_de) = match (text.as_str(), lays_down) {
            ("redraw", _) => ("four new cards".to_owned(), "vier neue Karten".to_owned()),
            (_, false) => (format!("field {field}"), format!("Feld {field}")),
            (_, true) => {
                let sum = text.replace('+', " + ");
                (format!("{sum} = field {field}"), format!("{sum} = Feld {field}"))
            }
        };
        (event["label"], event["label_de"]) = (label.into(), label_de.into());
        event["mover"] = mover.into();
        if text != "redraw" {
            event["field"] = field.into();
        }
        let drawn = match text.as_str() {
            "redraw" => 4,
            _ if lays_down => cards.len(),
            _ => 0,
        };
        if lays_down && text != "redraw" {
            event["cards"] = json!(cards);
        }
        if drawn > 0 {
            let reshuffled = drawn > stack;
            // The used cards are the stack again, and nothing is used.
            stack = if reshuffled { 55 - 4 * seats } else { stack - drawn };
            event["reshuffled"] = reshuffled.into();
        }
        events.push(event);
    }
    events
}

fn check_just4fun(record: &Record, heard: &[Heard], rng: &mut SearchRng) {
    let replay = record.replay::<Just4Fun>().unwrap();
    let seats = record.players.len();
    for Heard { seat, messages } in heard {
        for message in messages.iter().filter(|message| message["over"].is_null()) {
            check_envelope(message, *seat, seats);
            let ply = message["version"].as_u64().unwrap() as usize;
            let game = replay.at(ply).unwrap();
            let other = other_position(record, &game, *seat, rng);
            let mut expected = shown(&other.to_line(), 0, *seat).unwrap();
            let events = just4fun_events(record, ply);
            // What a seat may remember beyond the position is in its view.
            let view = game.view(Seat::wrapping(seat.unwrap_or(0), seats));
            let remembered = Just4Fun::show(&view);
            expected["view"]["redraws"] = remembered["redraws"].clone();
            if seat.is_some() {
                expected["view"]["known"] = remembered["known"].clone();
            }
            let last = events.iter().rev().find(|event| !event["cards"].is_null());
            let last = last
                .map(|e| json!({ "mover": e["mover"], "field": e["field"], "cards": e["cards"] }));
            expected["story"] = json!({ "last": last });
            expected["events"] = events.into();
            check_game(message, &expected, &format!("seat {seat:?}, ply {ply}"));
        }
    }
}

/// Nothing is hidden in OnTop but the order of tiles that are not drawn yet, and that is not decided yet.
fn check_ontop(record: &Record, heard: &[Heard]) {
    for Heard { seat, messages } in heard {
        for message in messages.iter().filter(|message| message["over"].is_null()) {
            check_envelope(message, *seat, record.players.len());
            let ply = message["version"].as_u64().unwrap() as usize;
            let cut =
                Record { moves: record.moves[..ply].to_vec(), result: None, ..record.clone() };
            let expected = shown(&cut.to_line(), ply, *seat).unwrap();
            check_game(message, &expected, &format!("seat {seat:?}, ply {ply}"));
        }
    }
}

#[test]
fn every_byte_that_a_seat_is_sent_follows_from_its_view() {
    let server = start();
    let addr = server.addr();
    let games = size(GAMES) as u64;
    let threads = 4;
    let kinds = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let kinds = &kinds;
            scope.spawn(move || {
                for seed in (0..games).filter(|seed| seed % threads == thread) {
                    let ending = one_game(addr, seed);
                    *kinds.lock().unwrap().entry(ending).or_insert(0) += 1;
                }
            });
        }
    });
    // The test is worth something only if there was something to hide.
    let kinds = kinds.into_inner().unwrap();
    // Deals are not those of a seed: in a few games of Doppelkopf there may be few normal ones.
    assert!(games < 100 || kinds["normal"] * 4 > games, "{kinds:?}");
    println!("{kinds:?}");
}

/// Plays and checks one game; how it ended.
fn one_game(addr: SocketAddr, seed: u64) -> String {
    let mut rng = Streams::new(seed).test(0);
    let heard = match seed % 10 {
        n @ 0..=5 => {
            let style = ["step", "choose"][n as usize % 2];
            let rules = json!({ "announcing": style });
            let (record, heard) = play_game(addr, "doppelkopf", rules, 4, seed);
            check_doppelkopf(&record, &heard, &mut rng);
            heard
        }
        n @ 6..=8 => {
            let cards = ["random", "choose"][seed as usize / 10 % 2];
            let seats = n as usize - 4;
            let (record, heard) =
                play_game(addr, "just4fun", json!({ "cards": cards }), seats, seed);
            check_just4fun(&record, &heard, &mut rng);
            heard
        }
        _ => {
            let seats = 2 + seed as usize / 10 % 3;
            let (record, heard) = play_game(addr, "ontop", json!({}), seats, seed);
            check_ontop(&record, &heard);
            heard
        }
    };
    let last = heard[0].messages.last().unwrap();
    last["over"]["ending"].as_str().unwrap().to_owned()
}
