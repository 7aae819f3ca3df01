//! A person plays by typing: here the lines come from a test.

use crate::common::{Folder, kontra, kontra_with};
use serde_json::json;

#[test]
fn a_game_can_be_played_to_the_end_by_numbers() {
    let folder = Folder::new("play-numbers");
    let path = folder.path("game.jsonl");
    for seat in ["0", "1", "2", "3"] {
        let args = ["play", "doppelkopf", "--seed", "5", "--seat", seat, "--record", &path];
        let run = kontra_with(&args, &"1\n".repeat(60));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
        assert!(run.stdout.contains("Score sheet"), "{}", run.stdout);
        assert_eq!(run.stdout.matches("\n  Trick ").count(), 12);
        assert!(!run.stdout.contains('\u{1b}'), "no colours in a pipe");
        let replay = kontra(&["replay", &path, "--json"]).json();
        assert_eq!(replay, json!({ "games": 1, "ok": 1, "errors": [] }));
        let record = std::fs::read_to_string(&path).unwrap();
        let record: serde_json::Value = serde_json::from_str(&record).unwrap();
        assert_eq!(record["players"][seat.parse::<usize>().unwrap()], "human");
        assert_eq!(record["result"].as_array().unwrap().len(), 4);
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn ontop_can_be_played_by_numbers_too() {
    let run = kontra_with(&["play", "ontop", "--seed", "4"], &"1\n".repeat(100));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    assert!(run.stdout.contains("The game is over"));
}

#[test]
fn many_games_by_many_hands() {
    for seed in 0..30 {
        for (style, agents) in [("step", "random"), ("choose", "beginner")] {
            let rules = format!("announcing={style}");
            let seed = seed.to_string();
            let args = ["play", "doppelkopf", "--seed", &seed, "-a", agents, "--rules", &rules];
            // Whatever is asked, one of these is an answer.
            let input = "2\n3\n1\nno\n".repeat(400);
            let run = kontra_with(&args, &input);
            assert_eq!(run.code, 0, "seed {seed}: {}{}", run.stdout, run.stderr);
            assert!(run.stdout.contains("Score sheet"), "seed {seed}");
        }
    }
}

#[test]
fn odd_answers_are_explained_and_asked_again() {
    let input = "what\n99\n?\nhealthy\nxx\nc9\n\u{7}\n\n".to_owned() + &"1\n".repeat(60);
    let run = kontra_with(&["play", "doppelkopf", "--seed", "12", "--seat", "1"], &input);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("Expected a number from 1 to 2, found 'what'"));
    assert!(run.stdout.contains("leaves the table"), "help");
    assert!(run.stdout.contains("Score sheet"));
}

#[test]
fn leaving_is_no_error_but_missing_answers_are() {
    let folder = Folder::new("play-leave");
    let path = folder.path("game.jsonl");
    let args = ["play", "doppelkopf", "--seed", "12", "--record", &path];
    let run = kontra_with(&args, "1\n");
    assert_eq!(run.sentence(), "expected an answer, found the end of the input");
    assert!(folder.files().is_empty(), "nothing is written");
    let run = kontra_with(&args, "1\n1\nq\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let record = std::fs::read_to_string(&path).unwrap();
    assert!(record.contains(r#""result":null"#), "an unfinished game is a record too");
    assert_eq!(kontra(&["replay", &path]).code, 0);
}

#[test]
fn a_whole_game_can_be_watched() {
    let run = kontra(&["play", "doppelkopf", "--watch", "--seed", "3", "--games", "2"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(run.stdout.matches("Score sheet").count(), 2);
    assert_eq!(run.stdout.matches("  Trick 12 ").count(), 2);
    assert!(run.stdout.contains("After 2 games: Anna"));
}

#[test]
fn a_tournament_has_24_games_and_a_solo_for_everybody() {
    let run = kontra(&["play", "doppelkopf", "--watch", "--seed", "3", "--tournament"]);
    assert_eq!(run.stdout.matches("Score sheet").count(), 24);
    assert!(run.stdout.matches(", compulsory;").count() >= 4);
}

#[test]
fn the_same_seed_deals_the_same_cards() {
    let watch = |seed| kontra(&["play", "doppelkopf", "--watch", "--seed", seed]).stdout;
    assert_eq!(watch("4"), watch("4"));
    assert_ne!(watch("4"), watch("5"));
}

#[test]
fn a_person_gets_hints_and_rules_and_moves_back() {
    let folder = Folder::new("play-guide");
    let path = folder.path("game.jsonl");
    let args = ["play", "doppelkopf", "--seed", "5", "-a", "easy", "--record", &path];
    let input = "back\nhint\nrules\n1\n1\nback\n2\nhint\n".to_owned() + &"1\n".repeat(60);
    let run = kontra_with(&args, &input);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    let text = &run.stdout;
    assert!(text.contains("You have not moved yet in this game."), "{text}");
    assert_eq!(text.matches("  Hint: ").count(), 2, "{text}");
    assert!(text.contains("Re needs 121 of the 240 card"), "{text}");
    assert_eq!(text.matches("Your last move is taken back.").count(), 1, "{text}");
    assert!(text.contains("Bert (easy: beginner)"), "{text}");
    // What was taken back is no part of the game.
    let replay = kontra(&["replay", &path, "--json"]).json();
    assert_eq!(replay, json!({ "games": 1, "ok": 1, "errors": [] }));
}

#[test]
fn everybody_is_called_by_name_and_verbs_follow() {
    for game in ["ontop", "just4fun"] {
        let run = kontra_with(&["play", game, "--seed", "4", "-a", "random"], "rules\n?\n1\nq\n");
        assert_eq!(run.code, 0, "{}", run.stderr);
        let text = run.stdout;
        assert!(text.contains("You play ") && text.contains("Bert plays "), "{text}");
        assert!(!text.contains("You plays") && !text.contains("You lays"), "{text}");
        assert!(!text.contains("seat "), "{text}");
        assert!(!text.contains("\\u001b"), "colours are not spelt out: {text}");
        assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
    }
}
