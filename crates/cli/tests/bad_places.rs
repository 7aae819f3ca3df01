//! Bad input that has to do with files, numbers and names on the command line: one sentence, and nothing is lost.

use crate::common::{Folder, kontra, some_records};
use std::path::Path;

/// The sentence about a command line, whose words are separated by spaces.
#[track_caller]
fn sentence(args: &str) -> String {
    kontra(&args.split(' ').collect::<Vec<_>>()).sentence().to_owned()
}

#[test]
fn numbers_that_are_none() {
    for (args, expected) in [
        (
            "match ontop -a random --deals 0",
            "--deals: expected a whole number from 1 on, found '0'",
        ),
        (
            "match ontop -a random --deals x",
            "--deals: expected a whole number, 0 or more, found 'x'",
        ),
        (
            "match ontop -a random --deals -1",
            "--deals: expected a whole number, 0 or more, found '-1'",
        ),
        (
            "match ontop -a random --deals 1 --threads 99999",
            "--threads: expected a whole number from 0 to 1024, found '99999'",
        ),
        (
            "match ontop -a random --deals 99999999999999999999",
            "--deals: expected a whole number that is not as large, found '99999999999999999999'",
        ),
        (
            "match ontop -a random --deals 1 --sprt --beta few",
            "--beta: expected a number, found 'few'",
        ),
        (
            "statistics ontop --games 0",
            "--games: expected a whole number from 1 to 100000000, found '0'",
        ),
        (
            "serve --addr nowhere",
            "--addr: expected an address such as 127.0.0.1:8080, found 'nowhere'",
        ),
        ("serve --log loud", "--log: expected errors, info or requests, found 'loud'"),
    ] {
        assert_eq!(sentence(args), format!("{expected}; see --help"), "{args}");
    }
}

#[test]
fn a_claim_about_a_loss_is_a_value_and_no_option() {
    let args = "match ontop -a random --deals 2 --sprt=-0.1,0.1 --json";
    assert_eq!(kontra(&args.split(' ').collect::<Vec<_>>()).code, 0);
}

#[test]
fn a_command_without_its_second_word() {
    let expected = "expected a command (list, run, report), found none; see --help";
    assert_eq!(sentence("experiment"), expected);
    let expected = "expected a command (list, show, export, import, merge, check, backup), found none; see --help";
    assert_eq!(sentence("store"), expected);
}

#[test]
fn a_store_is_not_replaced_by_its_own_games() {
    let folder = Folder::new("export-onto-itself");
    let store = folder.path("results.db");
    let played = ["match", "doppelkopf", "-a", "random", "--deals", "2", "--store", &store];
    assert_eq!(kontra(&played).code, 0);
    let expected = format!("{store}: expected another file than the store, found the store");
    assert_eq!(kontra(&["store", "export", &store, &store, "--overwrite"]).sentence(), expected);
    let more = ["--records", &store, "--overwrite", "--extend"];
    assert_eq!(kontra(&[&played[..], &more].concat()).sentence(), expected);
    assert_eq!(kontra(&["store", "check", &store]).code, 0);
}

/// Two processes that begin the same store at the same moment wait for each other.
#[test]
fn a_store_that_two_processes_begin() {
    for round in 0..10 {
        let folder = Folder::new(&format!("begun-twice-{round}"));
        let store = folder.path("results.db");
        let played = |seed: &str| {
            let args = ["match", "ontop", "-a", "random", "--deals", "1", "--seed", seed, "--name"];
            let name = format!("seed-{seed}");
            kontra(&[&args[..], &[&name, "--store", &store]].concat())
        };
        std::thread::scope(|scope| {
            let other = scope.spawn(|| played("1"));
            let (one, other) = (played("2"), other.join().unwrap());
            assert_eq!((one.code, other.code), (0, 0), "{}{}", one.stderr, other.stderr);
        });
        let list = kontra(&["store", "list", &store, "--json"]).json();
        assert_eq!(list.as_array().unwrap().len(), 2);
    }
}

#[test]
fn a_file_without_records_is_not_imported() {
    let folder = Folder::new("import-nothing");
    let (store, input) = (folder.path("results.db"), folder.write("empty.jsonl", ""));
    let run = kontra(&["store", "import", &store, &input]);
    assert_eq!(run.sentence(), format!("{input}: expected at least one record, found none"));
    assert_eq!(folder.files(), ["empty.jsonl"]);
}

