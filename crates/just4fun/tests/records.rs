//! Games as text: what is accepted, and the sentence that is said otherwise.

use kontra_game::{Game, Record, Recorded, Records, Streams, choose};
use kontra_just4fun::{Just4Fun, Players, Rules};
use serde_json::{Value, json};

/// A whole random game of two.
fn record() -> Record {
    let streams = Streams::new(12);
    let start = Just4Fun::deal(&Rules::default(), &mut streams.deal(0));
    let mut game = Just4Fun::begin(&start);
    let mut record = Record::new::<Just4Fun>(vec!["a".to_owned(), "b".to_owned()], &start);
    let mut rng = streams.test(0);
    while let Some(action) = game.random_action(&mut rng) {
        record.play(&mut game, action);
    }
    record
}

fn replay(record: &Record) -> Result<(), String> {
    record.replay::<Just4Fun>().map(|_| ()).map_err(|bad| bad.to_string())
}

/// What is said when a field of the start is something else.
fn complaint(name: &str, value: Value) -> String {
    let mut record = record();
    record.start[name] = value;
    replay(&record).unwrap_err()
}

#[test]
fn a_record_replays_exactly() {
    let record = record();
    assert_eq!(replay(&record), Ok(()));
    let line = record.to_line();
    let read = Records::new(line.as_bytes()).next().unwrap().unwrap();
    assert_eq!(read, record);
    assert_eq!(read.to_line(), line);
}

#[test]
fn a_start_is_short_and_readable() {
    let start = record().start;
    let fields: Vec<&String> = start.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["cards", "board", "hands", "stack", "shuffler"]);
    assert_eq!(start["board"], "original");
    assert_eq!(start["stack"].as_array().unwrap().len(), 47);
}

#[test]
fn a_wrong_start_gets_a_sentence() {
    let start = record().start;
    for (name, value, expected) in [
        ("cards", json!("mine"), "expected 'random' or 'choose', found 'mine'"),
        (
            "board",
            json!("round"),
            "expected 'original', 'ordered' or a list of the numbers 1 to 36, found 'round'",
        ),
        ("board", json!([1, 2]), "expected a list of 36, found a list of 2"),
        ("board", json!(vec![1; 36]), "expected each number from 1 to 36 once, found one twice"),
        ("hands", json!([[1, 2, 3, 4]]), "expected 2 to 4 hands, found 1"),
        ("hands", json!([]), "expected 2 to 4 hands, found 0"),
        ("shuffler", json!(7), "expected a text, found 7"),
        (
            "shuffler",
            json!("+00000000000000f"),
            "expected a number of 16 hexadecimal digits (0 to 9, a to f), found '+00000000000000f'",
        ),
        ("turn", json!(2), "expected a seat with stones left, found seat 2"),
        ("turn", json!(4), "expected a whole number from 0 to 3, found 4"),
        ("stones", json!([[0]]), "expected a list of 36, found a list of 1"),
        ("stones", json!([vec![0; 36]]), "expected a list of 2, found a list of 1"),
        ("colour", json!(1), "expected only the fields"),
    ] {
        let text = complaint(name, value);
        assert!(text.starts_with(&format!("start.{name}")), "{text}");
        assert!(text.contains(expected), "{text}");
    }
    let mut stack = start["stack"].as_array().unwrap().clone();
    let last = stack.pop().unwrap();
    let text = complaint("stack", json!(stack));
    let copies = if last.as_u64() > Some(12) { 1 } else { 4 };
    let expected = format!(
        "start.stack: expected {copies} times the card {last} in hands, stack and used, found {}",
        copies - 1
    );
    assert_eq!(text, expected);
    stack.push(json!(20));
    assert_eq!(
        complaint("stack", json!(stack)),
        "start.stack[46]: expected a whole number from 1 to 19, found 20"
    );
}

