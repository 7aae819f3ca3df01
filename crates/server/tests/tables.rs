//! Tables with people and agents.

use crate::common::{
    Client, Live, config, dice, generous, make, make_with, play, play_out, start, state, wait_for,
};
use kontra_server::{Config, Server, ServerLimits};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const EASY: [&str; 4] = ["", "beginner", "beginner", "beginner"];

#[test]
fn a_person_plays_each_game_to_its_end_against_agents() {
    let server = start();
    let mut client = Client::new(server.addr());
    for (game, seats) in [
        ("doppelkopf", &EASY[..]),
        ("just4fun", &["", "flat(iterations=20)"]),
        ("ontop", &["random", "", "random"]),
    ] {
        let table = make(&mut client, game, seats);
        let seen = play_out(&mut client, &table, dice(7));
        let payoffs = seen["over"]["payoffs"].as_array().unwrap();
        assert!((payoffs.iter().map(|p| p.as_f64().unwrap()).sum::<f64>()).abs() < 1e-9);
        assert_eq!(seen["totals"], seen["over"]["payoffs"]);
        assert_eq!(seen["games"], json!([seen["over"]["game_id"]]));
        assert_eq!(seen["choices"], json!([]));
        // Nobody can continue it.
        let seat = table.tokens.iter().position(Option::is_some).unwrap();
        let version = seen["version"].as_u64().unwrap();
        assert_eq!(play(&mut client, &table, seat, version, &json!(["no"])).refused(409), "over");
    }
}

#[test]
fn agents_play_by_themselves_and_everybody_may_watch_everything() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make_with(&mut client, "doppelkopf", &["random"; 4], json!({ "listed": true }));
    assert!(table.tokens.iter().all(Option::is_none));
    let seen = wait_for(|| {
        let seen = client.get(&table.path(""), None).expect(200);
        (!seen["over"].is_null()).then_some(seen)
    });
    assert_eq!(seen["view"]["hands"].as_array().unwrap().len(), 4);
    let list = client.get("/api/tables", None).expect(200);
    assert_eq!(list["tables"][0]["table"], table.id);
    assert_eq!(list["tables"][0]["over"], true);
    // Anybody may let them play again.
    let next = client.post(&table.path("/next"), None, &json!({ "number": 1 })).expect(200);
    assert_eq!(next["number"], 2);
}

#[test]
fn a_list_of_tables_tells_who_is_there() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make_with(&mut client, "just4fun", &["", ""], json!({ "listed": true }));
    let mut live = Live::hello(server.addr(), &table.id, Some(table.token(1)));
    live.hear().unwrap();
    let list = client.get("/api/tables", None).expect(200);
    let here: Vec<&Value> =
        list["tables"][0]["seats"].as_array().unwrap().iter().map(|seat| &seat["here"]).collect();
    assert_eq!(here, [&json!(false), &json!(true)]);
}

#[test]
fn two_people_at_a_table_see_each_others_moves_at_once() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", ""]);
    let mut lives =
        [0, 1].map(|seat| Live::hello(server.addr(), &table.id, Some(table.token(seat))));
    for live in &mut lives {
        live.hear_until(|m| m["seats"][0]["here"] == true && m["seats"][1]["here"] == true);
    }
    let mut dice = dice(3);
    let mut versions = [0, 0];
    for turn in 0..8 {
        let seat = turn % 2;
        let own = state(&mut client, &table, seat);
        let choices = own["choices"].as_array().unwrap();
        let send = &choices[dice(choices.len())]["send"];
        let version = own["version"].as_u64().unwrap();
        lives[seat].say(&json!({ "type": "move", "version": version, "moves": send }));
        for (live, seen) in lives.iter_mut().zip(&mut versions) {
            let news = live.hear_until(|m| m["version"].as_u64() == Some(version + 2));
            // Every event comes exactly once: the field, then the cards.
            let numbers: Vec<u64> = news["events"]
                .as_array()
                .unwrap()
                .iter()
                .map(|e| e["number"].as_u64().unwrap())
                .collect();
            assert_eq!(numbers, (*seen + 1..=version + 2).collect::<Vec<_>>());
            *seen = version + 2;
        }
    }
}

#[test]
fn a_move_against_an_old_version_is_refused_and_changes_nothing() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", ""]);
    let own = state(&mut client, &table, 0);
    let send = own["choices"][0]["send"].clone();
    play(&mut client, &table, 0, 0, &send).expect(200);
    let reply = play(&mut client, &table, 0, 0, &send);
    assert_eq!(reply.refused(409), "stale");
    assert_eq!(
        reply.json()["error"]["message"],
        "version: expected 2, found 0 (somebody has moved)"
    );
    assert_eq!(state(&mut client, &table, 0)["version"], 2);
    let reply = play(&mut client, &table, 1, 2, &json!(["37"]));
    assert_eq!(reply.refused(400), "illegal");
    assert_eq!(state(&mut client, &table, 1)["version"], 2);
}

