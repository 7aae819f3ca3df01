//! What is missing or was changed is noticed, by every reader, and the sentence names the match.

use crate::common::{Folder, make_old, match_of_two, named, play, play_some, timeless};
use kontra_agents::GameId;
use kontra_store::rusqlite::Connection;
use kontra_store::{Compared, MatchRequest, Store, StoreError};
use std::ops::ControlFlow;
use std::path::Path;

/// A store with a finished match of 60 games and an unfinished one.
fn store_of_two(folder: &Folder) -> std::path::PathBuf {
    let path = folder.path("a.db");
    let mut store = Store::open(&path).unwrap();
    play(&mut store, &match_of_two(10, 1), &named("first")).unwrap();
    play_some(&mut store, &match_of_two(20, 2), 7);
    path
}

fn change(path: &Path, sql: &str) {
    Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

/// What every reader says about a match; all must say the same.
#[track_caller]
fn complaint(path: &Path, which: &str) -> String {
    let store = Store::read(path).unwrap();
    let stored = store.find(which).unwrap();
    let all = |_| Ok::<_, StoreError>(ControlFlow::Continue(()));
    let first = |_| Ok::<_, StoreError>(ControlFlow::Break(()));
    let sentences = [
        store.table(&stored).map(drop).unwrap_err(),
        store.ratings(GameId::Doppelkopf).map(drop).unwrap_err(),
        store.each_record(&stored, all).unwrap_err(),
        store.each_record(&stored, first).unwrap_err(),
        store.check().map(drop).unwrap_err(),
    ];
    assert!(sentences.iter().all(|sentence| *sentence == sentences[0]), "{sentences:?}");
    let sentence = sentences[0].to_string();
    let begin = format!("{}: expected a store in order, found a damaged one (", path.display());
    let sentence = sentence.strip_prefix(&begin).expect("the usual beginning");
    sentence.strip_suffix(')').expect("the usual end").to_owned()
}

#[test]
fn a_game_that_is_missing() {
    let folder = Folder::new("missing-game");
    let path = store_of_two(&folder);
    change(&path, "DELETE FROM games WHERE match = 1 AND deal = 9 AND arrangement = 5");
    assert_eq!(complaint(&path, "first"), "match 1 'first': 60 games are noted, 59 are there");
    // Nothing is played on top of it either.
    let mut store = Store::open(&path).unwrap();
    let error = play(&mut store, &match_of_two(10, 1), &named("first")).unwrap_err();
    assert!(
        error.to_string().contains("match 1 'first': 60 games are noted, 59 are there"),
        "{error}"
    );
}

#[test]
fn a_game_of_an_unfinished_match_that_is_missing() {
    let folder = Folder::new("missing-unfinished");
    let path = store_of_two(&folder);
    change(&path, "DELETE FROM games WHERE match = 2 AND deal = 3");
    let sentence = complaint(&path, "2");
    assert!(
        sentence.starts_with("match 2: ") && sentence.contains(" games are noted, "),
        "{sentence}"
    );
    let mut store = Store::open(&path).unwrap();
    assert!(play(&mut store, &match_of_two(20, 2), &MatchRequest::default()).is_err());
}

#[test]
fn a_game_in_the_place_of_another() {
    let folder = Folder::new("other-game");
    let path = store_of_two(&folder);
    // It is in order by itself, and so is its number, but it is a game of the other match.
    change(
        &path,
        "DELETE FROM games WHERE match = 1 AND deal = 0 AND arrangement = 0;
         CREATE TEMP TABLE copy AS SELECT * FROM games WHERE match = 2 AND deal = 0 AND arrangement = 0;
         UPDATE copy SET match = 1; INSERT INTO games SELECT * FROM copy",
    );
    let store = Store::read(&path).unwrap();
    let sentences = [
        store.table(&store.find("first").unwrap()).map(drop).unwrap_err().to_string(),
        store.ratings(GameId::Doppelkopf).map(drop).unwrap_err().to_string(),
    ];
    for sentence in sentences {
        let expected = "(match 1 'first': other games are there than are noted)";
        assert!(sentence.ends_with(expected), "{sentence}");
    }
}

#[test]
fn a_match_that_is_missing_or_was_changed() {
    let folder = Folder::new("missing-match");
    let path = store_of_two(&folder);
    let whole = std::fs::read(&path).unwrap();
    let check = |sql: &str, expected: &str| {
        std::fs::write(&path, &whole).unwrap();
        change(&path, sql);
        let store = Store::read(&path).unwrap();
        for sentence in [
            store.matches().map(drop).unwrap_err().to_string(),
            store.ratings(GameId::Doppelkopf).map(drop).unwrap_err().to_string(),
            store.find("first").map(drop).unwrap_err().to_string(),
        ] {
            assert!(sentence.ends_with(&format!("found a damaged one ({expected})")), "{sentence}");
        }
    };
    check("DELETE FROM matches WHERE id = 2", "2 matches are noted, 1 are there");
    check("UPDATE matches SET elapsed_s = 7 WHERE id = 2", "match 2 has a wrong checksum");
    check("UPDATE matches SET deals = 7", "match 1 'first' has a wrong checksum");
    check("UPDATE matches SET name = 'other' WHERE id = 1", "match 1 'other' has a wrong checksum");
    check("UPDATE ledger SET matches = 1", "the ledger has a wrong checksum");
    check("DELETE FROM ledger", "the ledger is not one row");
}

#[test]
fn a_store_that_looks_older_or_newer_than_it_is() {
    let folder = Folder::new("looks-older");
    let path = store_of_two(&folder);
    for (sql, expected) in [
        ("UPDATE components SET version = 1", "its tables do not fit its format"),
        ("DELETE FROM components", "its tables do not fit its format"),
        ("DROP TABLE components", "its tables do not fit its format"),
    ] {
        change(&path, sql);
        for sentence in [
            Store::read(&path).map(drop).unwrap_err().to_string(),
            Store::open(&path).map(drop).unwrap_err().to_string(),
        ] {
            assert!(sentence.ends_with(&format!("found a damaged one ({expected})")), "{sentence}");
        }
    }
}

/// The byte of the file that tells SQLite of its log.
const USES_LOG: usize = 19;

#[test]
fn a_log_is_read_even_if_the_file_does_not_tell_of_it() {
    let folder = Folder::new("forgotten-log");
    let (path, copy) = (folder.path("a.db"), folder.path("copy.db"));
    let mut store = Store::open(&path).unwrap();
    play(&mut store, &match_of_two(2, 1), &MatchRequest::default()).unwrap();
    store.connection().execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    play(&mut store, &match_of_two(2, 2), &MatchRequest::default()).unwrap();
    // As after a kill: the second match is only in the log.
    let log = |path: &Path| format!("{}-wal", path.display());
    std::fs::copy(log(&path), log(&copy)).unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    std::fs::write(&copy, &bytes).unwrap();
    assert_eq!(Store::read(&copy).unwrap().matches().unwrap().len(), 2);
    bytes[USES_LOG] ^= 2;
    std::fs::copy(log(&path), log(&copy)).unwrap();
    std::fs::write(&copy, &bytes).unwrap();
    assert_eq!(
        Store::read(&copy).unwrap().matches().unwrap().len(),
        2,
        "the log is there, so it is read"
    );
}

#[test]
fn an_old_store_is_read_and_protected_when_it_is_written() {
    let folder = Folder::new("old-store");
    let path = store_of_two(&folder);
    let before = Store::read(&path).unwrap().matches().unwrap();
    make_old(&path);
    let old = Store::read(&path).unwrap();
    assert!(!old.is_protected());
    assert_eq!(old.matches().unwrap(), before);
    assert_eq!(
        timeless(old.table(&before[0]).unwrap().unwrap()),
        timeless(match_of_two(10, 1).play())
    );
    assert_eq!(old.ratings(GameId::Doppelkopf).unwrap().len(), 2);
    assert_eq!(old.check(), Ok(before.iter().map(|stored| stored.games).sum()));
    drop(old);
    drop(Store::open(&path).unwrap());
    let new = Store::read(&path).unwrap();
    assert!(new.is_protected());
    assert_eq!(new.matches().unwrap(), before);
    let mut store = Store::open(&path).unwrap();
    let table = play(&mut store, &match_of_two(20, 2), &MatchRequest::default()).unwrap();
    assert_eq!(timeless(table), timeless(match_of_two(20, 2).play()));
    drop(store);
    // An old store has counted its games, so that it is not protected with fewer.
    make_old(&path);
    change(&path, "DELETE FROM games WHERE match = 1 AND deal = 9 AND arrangement = 5");
    assert_eq!(complaint(&path, "first"), "match 1 'first': 60 games are noted, 59 are there");
    let sentence = Store::open(&path).map(drop).unwrap_err().to_string();
    assert!(
        sentence.ends_with("(match 1 'first': 60 games are noted, 59 are there)"),
        "{sentence}"
    );
}

#[test]
fn a_name_cannot_hide_a_number() {
    let folder = Folder::new("number-names");
    let path = folder.path("a.db");
    let mut store = Store::open(&path).unwrap();
    play(&mut store, &match_of_two(2, 1), &named("first")).unwrap();
    let refused = ": expected a name for a match that is not a number, found '1'";
    let sentence = play(&mut store, &match_of_two(2, 2), &named("1")).unwrap_err().to_string();
    assert!(sentence.ends_with(refused), "{sentence}");
    let sentence = store.import("1", vec![]).unwrap_err().to_string();
    assert!(sentence.ends_with(refused), "{sentence}");
    // An earlier version took such names: the number is what is meant, and the match is resumed under its name.
    play(&mut store, &match_of_two(2, 2), &named("second")).unwrap();
    drop(store);
    make_old(&path);
    change(&path, "UPDATE matches SET name = '1' WHERE id = 2");
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.find("1").unwrap().name.as_deref(), Some("first"));
    assert_eq!(store.find("2").unwrap().name.as_deref(), Some("1"));
    play(&mut store, &match_of_two(2, 2), &named("1")).unwrap();
    assert_eq!(store.matches().unwrap().len(), 2);
}