#[test]
fn known_cards_that_cannot_be_known_get_a_sentence() {
    let hands = record().start["hands"].clone();
    let held: Vec<u64> = hands[1].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    let other = (1..=19).find(|card| !held.contains(card)).unwrap();
    let mut hand = held.clone();
    hand.sort_unstable();
    let hand: Vec<String> = hand.iter().map(u64::to_string).collect();
    assert_eq!(
        complaint("known", json!([[], [held[0], other]])),
        format!("start.known[1]: expected cards of the hand {}, found {other}", hand.join(" "))
    );
    let streams = Streams::new(12);
    let rules = Rules { players: Players::new(3).unwrap(), ..Rules::default() };
    let start = Just4Fun::deal(&rules, &mut streams.deal(0));
    let mut record = Record::new::<Just4Fun>(vec![String::new(); 3], &start);
    let card = record.start["hands"][1][0].clone();
    record.start["known"] = json!([[], [card]]);
    assert_eq!(
        replay(&record).unwrap_err(),
        "start.known: expected none with three or four players, found cards of seat 1"
    );
}

#[test]
fn stones_that_cannot_lie_like_this_get_a_sentence() {
    let stones = |fields: &[(usize, usize, u8)]| {
        let mut stones = vec![vec![0; 36]; 2];
        fields.iter().for_each(|&(seat, field, count)| stones[seat][field - 1] = count);
        complaint("stones", json!(stones))
    };
    assert_eq!(
        stones(&[(0, 7, 3)]),
        "start.stones[0]: expected at most 2 stones of a lead on field 7, which closes it, found 3"
    );
    assert_eq!(
        stones(&[(1, 7, 11), (0, 7, 11), (1, 8, 10), (0, 8, 9)]),
        "start.stones[1]: expected at most 20 stones, found 21"
    );
    assert_eq!(
        stones(&[(1, 1, 1), (1, 14, 1), (1, 30, 1), (1, 24, 1)]),
        "start.stones[1]: expected a game that goes on, found a line of four for seat 1"
    );
    assert_eq!(
        stones(&[(0, 1, 20), (1, 1, 18)]),
        "start.turn: expected a seat with stones left, found seat 0"
    );
}

#[test]
fn a_wrong_move_gets_a_sentence() {
    let change = |ply: usize, text: &str| {
        let mut record = record();
        record.moves[ply].1 = text.to_owned();
        replay(&record).unwrap_err()
    };
    for (ply, wrong) in [(0, "37"), (0, "redraw"), (0, "01"), (1, "20+20"), (1, "-1")] {
        let text = change(ply, wrong);
        assert!(text.starts_with(&format!("moves[{ply}]: expected a legal move (")), "{text}");
        assert!(text.ends_with(&format!("), found '{wrong}'")), "{text}");
    }
    let mut record = record();
    record.moves[0].0 = None;
    assert_eq!(
        replay(&record).unwrap_err(),
        "moves[0]: expected a move of seat 0, found one of chance"
    );
    record.moves.clear();
    assert!(
        replay(&record).unwrap_err().starts_with("result: expected null (the game is not over)")
    );
}

#[test]
fn a_record_with_any_byte_changed_is_read_without_a_panic() {
    let line = record().to_line().into_bytes();
    let mut rng = Streams::new(13).test(0);
    let mut accepted = 0;
    let changes = crate::common::games(2000);
    for _ in 0..changes {
        let mut changed = line.clone();
        for _ in 0..=choose::below(&mut rng, 3) {
            let place = choose::below(&mut rng, changed.len() as u32) as usize;
            let byte = b"0123456789+,:[]{}\"-e. ant\xff\0"[choose::below(&mut rng, 26) as usize];
            match choose::below(&mut rng, 3) {
                0 => changed[place] = byte,
                1 => changed.insert(place, byte),
                _ => drop(changed.remove(place)),
            }
        }
        for record in Records::new(&changed[..]).flatten() {
            accepted += u64::from(record.replay::<Just4Fun>().is_ok());
        }
    }
    // A name, a space, a digit of the shuffler: few changes make no difference.
    assert!(accepted * 50 < changes, "{accepted} of {changes} changed records were accepted");
}
