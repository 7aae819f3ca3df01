//! Records leave a store and come back: as JSON Lines, as Parquet, without a difference.

use crate::common::{Folder, kontra};
use kontra_game::{Streams, choose};
use serde_json::{Value, json};

/// A store with a match of each game, and the records of all of them.
fn store(folder: &Folder) -> (String, String) {
    let (store, mut all) = (folder.path("results.db"), String::new());
    for (game, agents) in [
        ("doppelkopf", ["beginner", "random"]),
        ("just4fun", ["random"; 2]),
        ("ontop", ["random"; 2]),
    ] {
        let records = folder.path("records.jsonl");
        let [one, two] = agents;
        let args = ["match", game, "-a", one, "-a", two, "--deals", "20", "--seating", "all"];
        let keep = ["--store", &store, "--name", game, "--records", &records, "--overwrite"];
        assert_eq!(kontra(&[&args[..], &keep].concat()).code, 0);
        all += &std::fs::read_to_string(records).unwrap();
    }
    (store, all)
}

fn done(args: &[&str]) -> String {
    let run = kontra(args);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
    run.stdout
}

#[test]
fn records_come_back_from_json_lines_and_parquet() {
    let folder = Folder::new("round-trip");
    let (store, records) = store(&folder);
    for format in ["jsonl", "parquet"] {
        let (file, copy) =
            (folder.path(&format!("all.{format}")), folder.path(&format!("{format}.db")));
        assert_eq!(
            done(&["store", "export", &store, &file]),
            format!("200 games written to {file}\n")
        );
        let added = done(&["store", "import", &copy, &file, "--name", "copy"]);
        assert_eq!(added, format!("200 games added to {copy} as 'copy'\n"));
        let lines = folder.path("again.jsonl");
        done(&["store", "export", &copy, &lines, "--overwrite"]);
        assert!(
            std::fs::read_to_string(lines).unwrap() == records,
            "{format}: the records are the same"
        );
        assert_eq!(done(&["store", "check", &copy]), format!("200 games in order in {copy}\n"));
        let again = folder.path(&format!("twice.{format}"));
        done(&["store", "export", &copy, &again]);
        if format == "jsonl" {
            assert_eq!(std::fs::read(file).unwrap(), std::fs::read(again).unwrap());
        }
    }
}

