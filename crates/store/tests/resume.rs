//! A match that was interrupted resumes where it was, and only with the same configuration.

use crate::common::{Folder, make_old, match_of, match_of_two, named, play, play_some, timeless};
use kontra_agents::games::{Doppelkopf, Just4Fun, OnTop};
use kontra_agents::{Playable, Recipe};
use kontra_arena::{Match, PlayedGame, Seating};
use kontra_game::{Reader, Recorded};
use kontra_store::{MatchRequest, Store, StoreError};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

fn same_table_after_interruptions<G: Playable>(name: &str, deals: u64) {
    let folder = Folder::new(name);
    let the_match = || match_of::<G>(&["random", "random"], deals, 3);
    let expected = timeless(the_match().play());
    for threads in [1, 2, 8] {
        let path = folder.path(&format!("{threads}.db"));
        let the_match = the_match().on_threads(NonZeroUsize::new(threads).unwrap());
        for until in [1, 2, 5, 5, 11] {
            play_some(&mut Store::open(&path).unwrap(), &the_match, until);
        }
        let table =
            play(&mut Store::open(&path).unwrap(), &the_match, &MatchRequest::default()).unwrap();
        assert_eq!(timeless(table), expected);
        let stored = Store::read(&path).unwrap().matches().unwrap();
        assert_eq!(stored.len(), 1, "it was the same match every time");
        assert!(!stored[0].is_unfinished());
    }
}

#[test]
fn interrupted_doppelkopf() {
    same_table_after_interruptions::<Doppelkopf>("resume-doppelkopf", 30);
}

#[test]
fn interrupted_just4fun() {
    same_table_after_interruptions::<Just4Fun>("resume-just4fun", 30);
}

#[test]
fn interrupted_ontop() {
    same_table_after_interruptions::<OnTop>("resume-ontop", 15);
}

#[test]
fn an_interrupted_match_is_not_played_again() {
    let folder = Folder::new("not-again");
    let mut store = Store::open(&folder.path("a.db")).unwrap();
    play_some(&mut store, &match_of_two(20, 1), 7);
    let before = store.matches().unwrap()[0].clone();
    assert!(before.is_unfinished() && before.games >= 42, "{before:?}");
    // The caller sees the old deals too, in order and with their records.
    let mut deals = vec![];
    let plan = MatchRequest { records: true, ..MatchRequest::default() };
    store
        .play(&match_of_two(20, 1), &plan, |deal, games: &[PlayedGame]| {
            assert!(games.iter().all(|game| game.record.is_some()));
            deals.push(deal);
            Ok::<_, StoreError>(ControlFlow::Continue(()))
        })
        .unwrap();
    assert_eq!(deals, (0..20).collect::<Vec<u64>>());
    assert_eq!(store.matches().unwrap()[0].games, 120);
}

#[test]
fn records_are_the_same_whether_played_or_remembered() {
    let folder = Folder::new("records");
    let plan = MatchRequest { records: true, ..MatchRequest::default() };
    let lines = |store: &mut Store| {
        let mut lines = vec![];
        let each = |_, games: &[PlayedGame]| {
            lines.extend(games.iter().map(|game| game.record.as_ref().unwrap().to_line()));
            Ok::<_, StoreError>(ControlFlow::Continue(()))
        };
        store.play(&match_of_two(10, 1), &plan, each).unwrap();
        lines
    };
    let mut store = Store::open(&folder.path("a.db")).unwrap();
    let (played, remembered) = (lines(&mut store), lines(&mut store));
    let expected: Vec<String> = (0..10)
        .flat_map(|deal| match_of_two(10, 1).play_deal(deal, true))
        .map(|game| game.record.unwrap().to_line())
        .collect();
    assert_eq!(played, expected);
    assert_eq!(remembered, expected);
}