#[test]
fn a_player_who_comes_back_gets_what_was_missed() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "ontop", &["", "random"]);
    let mut live = Live::hello(server.addr(), &table.id, Some(table.token(0)));
    let first = live.hear_until(|m| m["turn"] == 0);
    drop(live);
    let version = first["version"].as_u64().unwrap();
    play(&mut client, &table, 0, version, &first["choices"][0]["send"]).expect(200);
    wait_for(|| (state(&mut client, &table, 0)["turn"] == 0).then_some(()));
    let mut live = Live::connect(server.addr(), &table.id);
    live.say(&json!({ "type": "hello", "token": table.token(0), "number": 1, "since": version }));
    let news = live.hear().unwrap();
    assert_eq!(news["events"][0]["number"], version + 1);
    // What belongs to another game is told from its beginning.
    let mut live = Live::connect(server.addr(), &table.id);
    live.say(&json!({ "type": "hello", "token": table.token(0), "number": 7, "since": version }));
    assert_eq!(live.hear().unwrap()["events"][0]["number"], 1);
}

#[test]
fn several_devices_at_one_seat() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", ""]);
    let mut devices = [0, 1].map(|_| Live::hello(server.addr(), &table.id, Some(table.token(0))));
    for device in &mut devices {
        device.hear_until(|m| m["seats"][0]["here"] == true);
    }
    let [first, mut second] = devices;
    drop(first);
    // One device less, but the person is still here.
    let own = state(&mut client, &table, 0);
    play(&mut client, &table, 0, 0, &own["choices"][0]["send"]).expect(200);
    let news = second.hear_until(|m| m["version"] == 2);
    assert_eq!(news["seats"][0]["here"], true);
    drop(second);
    wait_for(|| (state(&mut client, &table, 0)["seats"][0]["here"] == false).then_some(()));
}

/// Four people without a reservation: a normal game, in which seat 0 leads.
fn normal_game(client: &mut Client) -> crate::common::Made {
    let table = make(client, "doppelkopf", &["", "", "", ""]);
    for seat in 0..4 {
        let version = state(client, &table, seat)["version"].as_u64().unwrap();
        play(client, &table, seat, version, &json!(["no", "no"])).expect(200);
    }
    table
}

#[test]
fn a_card_says_on_the_way_that_nothing_is_announced() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = normal_game(&mut client);
    let own = state(&mut client, &table, 0);
    assert_eq!(own["view"]["question"], "announcement");
    let choices = own["choices"].as_array().unwrap();
    let cards: Vec<&Value> = choices.iter().filter(|choice| !choice["card"].is_null()).collect();
    assert!(!cards.is_empty() && cards.iter().all(|choice| choice["send"][0] == "no"));
    let version = own["version"].as_u64().unwrap();
    let seen = play(&mut client, &table, 0, version, &cards[0]["send"]).expect(200);
    // The three others are asked for announcements too, and the server answers for them; then the card lies there.
    let events = seen["events"].as_array().unwrap();
    let told: Vec<(u64, &str)> =
        events.iter().map(|e| (e["seat"].as_u64().unwrap(), e["move"].as_str().unwrap())).collect();
    let card = cards[0]["card"].as_str().unwrap();
    assert_eq!(told[..5], [(0, "no"), (1, "no"), (2, "no"), (3, "no"), (0, card)]);
    assert_eq!((&seen["planned"], &seen["turn"]), (&json!([]), &json!(1)));
}

/// A table of four people at which seat 0 has led a card before anything was said, and the card.
fn led_at_once(client: &mut Client) -> (crate::common::Made, String) {
    loop {
        let table = make(client, "doppelkopf", &["", "", "", ""]);
        let own = state(client, &table, 0);
        let choices = own["choices"].as_array().unwrap();
        let Some(led) = choices.iter().find(|choice| !choice["card"].is_null()) else {
            let both = own["view"]["cards"].as_array().unwrap().iter().filter(|&c| c == "CQ");
            assert_eq!(both.count(), 2, "a marriage, or else a card may be led");
            continue;
        };
        let card = led["card"].as_str().unwrap().to_owned();
        play(client, &table, 0, 0, &led["send"]).expect(200);
        return (table, card);
    }
}

