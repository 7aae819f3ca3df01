//! Every game of the catalog can be played at a table, and nobody is sent what is hidden.

use crate::common::{Client, dice, make, make_with, play_out, start, state, wait_for};
use kontra_agents::games::{Hearts, Kuhn, Leduc};
use kontra_game::{Determinize, Record, Recorded, Rewind, Seat, Streams};
use kontra_server::testing::shown;
use serde_json::{Value, json};

fn catalog(client: &mut Client) -> Vec<Value> {
    client.get("/api/catalog", None).expect(200)["games"].as_array().unwrap().clone()
}

#[test]
fn a_person_plays_every_game_of_the_catalog_to_its_end() {
    let server = start();
    let mut client = Client::new(server.addr());
    for entry in catalog(&mut client) {
        let game = entry["game"].as_str().unwrap();
        let seats = entry["seats_min"].as_u64().unwrap() as usize;
        let mut sitters = vec!["random"; seats];
        sitters[0] = "";
        let table = make(&mut client, game, &sitters);
        let seen = play_out(&mut client, &table, dice(7));
        assert_eq!(seen["over"]["payoffs"].as_array().unwrap().len(), seats, "{game}");
        // The finished game can be looked at, and there everything is seen.
        let id = seen["over"]["game_id"].as_str().unwrap();
        let whole = client.get(&format!("/api/games/{id}"), None).expect(200);
        let events = whole["events"].as_array().unwrap();
        assert!(events.iter().all(|event| event["move"].is_string()), "{game}");
    }
}

#[test]
fn every_option_of_the_catalog_is_a_rule_of_a_table() {
    let server = start();
    let mut client = Client::new(server.addr());
    for entry in catalog(&mut client) {
        let game = entry["game"].as_str().unwrap();
        for option in entry["options"].as_array().unwrap() {
            let name = option["name"].as_str().unwrap();
            for value in option["values"].as_array().unwrap() {
                // Numbers and flags are sent as such; how many play follows from the seats.
                let text = value.as_str().unwrap();
                let value = serde_json::from_str(text).unwrap_or_else(|_| json!(text));
                let teams = name == "teams" && text == "true";
                let seats = match (name, teams) {
                    ("players", _) => text.parse().unwrap(),
                    (_, true) => 4,
                    _ => entry["seats_min"].as_u64().unwrap() as usize,
                };
                let rules = json!({ "rules": { name: value } });
                make_with(&mut client, game, &vec![""; seats], rules);
            }
        }
    }
}

#[test]
fn a_hint_and_an_analysis_come_with_every_game() {
    let server = start();
    let mut client = Client::new(server.addr());
    for game in ["hearts", "kuhn-poker", "tic-tac-toe"] {
        let seats = if game == "hearts" { 4 } else { 2 };
        let table = make(&mut client, game, &vec![""; seats]);
        let own = state(&mut client, &table, 0);
        let ask = json!({ "version": own["version"] });
        let hint = wait_for(|| {
            let reply = client.post(&table.path("/hint"), Some(table.token(0)), &ask);
            (reply.status == 200).then(|| reply.json())
        });
        assert!(own["choices"].as_array().unwrap().contains(&hint["choice"]), "{hint}");
    }
}

/// What is sent at every ply of a random game is the same in every world that the seat imagines; a watcher sees no more
/// than any seat.
fn sends_no_secrets<G: Rewind>(seed: u64)
where
    G::View: Determinize,
{
    let streams = Streams::new(seed);
    let start = G::deal(&G::Rules::default(), &mut streams.deal(0));
    let mut rng = streams.test(0);
    let mut game = G::begin(&start);
    let mut history = vec![];
    while let Some(action) = game.random_action(&mut rng) {
        for seat in Seat::all(game.seats()) {
            let world = game.view(seat).determinize(&mut rng);
            let past = G::rewind(&start, &history, &world, seat);
            let (own, other) =
                (record::<G>(&start, &history), record::<G>(&past.start, &past.history));
            for eyes in [Some(seat.index()), None] {
                let sent = |line: &str| shown(line, history.len(), eyes).unwrap();
                assert_eq!(
                    sent(&own),
                    sent(&other),
                    "{}, ply {}, {eyes:?}",
                    G::NAME,
                    history.len()
                );
            }
        }
        history.push(action);
        game.play(action);
    }
}

fn record<G: Recorded>(start: &G::Start, history: &[G::Action]) -> String {
    let mut game = G::begin(start);
    let mut record = Record::new::<G>(vec![String::new(); game.seats()], start);
    history.iter().for_each(|&action| record.play(&mut game, action));
    record.to_line()
}

#[test]
fn hidden_cards_and_hidden_moves_are_not_sent() {
    sends_no_secrets::<Hearts>(1);
    for seed in 0..20 {
        sends_no_secrets::<Kuhn>(seed);
        sends_no_secrets::<Leduc>(seed);
    }
}