#[test]
fn a_match_that_was_decided_early_keeps_no_game_beyond() {
    let folder = Folder::new("decided");
    let mut store = Store::open(&folder.path("a.db")).unwrap();
    let the_match = match_of_two(50, 1).on_threads(NonZeroUsize::new(4).unwrap());
    for _ in 0..2 {
        let each = |deal, _: &[PlayedGame]| {
            Ok::<_, StoreError>(if deal == 4 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        };
        let table = store.play(&the_match, &MatchRequest::default(), each).unwrap();
        assert_eq!(table.deals, 5);
        let stored = &store.matches().unwrap()[0];
        assert_eq!((stored.games, stored.concluded, stored.is_unfinished()), (30, Some(5), false));
    }
}

/// The sentence with which a match is refused, without the file's name.
#[track_caller]
fn refusal(store: &mut Store, the_match: &Match<Doppelkopf>, plan: &MatchRequest) -> String {
    let before = store.matches().unwrap();
    let error = play(store, the_match, plan).unwrap_err();
    assert!(matches!(error, StoreError::Input(_)), "{error}");
    assert_eq!(store.matches().unwrap(), before, "nothing is changed");
    let sentence = error.to_string();
    sentence.split_once(".db").expect("the name of the file").1.to_owned()
}

#[test]
fn a_changed_configuration_is_refused_and_the_field_is_named() {
    let folder = Folder::new("changed");
    let mut store = Store::open(&folder.path("a.db")).unwrap();
    play(&mut store, &match_of_two(10, 1), &named("first")).unwrap();
    let begin =
        ", match 1 'first': expected the configuration it was begun with, found a changed one: ";
    let mut check = |the_match: &Match<_>, expected: &str| {
        assert_eq!(refusal(&mut store, the_match, &named("first")), format!("{begin}{expected}"));
    };
    check(&match_of_two(10, 2), "seed was 1 and is 2");
    check(&match_of_two(9, 1), "deals was 10 and is 9");
    check(&match_of_two(11, 1), "deals was 10 and is 11; --extend adds deals");
    check(&match_of_two(11, 2), "seed was 1 and is 2, deals was 10 and is 11");
    check(&match_of(&["random", "random"], 10, 1), "agent 1 was 'beginner' and is 'random'");
    let recipe = |spec: &str| Recipe::new(&spec.parse().unwrap()).unwrap();
    let agents = || vec![recipe("beginner"), recipe("random")];
    let other = Match::new(Default::default(), agents(), 10, Seating::Fixed, 1).unwrap();
    check(&other, "seating was all and is fixed");
    let rules = serde_json::json!({ "announcing": "choose" });
    let rules = Doppelkopf::read_rules(&Reader::new(&rules, ""));
    let other = Match::new(rules.unwrap(), agents(), 10, Seating::All, 1).unwrap();
    check(&other, "rule announcing was \"step\" and is \"choose\"");
}

#[test]
fn another_version_of_the_program_is_refused() {
    let folder = Folder::new("version");
    let path = folder.path("a.db");
    play(&mut Store::open(&path).unwrap(), &match_of_two(4, 1), &MatchRequest::default()).unwrap();
    // What is protected cannot be changed like this.
    make_old(&path);
    let change = "UPDATE matches SET program = '0.0.7'";
    kontra_store::rusqlite::Connection::open(&path).unwrap().execute(change, ()).unwrap();
    let mut store = Store::open(&path).unwrap();
    let sentence = refusal(&mut store, &match_of_two(4, 1), &MatchRequest::default());
    let program = env!("CARGO_PKG_VERSION");
    assert!(
        sentence.ends_with(&format!(": version of kontra was 0.0.7 and is {program}")),
        "{sentence}"
    );
}

#[test]
fn without_a_name_an_unfinished_match_is_not_left_behind() {
    let folder = Folder::new("unfinished");
    let mut store = Store::open(&folder.path("a.db")).unwrap();
    play_some(&mut store, &match_of_two(20, 1), 3);
    assert_eq!(
        refusal(&mut store, &match_of_two(20, 2), &MatchRequest::default()),
        ", match 1, which is not finished: expected the configuration it was begun with, found a changed one: \
         seed was 1 and is 2; --name NAME begins another match"
    );
    // A name says that another one is meant, a program may say so too, and a finished match is in nobody's way.
    play(&mut store, &match_of_two(5, 2), &named("other")).unwrap();
    play(
        &mut store,
        &match_of_two(5, 3),
        &MatchRequest { several: true, ..MatchRequest::default() },
    )
    .unwrap();
    play(&mut store, &match_of_two(20, 1), &MatchRequest::default()).unwrap();
    play(&mut store, &match_of_two(20, 4), &MatchRequest::default()).unwrap();
    assert_eq!(store.matches().unwrap().len(), 4);
}

#[test]
fn deals_are_added_only_when_that_is_said() {
    let folder = Folder::new("extend");
    let mut store = Store::open(&folder.path("a.db")).unwrap();
    play(&mut store, &match_of_two(10, 1), &MatchRequest::default()).unwrap();
    let sentence = refusal(&mut store, &match_of_two(25, 1), &MatchRequest::default());
    assert!(sentence.ends_with("deals was 10 and is 25; --extend adds deals"), "{sentence}");
    let extend = MatchRequest { extend: true, ..MatchRequest::default() };
    let table = play(&mut store, &match_of_two(25, 1), &extend).unwrap();
    assert_eq!(timeless(table), timeless(match_of_two(25, 1).play()));
    let sentence = refusal(&mut store, &match_of_two(10, 1), &extend);
    assert!(sentence.ends_with("deals was 25 and is 10"), "{sentence}");
}

#[test]
fn a_match_can_be_named_later_but_not_renamed() {
    let folder = Folder::new("named");
    let mut store = Store::open(&folder.path("a.db")).unwrap();
    play(&mut store, &match_of_two(4, 1), &MatchRequest::default()).unwrap();
    play(&mut store, &match_of_two(4, 1), &named("first")).unwrap();
    assert_eq!(store.find("first").unwrap(), store.find("1").unwrap());
    assert_eq!(
        refusal(&mut store, &match_of_two(4, 1), &named("second")),
        ": expected this match as 'second' or not at all, found it under the name 'first'"
    );
    let unknown = store.find("third").unwrap_err().to_string();
    assert!(
        unknown.ends_with(": expected the name or number of a match in the store, found 'third'"),
        "{unknown}"
    );
}
