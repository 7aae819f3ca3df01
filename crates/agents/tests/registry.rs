//! Every game of the list keeps the promises that the workbench relies on.

use kontra_agents::games::Doppelkopf;
use kontra_agents::{AgentSpec, GameId, Playable, Player, Recipe, kinds, with_game};
use kontra_game::testkit;
use kontra_game::{Log, Reader, RuleValues, Seat, Streams, Turn};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Rules with one field set.
fn set<G: Playable>(name: &str, value: &Value) -> Result<G::Rules, String> {
    let mut object = Map::new();
    object.insert(name.to_owned(), value.clone());
    let object = Value::Object(object);
    G::read_rules(&Reader::new(&object, "rules")).map_err(|bad| bad.to_string())
}

fn options_are_true<G: Playable>() {
    let defaults = G::write_rules(&G::Rules::default());
    let fields: BTreeSet<&str> = defaults.as_object().unwrap().keys().map(String::as_str).collect();
    let names: BTreeSet<&str> = G::OPTIONS.iter().map(|option| option.name).collect();
    assert_eq!(fields, names, "{}: the options are the fields of the rules", G::NAME);
    for option in G::OPTIONS {
        let place = format!("{}, {}", G::NAME, option.name);
        assert!(!option.about.is_empty(), "{place}");
        assert_eq!(defaults[option.name], option.value(option.default), "{place}: the default");
        for text in option.listed() {
            match set::<G>(option.name, &option.value(&text)) {
                Ok(rules) => {
                    assert_eq!(G::write_rules(&rules)[option.name], option.value(&text), "{place}");
                }
                // Four are needed for two teams.
                Err(sentence) => {
                    assert!(sentence.contains("players"), "{place}={text}: {sentence}");
                }
            }
        }
        let wrong = match option.values {
            RuleValues::Words(_) | RuleValues::WordsOrObject(_) => json!("no such word"),
            RuleValues::Whole(_, most) => json!(most + 1),
            RuleValues::Flag => json!("perhaps"),
        };
        assert!(set::<G>(option.name, &wrong).is_err(), "{place}: {wrong} is accepted");
    }
    assert!(set::<G>("no-such-rule", &json!(1)).is_err(), "{}", G::NAME);
}

#[test]
fn the_options_of_every_game_are_its_rules() {
    for id in GameId::ALL {
        with_game!(id, G => options_are_true::<G>());
    }
}

/// Programs in other processes rebuild a view from such a game; Python has these games.
#[test]
fn what_a_seat_imagines_looks_like_what_it_sees() {
    for id in GameId::ALL {
        let (asked, imagined) = with_game!(id, G => {
            testkit::imagined_pasts_look_true::<G>(&Default::default(), 10, 1)
        });
        // A program that asked for worlds cannot answer where one is missing.
        assert!(asked > 0, "{id}");
        assert_eq!(imagined, if id.name() == "hearts" { 0 } else { asked }, "{id}");
    }
}

#[test]
fn every_game_says_what_it_is_and_has_a_table() {
    for id in GameId::ALL {
        let (about, sizes) =
            with_game!(id, G => (<G as kontra_game::Recorded>::ABOUT, G::table_sizes()));
        assert!(about.ends_with('.'), "{id}: {about}");
        assert!(
            *sizes.start() >= 1 && sizes.end() <= &kontra_game::MAX_SEATS && !sizes.is_empty(),
            "{id}"
        );
    }
}

#[test]
fn every_game_shows_no_secrets_and_breaking_off_does_not_pay() {
    for id in GameId::ALL {
        with_game!(id, G => {
            assert!(testkit::shows_no_secrets::<G>(&Default::default(), 2, 2, 1) > 0);
            assert!(testkit::forfeits_are_losses::<G>(&Default::default(), 2, 1) > 0);
        });
    }
}

/// Searches that come with every game.
const GENERIC: &[&str] = &["random", "flat", "so-ismcts", "mo-ismcts", "puct", "cheating-uct"];

fn plays_a_game<G: Playable>(name: &str, params: &str) {
    let spec: AgentSpec = format!("{name}{params}").parse().unwrap();
    let recipe = Recipe::<G>::new(&spec).unwrap();
    let streams = Streams::new(7);
    let mut game = G::begin(&G::deal(&G::Rules::default(), &mut streams.deal(0)));
    let mut players: Vec<Player<G>> =
        Seat::all(game.seats()).map(|seat| recipe.player(streams.agent(0, 0, seat))).collect();
    let mut chance = streams.chance(0);
    let mut log = Log::new();
    // Long games are played for a while.
    for _ in 0..40 {
        let action = match game.turn() {
            Turn::Over => break,
            Turn::Chance => game.random_action(&mut chance).unwrap(),
            Turn::Seat(seat) => players[seat.index()].decide(&game, seat, &log).unwrap(),
        };
        assert!(game.choices().contains(&action), "{}: {name} chose {action:?}", G::NAME);
        log.push(&game, action);
        game.play(action);
    }
}

#[test]
fn every_game_can_be_searched() {
    for id in GameId::ALL {
        with_game!(id, G => {
            let known: Vec<&str> = kinds::<G>().iter().map(|kind| kind.name).collect();
            for name in GENERIC {
                assert!(known.contains(name), "{id} has no {name}");
                plays_a_game::<G>(name, if *name == "random" { "" } else { "(iterations=4)" });
            }
            let opponent: AgentSpec = G::OPPONENT.parse().unwrap();
            Recipe::<G>::new(&opponent).unwrap();
        });
    }
}

#[test]
fn no_game_has_two_kinds_of_one_name() {
    for id in GameId::ALL {
        let names: Vec<&str> =
            with_game!(id, G => kinds::<G>().iter().map(|kind| kind.name).collect());
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{id}: {names:?}");
    }
}

#[test]
fn open_games_have_tree_search_without_worlds() {
    plays_a_game::<kontra_agents::games::TicTacToe>("mcts", "(iterations=30, trees=2)");
    plays_a_game::<kontra_agents::games::Pig>("mcts", "(iterations=30, decision=mean)");
    let spec: AgentSpec = "mcts".parse().unwrap();
    let hidden = Recipe::<kontra_agents::games::Kuhn>::new(&spec).unwrap_err().to_string();
    assert!(hidden.contains("mcts"), "{hidden}");
}

#[test]
fn strangers_name_no_files_in_agents_of_doppelkopf() {
    let confined = |spec: &str| Recipe::<Doppelkopf>::confined(&spec.parse().unwrap());
    for spec in ["champion", "network", "network(weights=fast)", "network-uct(weights=nn1)"] {
        assert!(confined(spec).is_ok(), "{spec}");
    }
    // Whether there is such a file must not matter: it is refused before anything is read.
    for spec in [
        "champion(critic=/dev/zero)",
        "champion(critic=./missing.safetensors)",
        "network(weights=/dev/zero)",
        "network-uct(weights=./missing.safetensors)",
    ] {
        let why = confined(spec).err().unwrap_or_else(|| panic!("{spec} is refused")).to_string();
        assert!(why.contains("reads no files"), "{spec}: {why}");
    }
}
