//! Stores that are full, locked, damaged or read-only: one sentence, no panic, nothing lost that was committed.
#![cfg(unix)]

use crate::common::{Folder, Run, kontra};
use kontra_game::{Streams, choose};
use kontra_store::rusqlite::Connection;
use serde_json::Value;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_kontra");

fn match_args<'a>(deals: &'a str, store: &'a str) -> Vec<&'a str> {
    vec!["match", "doppelkopf", "-a", "random", "--deals", deals, "--json", "--store", store]
}

/// A table without its times, which are the only thing that may differ.
fn timeless(json: &str) -> String {
    let mut table: Value = serde_json::from_str(json).expect("a table");
    (table["elapsed_s"], table["thinking_s"]) = (Value::Null, Value::Null);
    for agent in table["agents"].as_array_mut().expect("agents") {
        agent["ms_per_decision"] = Value::Null;
        agent["rollouts_per_s"] = Value::Null;
    }
    table.to_string()
}

fn undisturbed(deals: &str) -> String {
    let run = kontra(&["match", "doppelkopf", "-a", "random", "--deals", deals, "--json"]);
    timeless(&run.stdout)
}

/// The one sentence of a run that did not succeed, with its exit code.
#[track_caller]
fn failure(run: &Run) -> (i32, &str) {
    let line = run.stderr.strip_prefix("kontra: ").expect("a sentence of the program");
    let line = line.strip_suffix('\n').expect("a line");
    assert!(!line.contains('\n') && !line.contains("panicked"), "one sentence: {line}");
    (run.code, line)
}

fn shell(script: &str) -> Run {
    Run::of(&Command::new("sh").args(["-c", script]).output().unwrap())
}

/// Whether this user may mount file systems of its own.
fn can_mount() -> bool {
    shell("unshare -rm mount -t tmpfs none /mnt").code == 0
}

#[test]
fn a_disk_that_gets_full() {
    if !can_mount() {
        eprintln!("skipped: file systems cannot be mounted here; see a_file_that_may_not_grow");
        return;
    }
    let folder = Folder::new("full-disk");
    let (disk, store) = (folder.path("disk"), folder.path("disk/results.db"));
    let agents = ["-a", "single-uct(iterations=4)", "-a", "random"];
    let play = [&["match", "doppelkopf"], &agents[..], &["--deals", "1500", "--json"]].concat();
    let words: Vec<String> = play.iter().map(|word| format!("'{word}'")).collect();
    let words = words.join(" ");
    // A disk gets full while a match is played; then it gets larger, and the match is resumed. Another one is too small
    // for any store.
    let script = format!(
        "mkdir {disk} && mount -t tmpfs -o size=256k none {disk}
         {PROGRAM} {words} --store {store} >&2; echo code $?
         {PROGRAM} store check {store}
         mount -o remount,size=100m {disk}
         {PROGRAM} {words} --store {store}
         umount {disk}; mount -t tmpfs -o size=16k none {disk}
         {PROGRAM} {words} --store {store} >&2; echo code $?; ls -A {disk}"
    );
    let run =
        Run::of(&Command::new("unshare").args(["-rm", "sh", "-c", &script]).output().unwrap());
    let full = format!(
        "kontra: {store}: writing failed because the disk is full; what was committed before is kept\n"
    );
    assert_eq!(run.stderr, full.repeat(2));
    let lines: Vec<&str> = run.stdout.lines().collect();
    let [code, check, table, other] = lines[..] else { panic!("{lines:?}") };
    assert_eq!((code, other), ("code 1", "code 1"), "and nothing is left on the small disk");
    let (games, rest) = check.split_once(' ').unwrap();
    // How many fit depends on how many shared a commit, and so on how fast they were played.
    assert!((10..1500).contains(&games.parse::<u64>().unwrap()), "{check}");
    assert!(rest.starts_with("games in order"), "{check}");
    assert_eq!(timeless(table), timeless(&kontra(&play).stdout));
}

#[test]
fn a_file_that_may_not_grow() {
    let folder = Folder::new("no-growth");
    let store = folder.path("results.db");
    // A small match fits, a large one does not.
    assert_eq!(kontra(&match_args("200", &store)).code, 0);
    let play = match_args("20000", &store).join(" ");
    let run = shell(&format!("trap '' XFSZ; ulimit -f 500; exec {PROGRAM} {play} --seed 2"));
    let (code, sentence) = failure(&run);
    assert_eq!(code, 1);
    assert!(sentence.starts_with(&format!("{store}: reading or writing failed (")), "{sentence}");
    assert!(sentence.ends_with("); what was committed before is kept"), "{sentence}");
    let check = kontra(&["store", "check", &store]);
    assert_eq!((check.code, check.stderr.as_str()), (0, ""));
    let again = kontra(&[&match_args("20000", &store)[..], &["--seed", "2"]].concat());
    assert_eq!(again.json()["games"], 20000);
}

