//! External agents through the real program: one that plays well, and many that do not. Needs `python3`.
#![cfg(unix)]

use crate::common::{Run, kontra};
use serde_json::Value;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// This many deals where the environment has `KONTRA_FULL`, a fiftieth elsewhere.
fn size(full: u64) -> u64 {
    kontra_game::testkit::size(full.div_ceil(50), full)
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn reference_client() -> String {
    let client = root().join("clients/python/player.py");
    format!("external(cmd=\"python3 {}\")", client.display())
}

/// The client that breaks the protocol like this; the marker tells its processes from those of other tests.
fn rude(how: &str, marker: &str, seconds: f64) -> String {
    let client = root().join("crates/cli/tests/clients/rude.py");
    format!("external(cmd=\"python3 {} {how} {marker}\", seconds={seconds})", client.display())
}

/// Command lines of all processes that contain the marker.
fn running(marker: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(marker) && !line.contains("kontra match"))
        .filter(|line| line.contains("rude.py") || line.contains("sleep"))
        .collect()
}

#[test]
fn the_reference_client_plays_every_game() {
    for game in ["doppelkopf", "just4fun", "ontop"] {
        let deals = size(500).to_string();
        let external = reference_client();
        let args = ["match", game, "-a", &external, "-a", "random", "--deals", &deals];
        let table = kontra(&[&args[..], &["--seating", "rotate", "--json"]].concat()).json();
        assert_eq!(table["games"], 2 * size(500), "{game}");
        let [player, random] = [0, 1].map(|agent| &table["agents"][agent]);
        assert_eq!((&player["forfeits"], &player["first_forfeit"]), (&0.into(), &Value::Null));
        assert_eq!(player["spec"], external);
        // Both play at random, so that they differ by chance only.
        let (mean, ci) = (player["mean"].as_f64().unwrap(), player["ci95"].as_f64().unwrap());
        assert!(mean.abs() <= 2.5 * ci, "{game}: {mean} ± {ci}");
        assert_eq!(random["forfeits"], 0);
    }
}

/// What a match of this client against random players says, without what depends on the clock and on its name.
fn outcome(client: &str, game: &str) -> Value {
    let client = root().join(client);
    let external = format!("external(cmd=\"python3 {}\")", client.display());
    let args = ["match", game, "-a", &external, "-a", "random", "--deals", "3", "--json"];
    let mut table = kontra(&args).json();
    assert_eq!(table["agents"][0]["first_forfeit"], Value::Null, "{table}");
    for field in ["elapsed_s", "thinking_s"] {
        table[field] = Value::Null;
    }
    for agent in 0..2 {
        for field in ["ms_per_decision", "spec"] {
            table["agents"][agent][field] = Value::Null;
        }
    }
    table
}

#[test]
fn a_client_of_version_1_plays_as_it_did() {
    let old = outcome("crates/cli/tests/clients/version_1.py", "just4fun");
    assert_eq!(old, outcome("clients/python/player.py", "just4fun"));
}

#[test]
fn the_history_of_version_2_is_all_that_was_seen() {
    let list = kontra(&["games", "--json"]).json();
    for game in list.as_array().unwrap() {
        outcome("crates/cli/tests/clients/remembers.py", game["name"].as_str().unwrap());
    }
}

#[test]
fn the_client_of_the_book_is_the_one_that_is_tested() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let client = read("clients/python/player.py");
    let book = read("docs/src/external-agents.md");
    assert!(book.contains(&format!("```python\n{client}```")), "the book has another client");
}

#[test]
fn the_same_seed_gives_the_same_table() {
    let external = reference_client();
    let run = |threads| {
        let args = ["match", "just4fun", "-a", &external, "-a", "random", "--deals", "12"];
        let mut table =
            kontra(&[&args[..], &["--seating", "all", "--json", "--threads", threads]].concat())
                .json();
        table["elapsed_s"] = Value::Null;
        table["thinking_s"] = Value::Null;
        for agent in 0..2 {
            table["agents"][agent]["ms_per_decision"] = Value::Null;
        }
        table
    };
    assert_eq!(run("1"), run("3"));
}

/// Plays a short match with a rude client on one side; it loses every game, for this reason.
#[track_caller]
fn loses(how: &str, reason: &str) {
    // Long enough for a machine that does other things too.
    loses_within(how, 60.0, reason);
}

#[track_caller]
fn loses_within(how: &str, seconds: f64, reason: &str) {
    let marker = format!("kontra-test-{how}-{}", std::process::id());
    let external = rude(how, &marker, seconds);
    let args = ["match", "just4fun", "-a", &external, "-a", "random", "--deals", "2"];
    let table = kontra(&[&args[..], &["--seating", "all", "--json"]].concat()).json();
    let [player, other] = [0, 1].map(|agent| &table["agents"][agent]);
    assert_eq!((&table["games"], &table["endings"]["forfeit"]), (&4.into(), &4.into()), "{table}");
    assert_eq!((&player["forfeits"], &other["forfeits"]), (&4.into(), &0.into()));
    assert_eq!((player["mean"].as_f64(), other["mean"].as_f64()), (Some(-1.0), Some(1.0)));
    let found = player["first_forfeit"].as_str().unwrap();
    assert!(found.starts_with(reason), "expected '{reason}', found '{found}'");
    assert_eq!(running(&marker), Vec::<String>::new(), "nothing is left behind");
}

