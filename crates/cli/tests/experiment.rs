//! `kontra experiment`: small experiments run, run again, interrupted, and spoilt.

use crate::common::{Folder, Run, kontra};
use std::path::Path;

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../experiments/tests/fixture");

fn run(results: &str, more: &[&str]) -> Run {
    let experiments = format!("{FIXTURE}/experiments");
    let args = ["experiment", "run", "--experiments", &experiments, "--results", results, "--json"];
    kontra(&[&args[..], more].concat())
}

fn measurements(folder: &str) -> String {
    std::fs::read_to_string(Path::new(folder).join("measurements.jsonl")).unwrap()
}

#[test]
fn two_small_experiments_give_the_same_file_again() {
    let folder = Folder::new("experiments-again");
    let expected = measurements(FIXTURE);
    // At once, and by way of a first look on another number of threads.
    let (whole, steps) = (folder.path("whole"), folder.path("steps"));
    let first = run(&whole, &["example2020", "--threads", "1"]).json();
    assert_eq!(measurements(&whole), expected);
    let quick = run(&steps, &["example2020/table-2", "--quick"]).json();
    assert_eq!(quick["cells"][0]["units"], 2, "{quick}");
    let second = run(&steps, &["--all", "--threads", "3"]).json();
    assert_eq!(measurements(&steps), expected);
    assert_eq!(first, second);
    // Nothing is left to do.
    assert_eq!(run(&steps, &["--all"]).json(), first);
    assert_eq!(measurements(&steps), expected);
    // Who measured is told beside the results, which depend on no commit.
    let runs = std::fs::read_to_string(Path::new(&steps).join("runs.jsonl")).unwrap();
    let program = first["program"].as_str().unwrap();
    assert!(program.starts_with(env!("CARGO_PKG_VERSION")), "{program}");
    let line =
        |names: &str| format!("{{\"program\":\"{program}\",\"experiments\":[\"{names}\"]}}\n");
    assert_eq!(runs, line("example2020/table-2") + &line("--all"));

    let cell = &first["experiments"][0]["cells"][0];
    let numbers = ["paper", "paper_ci", "units"].map(|key| cell[key].as_f64());
    assert_eq!(
        (cell["label"].as_str(), numbers),
        (Some("first"), [Some(0.0), Some(0.1), Some(40.0)])
    );
    let agrees = |table: usize, cell: usize| &first["experiments"][table]["cells"][cell]["agrees"];
    assert_eq!((agrees(0, 0), agrees(0, 1)), (&true.into(), &false.into()));
    assert!(agrees(1, 0).is_null(), "the paper has no number there");
}

#[test]
fn another_seed_gives_other_results() {
    let folder = Folder::new("experiments-seed");
    run(&folder.path("one"), &["example2020/table-1", "--seed", "8"]).json();
    let text = measurements(&folder.path("one"));
    assert!(text.contains(r#""seed":8"#) && !measurements(FIXTURE).contains(&text));
}

#[test]
fn what_cannot_be_run_is_told_so() {
    let folder = Folder::new("experiments-never");
    let sentence = run(&folder.path("none"), &["example2020/table-3"]).sentence().to_owned();
    let expected = "example2020/table-3: expected an experiment that can be run, found one that cannot: people played";
    assert_eq!(sentence, expected);
    let sentence = run(&folder.path("none"), &["example2020/table-4"]).sentence().to_owned();
    let expected = "found 'example2020/table-4'; did you mean 'example2020/table-1'?";
    assert!(sentence.ends_with(expected), "{sentence}");
    assert_eq!(folder.files(), [""; 0]);
}

/// The sentence about `table-1` with one text in place of another.
#[track_caller]
fn spoilt(folder: &Folder, from: &str, to: &str) -> String {
    let source = format!("{FIXTURE}/experiments");
    let good = std::fs::read_to_string(format!("{source}/example2020/table-1.toml")).unwrap();
    assert!(good.contains(from), "{from}");
    std::fs::create_dir_all(folder.path("experiments/example2020")).unwrap();
    std::fs::copy(format!("{source}/papers.toml"), folder.path("experiments/papers.toml")).unwrap();
    folder.write("experiments/example2020/table-1.toml", &good.replacen(from, to, 1));
    let (experiments, results) = (folder.path("experiments"), folder.path("results"));
    let args = ["experiment", "run", "--all", "--experiments", &experiments, "--results", &results];
    let sentence = kontra(&args).sentence().to_owned();
    assert_eq!(folder.files(), ["experiments"], "nothing is written");
    sentence
}

#[test]
fn a_bad_file_gets_one_sentence_with_its_place() {
    let folder = Folder::new("experiments-bad");
    for (from, to, place, problem) in [
        ("seating =", "sitting =", "example2020/table-1.toml, line 8", "unknown field `sitting`"),
        ("quick = 4\n", "", "example2020/table-1.toml, line 5", "missing field `quick`"),
        ("quick = 4", "quick = 0", "example2020/table-1.toml, run", "quick 0"),
        (
            "title = \"",
            "title = ",
            "example2020/table-1.toml, line 2",
            "expected an experiment in TOML",
        ),
        ("0.0 ± 0.1", "many", "example2020/table-1.toml, table 1, row 'first'", "found 'many'"),
        ("{who}", "{whom}", "example2020/table-1.toml, table 1, row 'first'", "found '{whom}'"),
        (
            "more = \"second\"",
            "more = \"third\"",
            "example2020/table-1.toml, claim",
            "found 'third'",
        ),
        ("\"random\", \"random\"", "\"rando\", \"random\"", "example2020/table-1", "rando"),
        ("\"random\", \"random\"", "\"mcts(x=1)\", \"random\"", "example2020/table-1", "'x'"),
        ("\"ontop\"", "\"chess\"", "example2020/table-1.toml, table 1, row 'first'", "'chess'"),
        ("\"all\"", "\"nowhere\"", "example2020/table-1", "'nowhere'"),
    ] {
        let sentence = spoilt(&folder, from, to);
        assert!(sentence.starts_with(place), "{to}: {sentence}");
        assert!(sentence.contains(problem), "{to}: {sentence}");
    }
}

#[cfg(unix)]
#[test]
fn a_killed_run_is_resumed_with_the_same_result() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let folder = Folder::new("experiments-killed");
    let source = format!("{FIXTURE}/experiments");
    std::fs::create_dir_all(folder.path("experiments/example2020")).unwrap();
    std::fs::copy(format!("{source}/papers.toml"), folder.path("experiments/papers.toml")).unwrap();
    let small = std::fs::read_to_string(format!("{source}/example2020/table-2.toml")).unwrap();
    let long = small.replace("who = \"beginner\"", "who = \"single-uct(iterations=60)\"");
    folder.write("experiments/example2020/long.toml", &long.replace("full = 20", "full = 150"));

    let experiments = folder.path("experiments");
    let start = |results: &str| {
        Command::new(env!("CARGO_BIN_EXE_kontra"))
            .args(["experiment", "run", "--all", "--threads", "2", "--experiments", &experiments])
            .args(["--results", results])
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    let (whole, killed) = (folder.path("whole"), folder.path("killed"));
    assert!(start(&whole).wait().unwrap().success());

    let file = Path::new(&killed).join("measurements.jsonl");
    for _ in 0..3 {
        let before = std::fs::read(&file).ok();
        let mut child = start(&killed);
        // As soon as something new is saved, or when it is over on a fast machine.
        while std::fs::read(&file).ok() == before && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(start(&killed).wait().unwrap().success());
    assert_eq!(measurements(&killed), measurements(&whole));
}
