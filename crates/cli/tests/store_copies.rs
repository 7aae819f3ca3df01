//! Copies of stores, checks of everything in them, and names that a terminal would obey.

use crate::common::{Folder, kontra};
use kontra_store::rusqlite::Connection;
use std::path::Path;

fn done(args: &[&str]) -> String {
    let run = kontra(args);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
    run.stdout
}

fn play(store: &str, name: &str, seed: &str) {
    let agents = ["-a", "random", "-a", "beginner", "--deals", "20", "--seed", seed];
    let keep = ["--store", store, "--name", name];
    done(&[&["match", "doppelkopf"], &agents[..], &keep].concat());
}

fn change(store: &str, sql: &str) {
    Connection::open(store).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn a_copy_while_the_store_is_in_use() {
    let folder = Folder::new("backup");
    let (store, copy) = (folder.path("results.db"), folder.path("copy.db"));
    play(&store, "first", "1");
    // Somebody else is in the middle of a change, which does not belong to the copy.
    let other = Connection::open(&store).unwrap();
    other.execute_batch("BEGIN IMMEDIATE; DELETE FROM games").unwrap();
    assert_eq!(done(&["store", "backup", &store, &copy]), format!("{store} copied to {copy}\n"));
    other.execute_batch("ROLLBACK").unwrap();
    let show = |store: &str| done(&["store", "show", store, "first", "--json"]);
    assert_eq!(show(&copy), show(&store));
    assert_eq!(done(&["store", "check", &copy]), format!("20 games in order in {copy}\n"));
    let again = kontra(&["store", "backup", &store, &copy]);
    assert!(
        again.sentence().ends_with("expected a new file, found an existing one (see --overwrite)")
    );
    let itself = kontra(&["store", "backup", &store, &store, "--overwrite"]);
    assert!(itself.sentence().ends_with("expected another file than the store, found the store"));
    // The copy is a store like any other.
    play(&copy, "second", "2");
    done(&["store", "backup", &copy, &store, "--overwrite"]);
    assert_eq!(done(&["store", "check", &store]), format!("40 games in order in {store}\n"));
}

#[test]
fn a_damaged_store_gives_no_copy() {
    let folder = Folder::new("backup-damaged");
    let (store, copy) = (folder.path("results.db"), folder.path("copy.db"));
    play(&store, "first", "1");
    change(&store, "DELETE FROM games WHERE deal = 3");
    let run = kontra(&["store", "backup", &store, &copy]);
    let found = "a damaged one (match 1 'first': 20 games are noted, 19 are there)";
    assert_eq!(run.sentence(), format!("{copy}: expected a store in order, found {found}"));
    assert!(!Path::new(&copy).exists());
    let left = std::fs::read_dir(folder.path(".")).unwrap().flatten();
    let left: Vec<String> = left.map(|file| file.file_name().into_string().unwrap()).collect();
    assert!(left.iter().all(|name| name.starts_with("results.db")), "{left:?}");
}

/// A store of the first format is read, and every command says what it is.
#[test]
fn a_store_that_is_not_protected_says_so() {
    let folder = Folder::new("not-protected");
    let (store, file) = (folder.path("results.db"), folder.path("games.jsonl"));
    play(&store, "first", "1");
    change(
        &store,
        "ALTER TABLE matches DROP COLUMN seal; ALTER TABLE matches DROP COLUMN digest; DROP TABLE ledger;
         UPDATE components SET version = 1 WHERE name = 'arena'",
    );
    for args in [
        &["store", "list", &store][..],
        &["store", "show", &store, "1"],
        &["store", "export", &store, &file],
        &["ratings", "--store", &store],
    ] {
        let run = kontra(args);
        assert_eq!(run.code, 0, "{args:?}");
        assert!(
            run.stderr.starts_with(&format!("kontra: {store}: this store is not protected, ")),
            "{}",
            run.stderr
        );
    }
    assert!(kontra(&["store", "check", &store]).stdout.contains("it is not protected"));
    play(&store, "second", "2");
    assert_eq!(done(&["store", "check", &store]), format!("40 games in order in {store}\n"));
}

#[test]
fn names_do_not_reach_the_terminal_as_they_are() {
    let folder = Folder::new("escapes");
    let store = folder.path("results.db");
    let name = "\x1b[2Jfirst\u{202e}\r";
    play(&store, name, "1");
    let evil = |text: &str| text.contains(['\x1b', '\u{202e}', '\r']);
    let run = kontra(&["store", "list", &store]);
    assert!(
        !evil(&run.stdout) && run.stdout.contains("\\u001b[2Jfirst\\u202e\\u000d"),
        "{:?}",
        run.stdout
    );
    // JSON means the same as ever.
    let json = kontra(&["store", "list", &store, "--json"]);
    assert!(!evil(&json.stdout));
    assert_eq!(json.json()[0]["name"], name);
    // Players of a record from elsewhere.
    let (records, file) = (folder.path("records.jsonl"), folder.path("evil.jsonl"));
    done(&["store", "export", &store, &records]);
    let lines = std::fs::read_to_string(&records).unwrap();
    let evil_name = "\"\\u001b]0;x\\u0007\u{2066}\"";
    std::fs::write(&file, lines.replace("\"random\"", evil_name)).unwrap();
    for args in [
        &["store", "import", &store, &file, "--name", "\x1b[31m"][..],
        &["ratings", "--store", &store],
        &["replay", &file],
        &["store", "show", &store, "no\x1bsuch"],
        &["store", "list", &folder.path("no\x1b[1msuch")],
    ] {
        let run = kontra(args);
        let all = format!("{}{}", run.stdout, run.stderr);
        assert!(!evil(&all) && !all.contains(['\x07', '\u{2066}']), "{args:?}: {all:?}");
    }
}