#[test]
fn a_store_that_another_process_has_locked() {
    let folder = Folder::new("locked");
    let store = folder.path("results.db");
    assert_eq!(kontra(&match_args("10", &store)).code, 0);
    let other = Connection::open(&store).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let run = kontra(&[&match_args("10", &store)[..], &["--seed", "2"]].concat());
    let expected = "expected a store that is free, found one that another process has locked";
    assert_eq!(failure(&run), (1, format!("{store}: {expected}").as_str()));
    assert_eq!(kontra(&["store", "show", &store, "1"]).code, 0, "reading is possible all the same");
    other.execute_batch("COMMIT").unwrap();
    assert_eq!(kontra(&[&match_args("10", &store)[..], &["--seed", "2"]].concat()).code, 0);
    assert_eq!(
        kontra(&["store", "check", &store]).stdout,
        format!("20 games in order in {store}\n")
    );
}

#[test]
fn a_match_that_two_processes_play() {
    let folder = Folder::new("twice");
    let store = folder.path("results.db");
    let mut play = match_args("3000", &store);
    play.extend(["-a", "single-uct(iterations=10)", "--seating", "all", "--threads", "1"]);
    let mut both: Vec<Child> = (0..2)
        .map(|_| {
            let mut command = Command::new(PROGRAM);
            command.args(&play).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    // The process that notices it first gives way.
    let first = loop {
        let ended = both.iter_mut().position(|child| child.try_wait().unwrap().is_some());
        if let Some(first) = ended {
            break both.swap_remove(first);
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut second = both.remove(0);
    second.kill().unwrap();
    second.wait().unwrap();
    let run = Run::of(&first.wait_with_output().unwrap());
    let (code, sentence) = failure(&run);
    assert_eq!(code, 1);
    assert!(sentence.ends_with("alone, found that another process plays it too"), "{sentence}");
    assert_eq!(kontra(&["store", "check", &store]).code, 0);
}

/// Every command that opens a store complains about this one.
#[track_caller]
fn refused(store: &str, expected: &str) {
    let export = format!("{store}.jsonl");
    let before = std::fs::read(store).unwrap();
    for args in [
        &match_args("10", store)[..],
        &["store", "list", store],
        &["store", "show", store, "1"],
        &["store", "check", store],
        &["store", "export", store, &export],
    ] {
        let run = kontra(args);
        assert_eq!(failure(&run), (2, format!("{store}: {expected}").as_str()), "{args:?}");
        assert_eq!(run.stdout, "");
        assert!(!std::path::Path::new(&export).exists(), "nothing is written");
    }
    assert!(std::fs::read(store).unwrap() == before, "the file is left as it was");
}

#[test]
fn files_that_are_no_stores() {
    let folder = Folder::new("no-stores");
    let text = folder.write("text", &"to be or not to be ".repeat(100));
    refused(&text, "expected a store of Kontra, found a file of another kind");
    let database = folder.path("other.db");
    let other = Connection::open(&database).unwrap();
    other.execute_batch("CREATE TABLE cats (name TEXT); INSERT INTO cats VALUES ('Tom')").unwrap();
    drop(other);
    refused(&database, "expected a store of Kontra, found a database of another kind");
    let empty = folder.write("empty", "");
    let run = kontra(&["store", "list", &empty]);
    assert!(run.sentence().ends_with(": expected a store of Kontra, found an empty file"));
    let run = kontra(&["store", "list", &folder.path("none")]);
    assert!(run.sentence().ends_with(": expected a store to read, found no such file"));
    let run = kontra(&match_args("10", &folder.path("no-such-folder/results.db")));
    let expected = ": expected a place where a store can be written, found no such folder";
    assert!(run.sentence().ends_with(expected), "{}", run.sentence());
    let folder_itself = folder.path(".");
    let run = kontra(&match_args("10", &folder_itself));
    assert!(run.sentence().ends_with("store can be written, found a folder"), "{}", run.sentence());
}

#[test]
fn a_store_of_a_later_version() {
    let folder = Folder::new("later-version");
    let store = folder.path("results.db");
    kontra(&match_args("10", &store)).json();
    let change = Connection::open(&store).unwrap();
    change
        .execute_batch("UPDATE components SET version = 9; PRAGMA wal_checkpoint(TRUNCATE)")
        .unwrap();
    drop(change);
    let found = "found format 9, which a later version of Kontra wrote";
    refused(&store, &format!("expected a store of format 2 or less for arena, {found}"));
}

/// Truncated stores are refused, or lose nothing that is still there.
#[test]
fn truncated_stores() {
    let folder = Folder::new("truncated-stores");
    let store = folder.path("results.db");
    kontra(&match_args("300", &store)).json();
    let whole = std::fs::read(&store).unwrap();
    for share in [1, 5, 20, 50, 80, 99] {
        std::fs::write(&store, &whole[..whole.len() * share / 100]).unwrap();
        for args in [&["store", "check", &store][..], &match_args("300", &store)] {
            let run = kontra(args);
            let (code, sentence) = failure(&run);
            assert_eq!(code, 2, "{share} % left: {sentence}");
            assert!(sentence.starts_with(&format!("{store}: expected a store ")), "{sentence}");
        }
    }
}

/// Overwritten bytes are noticed, or do not matter: no table is ever wrong.
#[test]
fn stores_with_overwritten_bytes() {
    let folder = Folder::new("overwritten-stores");
    let store = folder.path("results.db");
    kontra(&match_args("100", &store)).json();
    let (whole, expected) = (std::fs::read(&store).unwrap(), undisturbed("100"));
    let trials = kontra_game::testkit::size(50, 500);
    let mut noticed = 0;
    for trial in 0..trials {
        let mut rng = Streams::new(13).test(trial);
        let mut damaged = whole.clone();
        for _ in 0..=choose::below(&mut rng, 3) {
            let place = choose::below(&mut rng, damaged.len() as u32) as usize;
            damaged[place] = choose::below(&mut rng, 256) as u8;
        }
        std::fs::write(&store, damaged).unwrap();
        let check = kontra(&["store", "check", &store]);
        if check.code != 0 {
            noticed += 1;
            let (code, sentence) = failure(&check);
            assert!(code == 2 && sentence.starts_with(&store), "trial {trial}: {sentence}");
        }
        let run = kontra(&match_args("100", &store));
        match run.code {
            0 => assert_eq!(timeless(&run.stdout), expected, "trial {trial}"),
            _ => assert!(failure(&run).1.starts_with(&store), "trial {trial}: {}", run.stderr),
        }
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{store}{ending}"));
        }
    }
    assert!(noticed > trials / 3, "{noticed} of {trials}");
}

#[test]
fn a_read_only_folder() {
    let folder = Folder::new("read-only");
    let (disk, store) = (folder.path("disk"), folder.path("disk/results.db"));
    let (play, other) = (match_args("20", &store).join(" "), match_args("20", &store).join(" "));
    // Permissions do not stop the superuser, a file system that is mounted read-only does.
    let is_root = shell("id -u").stdout == "0\n";
    let (around, begin, protect, end) = match (is_root, can_mount()) {
        (false, _) => (
            "sh",
            "true".to_owned(),
            format!("chmod -R a-w {disk}"),
            format!("chmod -R u+w {disk}"),
        ),
        (true, true) => (
            "unshare -rm sh",
            format!("mount -t tmpfs none {disk}"),
            format!("mount -o remount,ro {disk}"),
            "true".to_owned(),
        ),
        (true, false) => {
            eprintln!(
                "skipped: the superuser may write everywhere, and nothing can be mounted here"
            );
            return;
        }
    };
    let script = format!(
        "mkdir {disk}; {begin}
         {PROGRAM} {play} >/dev/null
         {protect}
         {PROGRAM} {other} --seed 2 >&2; echo code $?
         {PROGRAM} match ontop -a random --deals 1 --store {disk}/new.db >&2; echo code $?
         {PROGRAM} store show {store} 1 --json
         {PROGRAM} store check {store}; ls -A {disk}; {end}"
    );
    let mut words = around.split(' ');
    let run =
        Command::new(words.next().unwrap()).args(words).args(["-c", &script]).output().unwrap();
    let run = Run::of(&run);
    let lines: Vec<&str> = run.stdout.lines().collect();
    let expected = "expected a place where a store can be written, found that it cannot be written";
    assert_eq!(
        run.stderr,
        format!("kontra: {store}: {expected}\nkontra: {disk}/new.db: {expected}\n"),
        "{lines:?}"
    );
    assert_eq!(lines[..2], ["code 2", "code 2"]);
    assert_eq!(timeless(lines[2]), undisturbed("20"));
    assert_eq!(lines[3..], [format!("20 games in order in {store}").as_str(), "results.db"]);
}
