//! Everything that a table or a record needs is kept: effort, games that were broken off, sequential tests; and other
//! parts of Kontra may keep tables of their own.

use crate::common::{Folder, match_of, play, play_some, timeless};
use kontra_agents::games::Doppelkopf;
use kontra_agents::{Failure, GameId, Guest, Recipe, guests};
use kontra_arena::{Match, Seating, Sprt, Verdict};
use kontra_game::{Actions, Game, History, Payoffs, Seat, View};
use kontra_store::{MatchRequest, Store, StoreError};
use std::ops::ControlFlow;

/// A guest that plays the first legal move and fails at its seventh decision.
struct Fails(u32);

impl Guest<Doppelkopf> for Fails {
    fn begin(&mut self, _: &<Doppelkopf as Game>::View) -> Result<(), Failure> {
        Ok(())
    }

    fn see(&mut self, _: Option<Seat>, _: &str) {}

    fn choose(
        &mut self,
        view: &<Doppelkopf as Game>::View,
        _: History<'_, Doppelkopf>,
    ) -> Result<<Doppelkopf as Game>::Action, Failure> {
        self.0 += 1;
        if self.0 == 7 {
            return Err(Failure("fell asleep".to_owned()));
        }
        let mut actions = Actions::new();
        view.actions(&mut actions);
        Ok(actions[0])
    }

    fn end(&mut self, _: &Payoffs, _: Option<Seat>) {}
}

#[test]
fn games_that_were_broken_off_are_kept() {
    let folder = Folder::new("forfeits");
    let path = folder.path("a.db");
    let guest = || Recipe::custom("guest".parse().unwrap(), guests(|_| Fails(0)));
    let random = || Recipe::new(&"random".parse().unwrap()).unwrap();
    let the_match =
        || Match::new(Default::default(), vec![guest(), random()], 10, Seating::Rotate, 1).unwrap();
    play_some(&mut Store::open(&path).unwrap(), &the_match(), 4);
    let mut store = Store::open(&path).unwrap();
    let table = play(&mut store, &the_match(), &MatchRequest::default()).unwrap();
    assert!(table.agents[0].forfeits > 5 && table.agents[1].forfeits == 0, "{table:?}");
    assert_eq!(table.agents[0].first_forfeit.as_deref(), Some("fell asleep"));
    assert_eq!(timeless(table), timeless(the_match().play()));
    assert_eq!(store.check(), Ok(20));
    let stored = store.find("1").unwrap();
    let mut unfinished = 0;
    store
        .each_record(&stored, |game| {
            unfinished += u64::from(game.record.result.is_none());
            assert_eq!(game.payoffs.len(), 4, "it has payoffs all the same");
            Ok::<_, StoreError>(ControlFlow::Continue(()))
        })
        .unwrap();
    assert!(unfinished > 5);
}

#[test]
fn what_searches_did_is_kept() {
    let folder = Folder::new("effort");
    let path = folder.path("a.db");
    let the_match = || match_of::<Doppelkopf>(&["single-uct(iterations=5)", "random"], 6, 1);
    play_some(&mut Store::open(&path).unwrap(), &the_match(), 3);
    let table =
        play(&mut Store::open(&path).unwrap(), &the_match(), &MatchRequest::default()).unwrap();
    assert!(table.agents[0].nodes_per_decision.is_some());
    assert_eq!(timeless(table), timeless(the_match().play()));
}

#[test]
fn a_sequential_test_resumes_and_ends_at_the_same_deal() {
    let folder = Folder::new("sequential");
    let path = folder.path("a.db");
    let sprt = Sprt { claim: "0,2".parse().unwrap(), alpha: 0.05, beta: 0.05 };
    let the_match = || match_of::<Doppelkopf>(&["beginner", "random"], 2000, 1).until_decided(sprt);
    let expected = the_match().play();
    assert!((100..2000).contains(&expected.deals) && expected.sprt.unwrap().verdict == Verdict::H1);
    play_some(&mut Store::open(&path).unwrap(), &the_match(), 40);
    let mut store = Store::open(&path).unwrap();
    for _ in 0..2 {
        let table = play(&mut store, &the_match(), &MatchRequest::default()).unwrap();
        assert_eq!(timeless(table), timeless(expected.clone()));
        let stored = store.find("1").unwrap();
        assert_eq!((stored.concluded, stored.is_unfinished()), (Some(expected.deals), false));
        assert_eq!(timeless(store.table(&stored).unwrap().unwrap()), timeless(expected.clone()));
    }
    let without = match_of::<Doppelkopf>(&["beginner", "random"], 2000, 1);
    let sentence = play(&mut store, &without, &MatchRequest::default()).unwrap_err().to_string();
    assert!(
        sentence.ends_with("sequential test was 0,2 (errors 0.05 and 0.05) and is none"),
        "{sentence}"
    );
}

#[test]
fn ratings_see_all_games_of_the_game() {
    let folder = Folder::new("ratings");
    let mut store = Store::open(&folder.path("a.db")).unwrap();
    assert!(store.ratings(GameId::Doppelkopf).unwrap().is_empty());
    play(
        &mut store,
        &match_of::<Doppelkopf>(&["beginner", "random"], 50, 1),
        &MatchRequest::default(),
    )
    .unwrap();
    play(&mut store, &match_of::<Doppelkopf>(&["random"], 20, 2), &MatchRequest::default())
        .unwrap();
    let ratings = store.ratings(GameId::Doppelkopf).unwrap();
    let [beginner, random] = ratings.as_slice() else { panic!("{ratings:?}") };
    assert_eq!((beginner.spec.as_str(), beginner.games), ("beginner", 600));
    assert_eq!((random.spec.as_str(), random.games), ("random", 680));
    assert!(beginner.elo - beginner.elo_ci95.unwrap() > random.elo, "{ratings:?}");
    assert!(beginner.trueskill_mu > random.trueskill_mu);
    assert!(store.ratings(GameId::OnTop).unwrap().is_empty());
}

#[test]
fn other_parts_have_tables_of_their_own() {
    let folder = Folder::new("components");
    let path = folder.path("a.db");
    let first = "CREATE TABLE cats_names (name TEXT)";
    let second = "ALTER TABLE cats_names ADD COLUMN age INTEGER";
    let mut store = Store::open(&path).unwrap();
    store.migrate("cats", &[first]).unwrap();
    store.connection().execute("INSERT INTO cats_names VALUES ('Tom')", ()).unwrap();
    // A later version knows a further step, and an earlier one must not touch what it does not know.
    let mut store = Store::open(&path).unwrap();
    for _ in 0..2 {
        store.migrate("cats", &[first, second]).unwrap();
    }
    let sentence = store.migrate("cats", &[first]).unwrap_err().to_string();
    let expected =
        "expected a store of format 1 or less for cats, found format 2, which a later version";
    assert!(sentence.contains(expected), "{sentence}");
    // A step that fails leaves everything as it was.
    assert!(
        store.migrate("cats", &[first, second, "CREATE TABLE dogs (name TEXT); nonsense"]).is_err()
    );
    let dogs = "SELECT count(*) FROM sqlite_schema WHERE name = 'dogs'";
    assert_eq!(store.connection().query_row(dogs, (), |row| row.get(0)), Ok(0));
    let age = "SELECT name, age FROM cats_names";
    let tom: (String, Option<i64>) =
        store.connection().query_row(age, (), |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    assert_eq!(tom, ("Tom".to_owned(), None));
}
