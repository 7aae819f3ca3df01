//! What people expect of a program on the command line.

use crate::common::{Folder, Run, kontra, kontra_with};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::Duration;

#[track_caller]
fn ends(args: &str, expected: &str) {
    let words: Vec<&str> = args.split_whitespace().collect();
    let run = kontra(&words);
    let sentence = run.sentence();
    assert!(sentence.ends_with(expected), "{args}: {sentence}");
}

#[test]
fn a_mistyped_name_gets_the_one_that_was_meant() {
    ends("mtach ontop -a random --deals 1", "did you mean 'match'?");
    ends("match ontop -a random --deal 1", "did you mean '--deals'?");
    ends("match ontpo -a random --deals 1", "found 'ontpo'; did you mean 'ontop'?");
    ends("match ontop -a randm --deals 1", "found 'randm'; did you mean 'random'?");
    ends(
        "match ontop -a mcts(iteration=9) --deals 1",
        "found 'iteration'; did you mean 'iterations'?",
    );
    ends("match ontop -a random --deals 1 --seating rotat", "did you mean 'rotate'?");
    ends(
        "match doppelkopf -a random --deals 1 --rules anouncing=step",
        "did you mean 'announcing'?",
    );
    ends("experiment run sievers2021 --quick", "found 'sievers2021'; did you mean 'sievers2012'?");
    ends("agents --game leduc", "did you mean 'leduc-poker'?");
    let folder = Folder::new("did-you-mean");
    let store = folder.path("store.db");
    let played = ["match", "ontop", "-a", "random", "--deals", "1", "--store", &store];
    kontra(&[&played[..], &["--name", "first-try", "--json"]].concat()).json();
    ends(&format!("store show {store} frist-try"), "did you mean 'first-try'?");
}

#[test]
fn a_name_that_is_far_from_all_gets_no_guess() {
    for args in ["match chess -a random --deals 1", "match ontop -a clever --deals 1", "draw"] {
        let words: Vec<&str> = args.split_whitespace().collect();
        let run = kontra(&words);
        assert!(!run.sentence().contains("did you mean"), "{}", run.stderr);
    }
}

/// Runs with variables of the environment, in a folder of its own.
fn with(variables: &[(&str, &str)], folder: &Folder, args: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kontra"));
    command.env_remove("KONTRA_STORE").env_remove("KONTRA_THREADS");
    command.envs(variables.iter().copied()).current_dir(folder.path("")).args(args);
    Run::of(&command.stdin(Stdio::null()).output().unwrap())
}

