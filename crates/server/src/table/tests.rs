//! The messages in the book are written by these tests: `UPDATE_EXPECT=1` writes them anew.

use super::{Asker, Order, Table};
use crate::config::Allowed;
use crate::game;
use crate::ids::Random;
use crate::messages::{NewTable, Request};
use kontra_game::{Reader, Seat, Streams, Turn};
use serde_json::{Value, json};
use std::path::Path;

/// The table that a client asks for.
pub(super) fn order(body: &Value) -> Order {
    let mut object = Reader::new(body, "").object().unwrap();
    Order::check(
        NewTable::read(&mut object).unwrap(),
        Allowed { agents: crate::Agents::Any, programs: &[] },
        std::time::Duration::ZERO,
    )
    .unwrap()
}

/// A table with nothing random about it.
fn table(game: &str, seats: Value, seed: u64) -> Table {
    let order = order(&json!({ "game": game, "seats": seats }));
    let (mut table, _) = Table::new(order, &Random::System).unwrap();
    for token in ["b", "c", "d"].iter().map(|letter| letter.repeat(32)) {
        if let Some(invite) = table.invite.clone() {
            table.sit(&invite, &token, String::new()).unwrap();
        }
    }
    table.id = "k3v9x2m7qa4d".to_owned();
    table.seed = seed;
    table.game = game::begin(table.kind, &table.rules, None, Streams::new(seed)).unwrap();
    table.chairs[0].here = 1;
    table.settle();
    table
}

/// Plays on: the person who is asked makes the choice that `choose` picks, until `stop` says so.
fn play(table: &mut Table, stop: impl Fn(&Table) -> bool) {
    let mut step = 0;
    while !table.is_over() && !stop(table) {
        let Turn::Seat(seat) = table.game.turn() else { panic!("chance is settled") };
        let message = json!(table.message(Asker::Seat(seat), 0));
        let choices = message["choices"].as_array().unwrap();
        // Nobody plays a solo or announces anything; among cards, fields and placements any will do. A card is led when it
        // is known which game is played.
        let found = !message["view"]["game"].is_null();
        let plain = choices.iter().filter(|c| c["level"].is_null());
        let plain: Vec<&Value> = plain.filter(|c| found || c["card"].is_null()).collect();
        let cards: Vec<&&Value> = plain.iter().filter(|c| !c["card"].is_null()).collect();
        step += 1;
        let choice = match (cards.is_empty(), choices[0]["send"][0] == "no") {
            (false, _) => cards[step * 7 % cards.len()],
            (true, true) => &plain[0],
            (true, false) => &plain[step * 7 % plain.len()],
        };
        let moves = choice["send"].as_array().unwrap().iter();
        let moves: Vec<String> = moves.map(|text| text.as_str().unwrap().to_owned()).collect();
        table.play(seat, &moves).unwrap();
    }
    if table.is_over() {
        table.close_game(&Random::System);
        *table.games.last_mut().unwrap() = "r7hq2x9mnd4b".to_owned();
    }
}

/// Compares a message with its file in the book.
fn expect(name: &str, message: &Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/web-api").join(name);
    let text = serde_json::to_string_pretty(message).unwrap() + "\n";
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(known == text, "{name} is not as in the book; UPDATE_EXPECT=1 writes it anew");
}

fn own(table: &Table, since: usize) -> Value {
    json!(table.message(Asker::Seat(Seat::wrapping(0, 4)), since))
}

#[test]
fn a_table_of_an_older_version_can_be_read() {
    let mut stored = doppelkopf().to_stored();
    let mut settings: Value = serde_json::from_str(&stored.settings).unwrap();
    for name in ["invite", "tournament", "clock_s", "undone", "results"] {
        assert!(settings.as_object_mut().unwrap().remove(name).is_some(), "{name}");
    }
    for seat in settings["seats"].as_array_mut().unwrap() {
        for name in ["plan", "stand_in"] {
            assert!(seat.as_object_mut().unwrap().remove(name).is_some(), "{name}");
        }
    }
    stored.settings = settings.to_string();
    let table = Table::restore(stored).unwrap();
    let seen = own(&table, 0);
    assert_eq!((&seen["tournament"], &seen["results"]), (&Value::Null, &json!([])));
}

fn question(table: &Table) -> Value {
    own(table, 0)["view"]["question"].clone()
}

fn doppelkopf() -> Table {
    let seats = json!([{ "person": "Anna" }, { "friend": "Bernd" }, { "friend": "Clara" }, { "friend": "David" }]);
    table("doppelkopf", seats, 2012)
}

#[test]
fn doppelkopf_from_the_first_question_to_the_sheet() {
    let mut table = doppelkopf();
    expect("doppelkopf-reservation.json", &own(&table, 0));
    play(&mut table, |table| question(table) == "announcement");
    expect("doppelkopf-announcement.json", &own(&table, 0));
    let third_trick = |table: &Table| {
        let view = &own(table, 0)["view"];
        let mine = table.game.turn() == Turn::Seat(Seat::wrapping(0, 4));
        let trick = view["trick"].as_array().unwrap();
        mine && view["question"] == "card" && !trick.is_empty() && view["cards_left"][0] == 10
    };
    play(&mut table, third_trick);
    expect("doppelkopf-card.json", &own(&table, table.game.version() - 4));
    let watcher = json!(table.message(Asker::Watcher, table.game.version()));
    expect("doppelkopf-watcher.json", &watcher);
    play(&mut table, |_| false);
    expect("doppelkopf-over.json", &own(&table, table.game.version() - 1));
}

#[test]
fn just4fun_in_the_middle_and_at_the_end() {
    let seats = json!([{ "person": "Anna" }, { "friend": "Bernd" }]);
    let mut table = table("just4fun", seats, 2024);
    let mine = |table: &Table| table.game.turn() == Turn::Seat(Seat::wrapping(0, 2));
    play(&mut table, |table| table.game.version() >= 16 && mine(table));
    expect("just4fun.json", &own(&table, table.game.version() - 2));
    play(&mut table, |_| false);
    expect("just4fun-over.json", &own(&table, table.game.version() - 2));
}

#[test]
fn ontop_in_the_middle_and_at_the_end() {
    let seats = json!([{ "person": "Anna" }, { "friend": "Bernd" }]);
    let mut table = table("ontop", seats, 2009);
    let mine = |table: &Table| table.game.turn() == Turn::Seat(Seat::wrapping(0, 2));
    play(&mut table, |table| table.game.version() >= 24 && mine(table));
    expect("ontop.json", &own(&table, table.game.version() - 2));
    play(&mut table, |_| false);
    expect("ontop-over.json", &own(&table, table.game.version() - 1));
}