#[test]
fn to_lead_a_card_at_once_says_healthy() {
    let server = start();
    let mut client = Client::new(server.addr());
    let (table, card) = led_at_once(&mut client);
    for seat in 1..4 {
        let own = state(&mut client, &table, seat);
        let offers_cards = own["choices"].as_array().unwrap().iter().any(|c| !c["card"].is_null());
        assert!(!offers_cards, "seat {seat} cannot know what is led");
        let version = own["version"].as_u64().unwrap();
        play(&mut client, &table, seat, version, &json!(["no", "no"])).expect(200);
    }
    let seen = state(&mut client, &table, 1);
    assert_eq!((&seen["view"]["game"], &seen["view"]["trick"]), (&json!("normal"), &json!([card])));
}

#[test]
fn a_card_that_was_led_at_once_stays_in_the_hand_when_somebody_plays_a_solo() {
    let server = start();
    let mut client = Client::new(server.addr());
    let (table, _) = led_at_once(&mut client);
    for (seat, answers) in
        [(1, json!(["no", "no"])), (2, json!(["no", "yes"])), (3, json!(["no", "no"]))]
    {
        let version = state(&mut client, &table, seat)["version"].as_u64().unwrap();
        play(&mut client, &table, seat, version, &answers).expect(200);
    }
    for answer in ["yes", "queens-solo"] {
        let version = state(&mut client, &table, 2)["version"].as_u64().unwrap();
        play(&mut client, &table, 2, version, &json!([answer])).expect(200);
    }
    let seen = state(&mut client, &table, 0);
    assert_eq!(
        (&seen["view"]["game"], &seen["view"]["trick"]),
        (&json!("queens-solo"), &json!([]))
    );
    assert_eq!(
        (&seen["planned"], seen["view"]["cards"].as_array().unwrap().len()),
        (&json!([]), 12)
    );
}

#[test]
fn a_player_who_wants_to_be_asked_always_is() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = normal_game(&mut client);
    // By default the three others are not asked before the leader's first card...
    let own = state(&mut client, &table, 0);
    assert_eq!((&own["turn"], &own["view"]["question"]), (&json!(0), &json!("announcement")));
    let change = json!({ "ask": "always", "name": "Berta" });
    let seen = client.post(&table.path("/seat"), Some(table.token(2)), &change).expect(200);
    assert_eq!((&seen["ask"], &seen["seats"][2]["name"]), (&json!("always"), &json!("Berta")));
    let version = own["version"].as_u64().unwrap();
    let card = own["choices"].as_array().unwrap().iter().find(|c| !c["card"].is_null()).unwrap();
    let seen = play(&mut client, &table, 0, version, &card["send"]).expect(200);
    // ... but seat 2 is now, and the card waits for its answer.
    assert_eq!((&seen["turn"], &seen["planned"]), (&json!(2), &json!([card["card"]])));
    // An announcement makes the others think again: the planned card is not played.
    let own = state(&mut client, &table, 2);
    let announce =
        own["choices"].as_array().unwrap().iter().find(|c| !c["level"].is_null()).unwrap();
    let version = own["version"].as_u64().unwrap();
    play(&mut client, &table, 2, version, &announce["send"]).expect(200);
    assert_eq!(state(&mut client, &table, 0)["planned"], json!([]));
    // Who no longer wants to be asked is answered for.
    let change = json!({ "ask": "own-turn" });
    client.post(&table.path("/seat"), Some(table.token(2)), &change).expect(200);
    assert_eq!(state(&mut client, &table, 2)["turn"], 0);
}

#[test]
fn a_plan_never_becomes_an_answer_to_another_question() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "doppelkopf", &["", "", "", ""]);
    // Seat 0 plans to say 'yes' to a solo, but seat 1 is faster: it plays a solo at once.
    play(&mut client, &table, 0, 0, &json!(["no", "no", "yes", "yes"])).expect(200);
    let seen = state(&mut client, &table, 1);
    let version = seen["version"].as_u64().unwrap();
    play(&mut client, &table, 1, version, &json!(["yes", "hearts-solo"])).expect(200);
    let seen = state(&mut client, &table, 0);
    assert_eq!(seen["view"]["game"], "hearts-solo");
    assert_eq!(
        (&seen["planned"], &seen["view"]["announced"]["kontra"]),
        (&json!([]), &Value::Null)
    );
}