#[test]
fn readers_see_one_moment_while_somebody_writes() {
    let folder = Folder::new("one-moment");
    let path = folder.path("a.db");
    let mut store = Store::open(&path).unwrap();
    play_some(&mut store, &match_of_two(300, 1), 2);
    std::thread::scope(|scope| {
        let writer = scope
            .spawn(|| play(&mut store, &match_of_two(300, 1), &MatchRequest::default()).unwrap());
        let reader = Store::read(&path).unwrap();
        loop {
            let over = writer.is_finished();
            let stored = reader.find("1").unwrap();
            assert!(reader.table(&stored).unwrap().unwrap().games <= 1800);
            if over {
                break;
            }
        }
    });
}

#[test]
fn a_single_game_is_looked_up_once_its_match_was_read_as_a_whole() {
    let folder = Folder::new("single");
    let path = store_of_two(&folder);
    let compared = Compared::default();
    let line = |compared: &Compared, number: u64| {
        let store = Store::read(&path)?;
        let game = store.record(&store.find("first")?, number, compared)?;
        Ok::<_, StoreError>(game.map(|game| game.record.to_line()))
    };
    let whole = line(&compared, 20).unwrap();
    assert!(whole.is_some());
    assert_eq!(line(&compared, 60), Ok(None), "it has 60 games, counted from 0");
    // Another game gets damaged: a reader that has not compared the match notices, and one that has need not read it again.
    change(&path, "UPDATE games SET payoff0 = payoff0 + 1 WHERE match = 1 AND deal = 9");
    assert!(line(&Compared::default(), 20).is_err());
    assert_eq!(line(&compared, 20), Ok(whole));
    assert!(line(&compared, 9 * 6).is_err(), "the damaged one");
    // A game that is not there is looked for in the whole match.
    change(&path, "DELETE FROM games WHERE match = 1 AND deal = 3");
    assert!(line(&compared, 20).is_err());
    assert!(line(&compared, 60).is_err());
}

#[test]
fn a_match_that_has_grown_is_read_as_a_whole_again() {
    let folder = Folder::new("grown");
    let path = store_of_two(&folder);
    let compared = Compared::default();
    let read = || {
        let store = Store::read(&path)?;
        store.record(&store.find("2")?, 5, &compared).map(|game| game.is_some())
    };
    assert_eq!(read(), Ok(true));
    play(&mut Store::open(&path).unwrap(), &match_of_two(20, 2), &MatchRequest::default()).unwrap();
    change(&path, "DELETE FROM games WHERE match = 2 AND deal = 3");
    assert!(read().is_err());
}
