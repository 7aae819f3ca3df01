//! A match that is killed at any moment resumes where it was: in the end, table and records are those of a match that
//! nobody disturbed, byte by byte.
#![cfg(unix)]

use crate::common::{Folder, kontra};
use kontra_game::{SearchRng, Streams, choose};
use serde_json::Value;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn full() -> bool {
    kontra_game::testkit::is_full()
}

/// The match: two arrangements of a thinking player, on enough deals to be interrupted often.
fn match_args() -> Vec<&'static str> {
    let deals = if full() { "600" } else { "60" };
    let agents = ["-a", "single-uct(iterations=10)", "-a", "random"];
    let rest = ["--deals", deals, "--seating", "all", "--seed", "2012", "--json"];
    [&["match", "doppelkopf"], &agents[..], &rest].concat()
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

/// What everything is compared with: the table and the records of an undisturbed run without a store.
fn undisturbed(folder: &Folder) -> (String, String) {
    let records = folder.path("undisturbed.jsonl");
    let run = kontra(&[&match_args()[..], &["--records", &records]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    (timeless(&run.stdout), std::fs::read_to_string(records).unwrap())
}

fn begin(store: &str, threads: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_kontra"))
        .args(match_args())
        .args(["--store", store, "--threads", threads])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for a moment that is as likely before the first game as it is after many.
fn wait(rng: &mut SearchRng) {
    let longest = if full() { 700 } else { 400 };
    std::thread::sleep(Duration::from_millis(u64::from(choose::below(rng, longest))));
}

/// The store has the whole match, and gives it back.
fn check_finished(folder: &Folder, store: &str, expected: &(String, String)) {
    let show = kontra(&["store", "show", store, "1", "--json"]);
    assert_eq!((timeless(&show.stdout), show.stderr.as_str()), (expected.0.clone(), ""));
    let exported = folder.path("exported.jsonl");
    assert_eq!(kontra(&["store", "export", store, &exported, "--overwrite"]).code, 0);
    assert!(std::fs::read_to_string(exported).unwrap() == expected.1, "the records are the same");
    assert_eq!(kontra(&["store", "check", store]).code, 0);
}

/// Disturbs matches until that succeeded this many times; whenever one comes to its end, it is looked at.
fn disturb(name: &str, threads: &str, times: u32, mut disturb: impl FnMut(&mut Child)) {
    let folder = Folder::new(name);
    let expected = undisturbed(&folder);
    let store = folder.path("results.db");
    let mut rng = Streams::new(50).test(threads.parse().unwrap());
    let mut done = 0;
    loop {
        let mut child = begin(&store, threads);
        let undisturbed = done == times;
        if !undisturbed {
            wait(&mut rng);
            disturb(&mut child);
        }
        let output = child.wait_with_output().unwrap();
        if output.status.success() {
            let table = String::from_utf8(output.stdout).unwrap();
            assert_eq!(timeless(&table), expected.0, "on {threads} threads");
            check_finished(&folder, &store, &expected);
            if undisturbed {
                return;
            }
            // It came to its end too early: the next one begins anew.
            std::fs::remove_file(&store).unwrap();
        } else {
            assert!(!undisturbed, "{}", String::from_utf8_lossy(&output.stderr));
            done += 1;
        }
    }
}

fn killed(threads: &str) {
    let times = if full() { 50 } else { 6 };
    disturb(&format!("killed-{threads}"), threads, times, |child| child.kill().unwrap());
}

#[test]
fn killed_on_1_thread() {
    killed("1");
}

#[test]
fn killed_on_2_threads() {
    killed("2");
}

#[test]
fn killed_on_8_threads() {
    killed("8");
}

/// Ctrl-C ends a match after the games that are being played, and it resumes as after a kill.
#[test]
fn interrupted_and_resumed() {
    let times = if full() { 10 } else { 3 };
    disturb("ctrl-c", "2", times, |child| {
        // Too early, nobody listens yet, and the signal simply ends the program: that is allowed too.
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
    });
}

#[test]
fn an_interrupted_match_says_how_to_resume() {
    let folder = Folder::new("how-to-go-on");
    let store = folder.path("results.db");
    let child = Command::new(env!("CARGO_BIN_EXE_kontra"))
        .args(["match", "doppelkopf", "-a", "random", "--deals", "100000000", "--json"])
        .args(["--store", &store])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let games = || kontra(&["store", "list", &store, "--json"]).stdout.contains("\"games\":0,");
    while !std::path::Path::new(&store).exists() || games() {
        std::thread::sleep(Duration::from_millis(20));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.starts_with("kontra: interrupted after "), "{stderr}");
    assert!(
        stderr.ends_with(" of 100000000 deals; the same command resumes from there\n"),
        "{stderr}"
    );
    let table: Value = serde_json::from_slice(&output.stdout).unwrap();
    let stored = kontra(&["store", "list", &store, "--json"]).json();
    assert!(stored[0]["games"].as_u64() >= table["games"].as_u64(), "{stored}");
    assert_eq!(stored[0]["finished"], false);
}