#[test]
fn matches_are_listed_shown_and_exported_by_name_or_number() {
    let folder = Folder::new("listed");
    let (store, records) = store(&folder);
    let list: Value = serde_json::from_str(&done(&["store", "list", &store, "--json"])).unwrap();
    let names: Vec<&str> =
        list.as_array().unwrap().iter().map(|m| m["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["doppelkopf", "just4fun", "ontop"]);
    assert_eq!((&list[0]["games"], &list[0]["finished"]), (&json!(120), &json!(true)));
    assert_eq!(list[0]["configuration"]["agents"], json!(["beginner", "random"]));
    assert!(done(&["store", "list", &store]).contains("just4fun     40  finished"));
    let by_name = done(&["store", "show", &store, "ontop", "--json"]);
    assert_eq!(by_name, done(&["store", "show", &store, "3", "--json"]));
    assert_eq!(serde_json::from_str::<Value>(&by_name).unwrap()["games"], 40);
    assert!(done(&["store", "show", &store, "1"]).contains("How games ended:"));
    let file = folder.path("some.jsonl");
    done(&["store", "export", &store, &file, "--match", "3", "--match", "doppelkopf"]);
    let some = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = records.lines().collect();
    let expected: Vec<&str> = [&lines[160..], &lines[..120]].concat();
    assert_eq!(some.lines().collect::<Vec<_>>(), expected);
    let run = kontra(&["store", "export", &store, &file]);
    assert!(run.sentence().contains("expected a new file, found an existing one"));
    let run = kontra(&["store", "show", &store, "chess"]);
    assert!(run.sentence().ends_with("name or number of a match in the store, found 'chess'"));
}

#[test]
fn records_of_people_and_of_unfinished_games_come_back() {
    let folder = Folder::new("unfinished-records");
    let records = crate::common::some_records(&folder, &["beginner"], 3);
    let mut lines = String::new();
    for (i, line) in records.lines().enumerate() {
        let mut record: Value = serde_json::from_str(line).unwrap();
        record["players"] = json!(["Anna", "Bernd", "Clara", format!("guest {}", i % 2)]);
        if i == 1 {
            record["moves"].as_array_mut().unwrap().truncate(17);
            record["result"] = Value::Null;
        }
        lines += &format!("{record}\n");
    }
    let (file, store) = (folder.write("people.jsonl", &lines), folder.path("people.db"));
    done(&["store", "import", &store, &file]);
    for format in ["jsonl", "parquet"] {
        let (file, copy) =
            (folder.path(&format!("x.{format}")), folder.path(&format!("x-{format}.db")));
        done(&["store", "export", &store, &file]);
        done(&["store", "import", &copy, &file]);
        let again = folder.path("again.jsonl");
        done(&["store", "export", &copy, &again, "--overwrite"]);
        assert_eq!(std::fs::read_to_string(again).unwrap(), lines);
    }
    let run = kontra(&["store", "show", &store, "people.jsonl"]);
    assert!(run.sentence().ends_with("found 3 games that were imported; see `kontra ratings`"));
    let run = kontra(&["store", "import", &store, &file]);
    assert!(
        run.sentence().ends_with(
            ": expected a name that is not in the store yet, found 'people.jsonl', which is match 1 'people.jsonl'"
        ),
        "{}",
        run.sentence()
    );
}

/// Nothing is added from a file with anything wrong in it, and the store is not even begun.
#[test]
fn wrong_lines_are_named_and_nothing_is_added() {
    let folder = Folder::new("wrong-lines");
    let good = crate::common::some_records(&folder, &["random"], 3);
    let lines: Vec<&str> = good.lines().collect();
    let (store, known) = (folder.path("new.db"), folder.path("known.db"));
    let known_file = folder.write("good.jsonl", &good);
    done(&["store", "import", &known, &known_file]);
    let check = |content: String, expected: &str| {
        let file = folder.write("bad.jsonl", &content);
        for store in [&store, &known] {
            let run = kontra(&["store", "import", store, &file]);
            let sentence = run.sentence().strip_prefix(&format!("{file}, ")).unwrap().to_owned();
            assert!(sentence.starts_with(expected), "{sentence}");
        }
        assert!(!std::path::Path::new(&store).exists(), "no store is begun");
        assert_eq!(done(&["store", "check", &known]), format!("3 games in order in {known}\n"));
    };
    let [one, two, three] = lines[..] else { panic!() };
    let moved = two.replacen(r#""moves":["0 no""#, r#""moves":["1 no""#, 1);
    assert!(moved != two || two.contains(r#""moves":["0 yes""#));
    let moved = moved.replacen(r#""moves":["0 yes""#, r#""moves":["1 yes""#, 1);
    check(
        format!("{one}\n\n{moved}\n{three}\n"),
        "line 3, moves[0]: expected a move of seat 0, found one of seat 1",
    );
    check(
        format!("{one}\n{two}\n{}", &three[..100]),
        "line 3, column 100: expected a record in JSON",
    );
    check(format!("{one}\n[1]\n"), "line 2: expected an object, found a list of 1");
    check(format!("{one}\n{} {two}\n", "x"), "line 2, column 1: expected a record in JSON");
    check(good.replacen("doppelkopf", "chess", 1), "line 1, game: expected doppelkopf or ");
    check(format!("{one}\n{}\n", "1".repeat(2_000_000)), "line 2: expected at most 1048576 bytes");
    check("\u{0}\u{ff}".to_owned(), "line 1, column 1: expected a record in JSON");
}

#[cfg(feature = "parquet")]
#[test]
fn wrong_parquet_files_are_refused_without_a_panic() {
    let folder = Folder::new("wrong-parquet");
    let (store, _) = store(&folder);
    let file = folder.path("all.parquet");
    done(&["store", "export", &store, &file, "--match", "doppelkopf"]);
    let whole = std::fs::read(&file).unwrap();
    let import = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        let new = folder.path("new.db");
        let run = kontra(&["store", "import", &new, &file]);
        if run.code == 0 {
            std::fs::remove_file(new).unwrap();
        } else {
            assert!(run.sentence().starts_with(&file), "{}", run.sentence());
            assert!(!std::path::Path::new(&new).exists());
        }
        run
    };
    for text in ["", "PAR1", "PAR1PAR1", "to be or not to be"] {
        let run = import(text.as_bytes());
        assert!(run.sentence().contains(": expected a file in Parquet, found something else ("));
    }
    for share in [1, 50, 99] {
        assert_eq!(import(&whole[..whole.len() * share / 100]).code, 2);
    }
    let trials = kontra_game::testkit::size(50, 500);
    for trial in 0..trials {
        let mut rng = Streams::new(14).test(trial);
        let mut damaged = whole.clone();
        for _ in 0..4 {
            let place = choose::below(&mut rng, damaged.len() as u32) as usize;
            damaged[place] = choose::below(&mut rng, 256) as u8;
        }
        import(&damaged);
    }
}