#[test]
fn records_go_through_pipes() {
    let folder = Folder::new("pipes");
    let played = ["match", "doppelkopf", "-a", "random-cards", "--deals", "2"];
    let run = with(&[], &folder, &[&played[..], &["--records", "-"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.starts_with("doppelkopf: 2 deals, 2 games"), "the table: {}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 2, "{}", run.stdout);
    let records = run.stdout;
    let replay = kontra_with(&["replay", "-", "--json"], &records).json();
    assert_eq!((&replay["games"], &replay["ok"]), (&2.into(), &2.into()));
    let position = ["--record", "-", "--nth", "2", "--ply", "30", "--json"];
    let worlds = ["worlds", "doppelkopf", "--seat", "0"];
    let worlds = kontra_with(&[&worlds[..], &position].concat(), &records).json();
    assert!(worlds["worlds"].as_str().unwrap().parse::<u64>().unwrap() > 0);
    let said = ["statistics", "doppelkopf", "--records", "-", "--json"];
    assert_eq!(kontra_with(&said, &records).json()["games"], 2);

    let store = folder.path("store.db");
    let import = ["store", "import", &store, "-", "--name", "piped"];
    assert_eq!(kontra_with(&import, &records).code, 0);
    let export = kontra(&["store", "export", &store, "-"]);
    assert_eq!((export.code, export.stdout), (0, records));
    assert_eq!(export.stderr, "2 games written to standard output\n");
    assert_eq!(folder.files(), ["store.db"], "no file is called -");
}

#[test]
fn a_dash_where_a_file_must_stay_is_refused() {
    let folder = Folder::new("dashes");
    let played = ["match", "ontop", "-a", "random", "--deals", "1"];
    let store = folder.path("store.db");
    with(&[], &folder, &[&played[..], &["--store", &store]].concat());
    for (args, expected) in [
        (&[&played[..], &["--store", "-"]].concat()[..], "'-': expected a file of its own"),
        (
            &[&played[..], &["--records", "-", "--json"]].concat(),
            "--records: expected a file where",
        ),
        (&["store", "list", "-"], "'-': expected a file of its own"),
        (&["store", "backup", &store, "-"], "'-': expected a file of its own"),
        (&["store", "import", &store, "-"], "--name: expected a name for the records"),
        (&["ratings", "--store", "-"], "'-': expected a file of its own"),
        (&["experiment", "report", "--results", "-"], "'-': expected a folder"),
        (
            &["play", "ontop", "--watch", "-a", "random", "--record", "-"],
            "--record: expected a file",
        ),
    ] {
        let run = with(&[], &folder, args);
        assert!(run.sentence().starts_with(expected), "{args:?}: {}", run.stderr);
    }
    let sentence = kontra_with(&["replay", "-"], "{}").sentence().to_owned();
    assert!(sentence.starts_with("standard input: record 1"), "{sentence}");
    assert_eq!(folder.files(), ["store.db"]);
}

#[test]
fn match_and_ratings_share_the_default_store() {
    let folder = Folder::new("default-store");
    let data = folder.path("data");
    let played = ["match", "ontop", "-a", "random", "--deals", "2", "--json"];
    let rated = ["ratings", "--json"];
    let home: &[(&str, &str)] = &[("XDG_DATA_HOME", &data), ("HOME", &data)];
    let nothing = with(home, &folder, &rated);
    assert!(nothing.sentence().contains("kontra.db: expected "), "{}", nothing.stderr);
    assert_eq!(folder.files(), [""; 0], "looking makes no folder");
    with(home, &folder, &[&played[..], &["--store"]].concat()).json();
    assert_eq!(with(home, &folder, &rated).json()[0]["games"], 4);
    // A store in this folder comes before that one, and a variable before both.
    let here = [&played[..], &["--store", "kontra.db"]].concat();
    with(home, &folder, &here).json();
    with(home, &folder, &[&played[..], &["--store", "--seed", "2", "--name", "second"]].concat())
        .json();
    assert_eq!(with(home, &folder, &rated).json()[0]["games"], 8);
    let named: &[(&str, &str)] = &[("KONTRA_STORE", "own.db"), ("XDG_DATA_HOME", &data)];
    with(named, &folder, &[&played[..], &["--name", "kept"]].concat()).json();
    assert_eq!(with(named, &folder, &rated).json()[0]["games"], 4);
    let empty: &[(&str, &str)] = &[("KONTRA_STORE", ""), ("XDG_DATA_HOME", &data)];
    assert_eq!(with(empty, &folder, &rated).json()[0]["games"], 8, "an empty variable names none");
    with(empty, &folder, &played).json();
    assert_eq!(with(empty, &folder, &rated).json()[0]["games"], 8, "nothing is kept unasked");
}

#[test]
fn a_variable_says_how_many_threads_play() {
    let folder = Folder::new("threads");
    let played = ["match", "ontop", "-a", "random", "--deals", "2", "--json"];
    for number in ["1", "3", ""] {
        with(&[("KONTRA_THREADS", number)], &folder, &played).json();
    }
    let run = with(&[("KONTRA_THREADS", "many")], &folder, &played);
    let expected =
        "KONTRA_THREADS: expected a whole number from 0 to 1024, found 'many'; see --help";
    assert_eq!(run.sentence(), expected);
    // The option comes first.
    with(&[("KONTRA_THREADS", "many")], &folder, &[&played[..], &["--threads", "1"]].concat())
        .json();
}

#[test]
fn a_match_is_read_from_a_file() {
    let folder = Folder::new("config");
    let file = "game = 'ontop'\nagents = ['random', 'random']\ndeals = 3\nseating = 'all'\nseed = 7\njson = true\n";
    let path = folder.write("match.toml", file);
    let whole = kontra(&["match", "--config", &path]).json();
    let words = "match ontop -a random -a random --deals 3 --seating all --seed 7 --json";
    let mut same = kontra(&words.split(' ').collect::<Vec<_>>()).json();
    for table in [&mut same["agents"], &mut whole.clone()["agents"]] {
        assert_eq!(table[0]["spec"], "random");
    }
    let result =
        |table: &Value| (table["agents"][0]["mean"].clone(), table["distinct_games"].clone());
    assert_eq!((result(&whole), &whole["deals"]), (result(&same), &3.into()));
    let changed = kontra_with(&["match", "--config=-", "--deals", "5"], file).json();
    assert_eq!((&changed["deals"], &changed["seed"]), (&5.into(), &7.into()));

    for (text, expected) in [
        ("deal = 3", "match.toml, deal: expected only the options "),
        ("deals = ", "match.toml, line 1: expected the options of a match in TOML, found "),
        ("deals = []", "match.toml, deals: expected a text or a number, found array"),
    ] {
        let path = folder.write("match.toml", text);
        let run = kontra(&["match", "--config", &path]);
        assert!(run.sentence().contains(expected), "{}", run.stderr);
    }
    let twice = kontra(&["match", "--config", &path, "--config", &path]);
    assert_eq!(twice.sentence(), "--config: expected one file, found a second one");
    let missing = kontra(&["match", "--config", &folder.path("none")]);
    assert!(missing.sentence().ends_with("found no such file or folder"), "{}", missing.stderr);
}

#[test]
fn shells_learn_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = kontra(&["completions", shell]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        for word in ["kontra", "experiment", "--seating", "--seating"] {
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            assert!(run.stdout.contains(word), "{shell}: {word}");
        }
    }
    let run = kontra(&["completions", "cmd"]);
    let expected = "expected bash, elvish, fish, powershell or zsh, found 'cmd'; see --help";
    assert!(run.sentence().ends_with(expected), "{}", run.stderr);
}

#[test]
fn every_command_has_a_man_page() {
    let folder = Folder::new("man");
    let pages = folder.path("man1");
    let run = kontra(&["man", &pages]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let page = |name: &str| std::fs::read_to_string(format!("{pages}/{name}.1")).unwrap();
    let help = kontra(&["--help"]).stdout;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // The name of a command stands two places in; the rest of a long line further in.
    let commands = commands.take_while(|line| !line.is_empty());
    let commands = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let commands: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands.into_iter().filter(|command| *command != "help") {
        assert!(page(&format!("kontra-{command}")).contains(".SH SYNOPSIS"), "{command}");
    }
    assert!(page("kontra-match").contains("seating") && page("kontra").contains("kontra\\-match"));
    assert!(page("kontra-store-list").contains(".TH"));
    let file = folder.write("file", "");
    assert!(kontra(&["man", &file]).sentence().ends_with("expected a folder, found a file"));
}

/// Also a command that has nothing to keep ends with the code of an interrupted one.
#[cfg(unix)]
#[test]
fn an_interrupted_command_ends_with_130() {
    for signal in ["-INT", "-TERM"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kontra"))
            .args(["perft", "doppelkopf", "--seed", "1", "--depth", "40"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // It listens for signals on a second thread before it does anything.
        let threads =
            || std::fs::read_dir(format!("/proc/{}/task", child.id())).map_or(2, Iterator::count);
        while threads() < 2 {
            std::thread::sleep(Duration::from_millis(5));
        }
        // The thread is there; give the signal until somebody has heard it.
        let id = child.id().to_string();
        let status = loop {
            Command::new("kill").args([signal, &id]).status().unwrap();
            std::thread::sleep(Duration::from_millis(20));
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
        };
        assert!(status.code().is_none_or(|code| code == 130), "{status}");
    }
}

#[test]
fn the_history_of_a_match_is_a_line_for_each_deal() {
    let folder = Folder::new("match-history");
    let file = folder.path("history.jsonl");
    let args = ["match", "doppelkopf", "-a", "beginner", "-a", "random-cards", "--deals", "6"];
    let more = ["--seating", "rotate", "--sprt", "0,1", "--history", &file, "--json"];
    let table = kontra(&[&args[..], &more].concat()).json();
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 6);
    let games: usize = lines.iter().map(|line| line["games"].as_array().unwrap().len()).sum();
    assert_eq!(games, table["games"].as_u64().unwrap() as usize);
    assert_eq!((&lines[5]["deal"], &lines[0]["ci95"]), (&5.into(), &serde_json::Value::Null));
    assert_eq!(lines[5]["mean"], table["agents"][0]["mean"]);
    assert_eq!(lines[5]["ci95"], table["agents"][0]["ci95"]);
    assert_eq!(lines[5]["log_ratio"], table["sprt"]["log_ratio"]);
    // On standard output, and then the table is elsewhere.
    let streamed =
        kontra(&[&args[..], &["--seating", "rotate", "--sprt", "0,1", "--history", "-"]].concat());
    assert_eq!((streamed.code, streamed.stdout), (0, text));
    assert!(streamed.stderr.contains("beginner"), "{}", streamed.stderr);
    let same = kontra(&[&args[..], &["--records", "x", "--history", "x"]].concat());
    assert_eq!(
        same.sentence(),
        "--history: expected another file than --records, found 'x' for both"
    );
}

#[test]
fn a_match_is_told_in_every_form() {
    let run = |format: &str| {
        let args = ["match", "ontop", "-a", "mcts(iterations=10, exploration=1, decision=mean)"];
        kontra(&[&args[..], &["-a", "random", "--deals", "2", "--format", format]].concat()).stdout
    };
    let text = run("text");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let csv = run("csv");
    assert_eq!(csv.lines().count(), 3, "{csv}");
    assert!(csv.contains("\n\"mcts(decision=mean, "), "{csv}");
    assert!(run("markdown").contains("| agent | games |"));
    assert!(serde_json::from_str::<serde_json::Value>(&run("json")).is_ok());
    let args = ["match", "ontop", "-a", "random", "--deals", "1", "--format", "xml"];
    assert!(kontra(&args).sentence().contains("text, markdown, csv, json"));
}