#[test]
fn a_match_without_a_name_has_none() {
    let folder = Folder::new("empty-name");
    let store = folder.path("results.db");
    let args = ["match", "ontop", "-a", "random", "--deals", "1", "--store", &store, "--name", ""];
    let run = kontra(&args);
    assert!(
        run.sentence().starts_with("a value is required for '--name <NAME>'"),
        "{}",
        run.stderr
    );
    assert!(folder.files().is_empty());
}

#[test]
fn a_file_in_place_of_a_folder() {
    let folder = Folder::new("file-not-folder");
    let file = folder.write("file", "precious");
    let expected = format!("{file}: expected a folder, found a file");
    for args in [
        &["experiment", "list", "--results", &file][..],
        &["experiment", "list", "--experiments", &file],
        &["experiment", "run", "sievers2012/table-6.60", "--quick", "--results", &file],
        &["experiment", "report", "--output", &file],
    ] {
        assert_eq!(kontra(args).sentence(), expected, "{args:?}");
    }
    assert_eq!(folder.files(), ["file"]);
}

/// The book has the description of a board; a damaged one is refused with its place.
#[test]
fn a_board_of_ones_own() {
    let book = std::fs::read_to_string("../../docs/src/ontop.md").unwrap();
    let (_, rest) = book.split_once("```json\n{\n").expect("a board in the book");
    let board = format!("board={{{}", rest.split_once("```").unwrap().0.trim_end());
    let played =
        |rule: &str| kontra(&["perft", "ontop", "--seed", "1", "--depth", "2", "--rules", rule]);
    assert_eq!(played(&board).code, 0, "{}", played(&board).stderr);
    let bad = board.replacen("\"stones\": 20", "\"stones\": 200", 1);
    let run = played(&bad);
    assert!(run.sentence().starts_with("--rules, board.stones: expected "), "{}", run.stderr);
}

#[test]
fn a_paper_of_which_nothing_can_be_run() {
    // A shelf of its own, with the one table of the paper that cannot be run, twice.
    let shelf = Folder::new("nothing-to-run-shelf");
    let papers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiments/papers");
    let table = std::fs::read_to_string(papers.join("dockhorn2017/table-1.toml")).unwrap();
    std::fs::copy(papers.join("papers.toml"), shelf.path("papers.toml")).unwrap();
    std::fs::create_dir_all(shelf.path("dockhorn2017")).unwrap();
    shelf.write("dockhorn2017/table-1.toml", &table);
    shelf.write("dockhorn2017/table-9.toml", &table.replace("Table I", "Table IX"));
    let folder = Folder::new("nothing-to-run");
    let results = folder.path("results");
    let args = ["experiment", "run", "dockhorn2017", "--results", &results];
    let run = kontra(&[&args[..], &["--experiments", &shelf.path("")]].concat());
    assert_eq!(
        run.sentence(),
        "dockhorn2017: expected at least one experiment that can be run, found none (see `kontra \
         experiment list`)"
    );
    assert!(folder.files().is_empty());
}

/// The examples of every help text name agents and games that exist.
#[test]
fn agents_in_examples_exist() {
    let folder = Folder::new("examples");
    let record = folder.write("game.jsonl", &some_records(&folder, &["beginner"], 1));
    for command in ["match", "play", "analyze"] {
        let help = kontra(&[command, "--help"]).stdout;
        let begin = format!("  kontra {command} ");
        let examples = help.lines().filter_map(|line| line.strip_prefix(&begin));
        for example in examples.filter(|example| !example.contains("external")) {
            let words: Vec<&str> = example.split(' ').map(|word| word.trim_matches('\'')).collect();
            let agents = words.windows(2).filter(|pair| pair[0] == "-a").map(|pair| pair[1]);
            for agent in agents {
                let args = match command {
                    "analyze" => vec!["--record", &record, "--ply", "12"],
                    _ => vec!["--deals", "1", "--sprt", "0,1", "--alpha", "0.9"],
                };
                let first = if command == "analyze" { command } else { "match" };
                let run = kontra(&[&[first, words[0], "-a", agent], &args[..]].concat());
                assert!(!run.stderr.contains("agent '"), "{example}: {}", run.stderr);
            }
        }
    }
}
