//! Rules, starts, moves and records as text.

use crate::support::{play, size, two, with_stones};
use kontra_game::{
    Actions, Game, Json, Notation, Reader, Record, Recorded, Records, Seat, Streams, choose,
};
use kontra_ontop::Colour::{Blue, Red, White, Yellow};
use kontra_ontop::{Board, Colours, Lineup, OnTop, Rules, Start};

fn rules(text: &str) -> Result<Rules, String> {
    let Json(value) = serde_json::from_str(text).unwrap();
    OnTop::read_rules(&Reader::new(&value, "rules")).map_err(|bad| bad.to_string())
}

fn start(text: &str) -> Result<Start, String> {
    let Json(value) = serde_json::from_str(text).unwrap();
    OnTop::read_start(&Reader::new(&value, "start")).map_err(|bad| bad.to_string())
}

#[test]
fn rules_are_read_with_their_defaults() {
    assert_eq!(rules("{}"), Ok(Rules::default()));
    let read =
        rules(r#"{"players": 4, "teams": true, "colours": "drawn", "board": "tiles-14"}"#).unwrap();
    assert_eq!(
        (read.table, read.colours, read.board.name()),
        (Lineup::Teams, Colours::Drawn, "tiles-14")
    );
    assert_eq!(rules(r#"{"players": 3}"#).unwrap().table, Lineup::Three);
    let whole = format!("{{\"board\": {}}}", with_stones(7).write());
    assert_eq!(rules(&whole).unwrap().board, with_stones(7));
}

#[test]
fn bad_rules_are_refused_with_a_sentence() {
    let checks = [
        (r#"{"players": 5}"#, "rules.players: expected a whole number from 2 to 4, found 5"),
        (
            r#"{"players": 3, "teams": true}"#,
            "rules.teams: expected false, because teams need four players, found true",
        ),
        (r#"{"colours": "blue"}"#, "rules.colours: expected 'fixed' or 'drawn', found 'blue'"),
        (
            r#"{"board": "mine"}"#,
            "rules.board: expected a board or one of the names reconstruction, lower-start, tiles-14, tiles-9, found 'mine'",
        ),
        (
            r#"{"board": {"name": "x"}}"#,
            "rules.board.kontra-board: expected this field, found nothing",
        ),
        (
            r#"{"seats": 2}"#,
            "rules.seats: expected only the fields board, colours, players, teams, found another one",
        ),
    ];
    for (text, expected) in checks {
        assert_eq!(rules(text), Err(expected.to_owned()));
    }
}

#[test]
fn a_start_names_table_colours_and_board() {
    let board = Board::default();
    let usual = Start::usual(Lineup::Two, board);
    let text = r#"{"players":2,"teams":false,"colours":["blue","white"],"board":"reconstruction"}"#;
    assert_eq!(OnTop::write_start(&usual).to_string(), text);
    assert_eq!(start(text), Ok(usual));
    let other = Start::new(Lineup::Three, &[Yellow, Blue, Red], board).unwrap();
    assert_eq!(start(&OnTop::write_start(&other).to_string()), Ok(other));
    let game = OnTop::new(&other);
    assert_eq!(
        [Yellow, Blue, Red, White].map(|c| game.seat(c).map(Seat::index)),
        [Some(0), Some(1), Some(2), None]
    );
}

#[test]
fn bad_starts_are_refused_with_a_sentence() {
    let good = r#"{"players":2,"teams":false,"colours":["blue","white"],"board":"reconstruction"}"#;
    let checks = [
        (
            ("white", "green"),
            "start.colours[1]: expected 'blue' or 'white' or 'red' or 'yellow', found 'green'",
        ),
        (("white", "blue"), "start.colours: expected 2 different colours, found a list of 2"),
        ((r#","white""#, ""), "start.colours: expected 2 different colours, found a list of 1"),
        (("2", "1"), "start.players: expected a whole number from 2 to 4, found 1"),
        (
            ("false", "true"),
            "start.teams: expected false, because teams need four players, found true",
        ),
    ];
    for ((old, new), expected) in checks {
        assert_eq!(start(&good.replacen(old, new, 1)), Err(expected.to_owned()));
    }
    assert_eq!(Start::new(Lineup::Two, &[Blue, Blue], Board::default()), None);
    assert_eq!(Start::new(Lineup::Two, &[Blue, Red, White], Board::default()), None);
}

#[test]
fn moves_are_written_as_the_book_says() {
    let game = two("bwry");
    let mut actions = Actions::new();
    game.actions(&mut actions);
    assert_eq!(game.action_text(actions[0]), "b2c2+");
    assert_eq!(game.action_text(actions[1]), "b2c2-");
    for text in [
        "c2b2+", "b2c2", "b2c2+ ", "b2c2*", "+", "-", "b2+", "bwry", "b2ü2+", "ü", "b02c2+",
        "b2c2c3+",
    ] {
        assert_eq!(game.parse_action(text), None, "{text}");
    }
    assert_eq!(two("").parse_action("rybw"), None, "a tile has one name");
    assert_eq!(two("").parse_action("b2c2+"), None, "a tile is drawn first");
}

#[test]
fn the_example_in_the_book_is_a_game() {
    let book = std::fs::read_to_string("../../docs/src/ontop.md").unwrap();
    let line = book.lines().find(|line| line.starts_with("{\"kontra\"")).unwrap();
    let record = Records::new(line.as_bytes()).next().unwrap().unwrap();
    let replay = record.replay::<OnTop>().unwrap();
    assert_eq!(record.to_line(), line);
    assert!(replay.end.outcome().is_some());
}

#[test]
fn a_result_with_thirds_and_ninths_is_read_as_it_is_written() {
    let endings = [
        (Lineup::Two, "bwry b8c8+ wbyr c9d9+"),
        (Lineup::Three, "rbyw b6c6+ wbyr c5d5- rbyw d6d7+"),
        (Lineup::Four, "rbyw d2d3- bwry c1d1-"),
        (Lineup::Four, "rbyw b6c6+ wbyr c5d5- rbyw d6d7+"),
        (Lineup::Four, "wbyr d6d7- brwy d8d9+ rbyw b8c8+"),
        (Lineup::Teams, "bwry b2c2- rbyw c4c5- rbyw b3b4-"),
    ];
    for (table, moves) in endings {
        let start = Start::usual(table, with_stones(1));
        let mut record = Record::new::<OnTop>(vec!["someone".to_owned(); table.seats()], &start);
        let mut game = OnTop::begin(&start);
        for text in moves.split(' ') {
            let action = game.parse_action(text).unwrap();
            record.play(&mut game, action);
        }
        let line = record.to_line();
        let read = Records::new(line.as_bytes()).next().unwrap().unwrap();
        assert_eq!(
            read.replay::<OnTop>().unwrap().end,
            play(table, with_stones(1), moves),
            "{line}"
        );
    }
}

#[test]
fn mutated_records_are_read_or_refused_but_never_cause_a_panic() {
    let times = size(3_000, 100_000);
    let streams = Streams::new(8);
    let start = Start::usual(Lineup::Four, with_stones(9));
    let mut game = OnTop::begin(&start);
    let mut record = Record::new::<OnTop>(vec!["random".to_owned(); 4], &start);
    let mut rng = streams.test(0);
    while let Some(action) = game.random_action(&mut rng) {
        record.play(&mut game, action);
    }
    let good = record.to_line().into_bytes();
    let mut refused = 0;
    for _ in 0..times {
        let mut text = good.clone();
        let place = choose::below(&mut rng, text.len() as u32) as usize;
        match choose::below(&mut rng, 3) {
            0 => text[place] = b"^v.0129bwryah\"[]{},:-+* "[choose::below(&mut rng, 24) as usize],
            1 => drop(text.remove(place)),
            _ => text.insert(place, text[choose::below(&mut rng, text.len() as u32) as usize]),
        }
        for found in Records::new(text.as_slice()) {
            refused += u64::from(found.and_then(|found| found.replay::<OnTop>()).is_err());
        }
    }
    assert!(refused > times / 2);
}
