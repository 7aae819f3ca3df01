//! Perft counts and golden playthroughs.

use kontra_game::testkit::{check_perft_file, check_playthrough};
use kontra_game::{Json, Reader, Record};
use kontra_ontop::{Board, Colours, Lineup, OnTop, Rules, Start};
use std::path::PathBuf;

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

#[test]
fn perft_counts_are_what_they_always_were() {
    let counts = check_perft_file::<OnTop>(data("ontop.perft.jsonl"));
    assert!(counts > 20 || std::env::var_os("UPDATE_EXPECT").is_some(), "{counts}");
}

/// Every count that is not too large, by the slow rules.
#[test]
fn perft_counts_agree_with_the_reference() {
    let text = std::fs::read_to_string(data("ontop.perft.jsonl")).unwrap();
    let mut positions = 0;
    for line in text.lines() {
        let Json(value) = serde_json::from_str(line).unwrap();
        let record = Record::read(&Reader::new(&value["record"], "record")).unwrap();
        let mut slow = crate::reference::of(&record.replay::<OnTop>().unwrap().start);
        for (seat, text) in &record.moves {
            match seat {
                None => slow.draw(text),
                Some(_) => {
                    let play = slow.moves().into_iter().find(|play| play.name == *text).unwrap();
                    slow.place(&play);
                }
            }
        }
        let expected = value["perft"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap());
        for (depth, count) in expected.enumerate().filter(|(_, count)| *count < 60_000) {
            assert_eq!(slow.perft(depth + 1), count, "{}", value["name"]);
        }
        positions += 1;
    }
    assert!(positions >= 12, "{positions}");
}

#[test]
fn sequences_of_placements_agree_with_the_reference() {
    for (name, expected) in
        [("reconstruction", [24, 688, 21_648]), ("lower-start", [24, 688, 21_760])]
    {
        let mut slow =
            crate::reference::of(&Start::usual(Lineup::Two, Board::named(name).unwrap()));
        // A single kind of tile: only placements are counted.
        slow.setup.tiles.truncate(1);
        slow.bag.truncate(1);
        assert_eq!([1, 2, 3].map(|plies| slow.perft(plies)), expected, "{name}");
    }
}

#[test]
fn a_game_of_two_looks_as_it_always_looked() {
    check_playthrough::<OnTop>(data("ontop.two.txt"), &Rules::default(), 1);
}

#[test]
fn a_game_of_three_looks_as_it_always_looked() {
    let board = Board::named("lower-start").unwrap();
    let rules = Rules { table: Lineup::Three, colours: Colours::Drawn, board };
    check_playthrough::<OnTop>(data("ontop.three.txt"), &rules, 2);
}

#[test]
fn a_game_of_four_looks_as_it_always_looked() {
    let board = Board::named("tiles-14").unwrap();
    check_playthrough::<OnTop>(
        data("ontop.four.txt"),
        &Rules { table: Lineup::Four, board, ..Rules::default() },
        3,
    );
}

#[test]
fn a_game_of_teams_looks_as_it_always_looked() {
    let rules = Rules { table: Lineup::Teams, colours: Colours::Drawn, ..Rules::default() };
    check_playthrough::<OnTop>(data("ontop.teams.txt"), &rules, 4);
}