#[test]
fn games_follow_each_other_at_a_table() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "doppelkopf", &["", "random", "random", "random"]);
    let next = |client: &mut Client, number: u64| {
        client.post(&table.path("/next"), Some(table.token(0)), &json!({ "number": number }))
    };
    assert_eq!(next(&mut client, 1).refused(409), "not-over");
    let first = play_out(&mut client, &table, dice(1));
    assert_eq!(first["view"]["dealer"], 3);
    let seen = next(&mut client, 1).expect(200);
    assert_eq!((&seen["number"], &seen["over"]), (&json!(2), &Value::Null));
    assert_eq!(seen["view"]["dealer"], 0);
    // A request for the same game a moment later gets it; an older wish is stale.
    assert_eq!(next(&mut client, 1).expect(200)["number"], 2);
    let second = play_out(&mut client, &table, dice(2));
    assert_eq!(next(&mut client, 2).expect(200)["number"], 3);
    assert_eq!(next(&mut client, 1).refused(409), "stale");
    let totals = second["totals"].as_array().unwrap();
    for (seat, total) in totals.iter().enumerate() {
        let sum = first["over"]["payoffs"][seat].as_f64().unwrap()
            + second["over"]["payoffs"][seat].as_f64().unwrap();
        assert_eq!(total.as_f64(), Some(sum));
    }
    assert_eq!(second["games"].as_array().unwrap().len(), 2);
}

#[test]
fn an_agent_that_thinks_can_be_told_to_move_now() {
    let server = start();
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "ontop", &["mcts(ms=10000)", ""]);
    let seen = state(&mut client, &table, 1);
    assert_eq!(seen["thinking"]["seat"], 0);
    assert_eq!(seen["thinking"]["most_ms"], 10_000);
    let reply = client.post(&table.path("/hurry"), Some(table.token(1)), &json!({})).expect(200);
    assert_eq!(reply["hurried"], true);
    let seen = wait_for(|| {
        let seen = state(&mut client, &table, 1);
        (seen["turn"] == 1).then_some(seen)
    });
    assert_eq!((&seen["thinking"], &seen["version"]), (&Value::Null, &json!(3)));
    let reply = client.post(&table.path("/hurry"), Some(table.token(1)), &json!({})).expect(200);
    assert_eq!(reply["hurried"], false);
}

#[test]
fn a_hint_is_one_of_the_choices_and_an_analysis_has_every_move() {
    let limits = ServerLimits { analysis: Duration::from_millis(50), ..generous() };
    let server = Server::start(Config { limits, ..config() }).unwrap();
    let mut client = Client::new(server.addr());
    for game in ["doppelkopf", "just4fun", "ontop"] {
        let table = match game {
            "doppelkopf" => normal_game(&mut client),
            _ => make(&mut client, game, &["", ""]),
        };
        let own = state(&mut client, &table, 0);
        let ask = json!({ "version": own["version"] });
        let hint = client.post(&table.path("/hint"), Some(table.token(0)), &ask).expect(200);
        assert!(own["choices"].as_array().unwrap().contains(&hint["choice"]), "{hint}");
        let analysis = wait_for(|| {
            let reply = client.post(&table.path("/analysis"), Some(table.token(0)), &ask);
            (reply.status == 200).then(|| reply.json())
        });
        let moves = analysis["moves"].as_array().unwrap();
        assert!(moves.iter().any(|m| m["move"] == analysis["chosen"]));
        let share: f64 = moves.iter().map(|m| m["share"].as_f64().unwrap()).sum();
        assert!((share - 1.0).abs() < 1e-9);
        let values = moves.iter().filter_map(|m| m["value"].as_f64());
        if analysis["unit"] == "win" {
            assert!(values.into_iter().all(|value| (-1e-9..=1.0 + 1e-9).contains(&value)));
        } else {
            // Behind the announcement there is the card.
            let cards = analysis["next"]["moves"].as_array().unwrap();
            assert!(cards.iter().all(|m| m["move"].as_str().unwrap().len() == 2));
        }
        let reply =
            client.post(&table.path("/analysis"), Some(table.token(0)), &json!({ "version": 999 }));
        assert_eq!(reply.refused(409), "stale");
    }
}

#[test]
fn an_agent_with_a_clock_takes_its_time_also_for_its_last_card() {
    let server = start();
    let mut client = Client::new(server.addr());
    let agent = "ensemble-uct(ms=60, worlds=1)";
    // Until there is a game whose last trick does not end with the person's card.
    for seed in 0..20 {
        let table = make(&mut client, "doppelkopf", &["", agent, agent, agent]);
        let (mut dice, mut last) = (dice(seed), Instant::now());
        let over = play_out(&mut client, &table, |choices| {
            last = Instant::now();
            dice(choices)
        });
        let taken = last.elapsed();
        let events = over["events"].as_array().unwrap();
        let after = events.iter().rev().take_while(|event| event["seat"] != 0).count() as u32;
        if after > 0 {
            let least = after * Duration::from_millis(60);
            assert!(
                taken >= least,
                "{after} cards after {taken:?}: a player that fast has no choice"
            );
            return;
        }
    }
    panic!("the person always had the last card");
}