#[test]
fn who_crashes_loses() {
    loses("crash", "ended (exit status: 1), its last words were 'RuntimeError: out of ideas'");
    loses("leave", "ended (exit status: 0)");
    loses("stillborn", "ended (exit status: 1), its last words were 'no such model'");
}

#[test]
fn who_hangs_loses() {
    loses_within("hang", 0.5, "did not answer within 0.5 s");
    loses_within("family", 0.5, "did not answer within 0.5 s");
    #[cfg(target_os = "linux")]
    loses_within("escape", 0.5, "did not answer within 0.5 s");
    loses("close", "closed its output");
}

#[test]
fn who_cheats_loses() {
    loses("illegal", "answered index ");
    loses("negative", "answered index -1, expected one from 0 to ");
    loses("text", "answered index \"0\", expected one from 0 to ");
    loses("silent", "answered no \"index\", expected one from 0 to ");
    loses("twice", "answered message 3, expected an answer to 4");
}

#[test]
fn who_talks_nonsense_loses() {
    loses("nonsense", "answered 'I play the queen', expected an object in JSON");
    loses("list", "answered '[1, 2]', expected an object in JSON");
    loses("binary", "answered '");
    loses("nameless", "answered '{\\\"index\\\": 0}', expected \"id\": 3 in it");
    loses("future", "said hello with ");
}

#[test]
fn who_never_stops_talking_loses() {
    loses("flood", "sent a line of more than 65536 bytes");
    loses("lines", "answered message 1003, expected an answer to 3");
}

#[test]
fn a_program_that_does_not_exist_loses() {
    let args = ["match", "ontop", "-a", "external(cmd=no-such-program)", "-a", "random"];
    let run = kontra(&[&args[..], &["--deals", "5"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let sentence = "external(cmd=no-such-program) forfeited 5 games; in the first it could not be \
                    started: No such file or directory (os error 2)";
    assert!(run.stdout.contains(sentence), "{}", run.stdout);
}

#[test]
fn own_words_and_further_fields_are_no_offence() {
    let external = rude("loud", "kontra-test-loud", 10.0);
    let args = ["match", "just4fun", "-a", &external, "-a", "random", "--deals", "3", "--json"];
    assert_eq!(kontra(&args).json()["agents"][0]["forfeits"], 0);
}

#[test]
fn commands_that_make_no_sense_get_a_sentence() {
    let complaint = |spec: &str| {
        let run = kontra(&["match", "ontop", "-a", spec, "--deals", "1"]);
        run.sentence().to_owned()
    };
    assert_eq!(
        complaint("external"),
        "agent 'external': expected a value for the parameter cmd, found none"
    );
    assert!(
        complaint("external(cmd=\"a 'b\")").ends_with(
            "expected a program with its arguments for cmd, found a quote without its end"
        )
    );
    assert!(complaint("external(cmd=a, seconds=0)").contains("expected a number from 0.001 to"));
}

/// A match that is interrupted like on a terminal, where Ctrl-C reaches the whole group of processes.
struct Interrupted {
    child: Child,
    marker: String,
}

impl Interrupted {
    /// Begins a long match with this client, and waits until the client runs.
    fn begin(how: &str, seconds: f64) -> Interrupted {
        let marker = format!("kontra-test-interrupted-{how}-{}", std::process::id());
        let external = rude(how, &marker, seconds);
        let child = Command::new(env!("CARGO_BIN_EXE_kontra"))
            .args(["match", "just4fun", "-a", &external, "-a", "random", "--deals", "100000"])
            .args(["--json", "--threads", "2"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        let begin = Instant::now();
        while running(&marker).len() < 2 && begin.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(20));
        }
        // Both have said hello by now and think about their first moves.
        std::thread::sleep(Duration::from_millis(500));
        Interrupted { child, marker }
    }

    fn press_ctrl_c(&self) {
        let group = format!("-{}", self.child.id());
        assert!(Command::new("kill").args(["-INT", "--", &group]).status().unwrap().success());
    }

    fn end(self) -> (Run, Vec<String>) {
        let output = self.child.wait_with_output().unwrap();
        // Processes that were ended from outside are forgotten when their new parent has noticed.
        let begin = Instant::now();
        while !running(&self.marker).is_empty() && begin.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(20));
        }
        (Run::of(&output), running(&self.marker))
    }
}

#[test]
fn ctrl_c_ends_the_match_after_the_deal_and_the_client_with_it() {
    let interrupted = Interrupted::begin("slow", 10.0);
    interrupted.press_ctrl_c();
    let (run, left) = interrupted.end();
    assert_eq!((run.code, left), (130, vec![]), "{}", run.stderr);
    let table: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(table["agents"][0]["forfeits"], 0, "the client was not disturbed");
    assert!(table["deals"].as_u64().unwrap() > 0);
}

#[test]
fn a_second_ctrl_c_ends_everything_at_once() {
    let mut interrupted = Interrupted::begin("family", 1000.0);
    // On a busy machine two in short order arrive as one. Then it is pressed once more.
    let mut pressed = 0;
    while interrupted.child.try_wait().unwrap().is_none() {
        interrupted.press_ctrl_c();
        pressed += 1;
        std::thread::sleep(Duration::from_millis(500));
    }
    let (run, left) = interrupted.end();
    assert_eq!((run.code, left), (130, vec![]), "{}", run.stderr);
    assert!(pressed >= 2, "the first one waits for the deal's end");
}
