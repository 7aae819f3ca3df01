use super::sight::Sight;
use super::walk::Walk;
use crate::{BadInput, Moves, Reader, Record, Recorded, Records, Streams, choose};
use serde_json::{Value, json};

/// A finished game is written, read and replayed without a difference at any ply.
pub(super) fn check_record<G: Recorded>(walk: &mut Walk<G>, past: &[Sight<G>]) {
    let read = written_and_read(&walk.record);
    let replay = match read.replay::<G>() {
        Ok(replay) => replay,
        Err(bad) => panic!("the record of the game is not accepted: {bad}"),
    };
    assert!(replay.start == walk.start, "the replay has another start: {:?}", replay.start);
    assert!(replay.actions == walk.history, "the replay has other decisions: {:?}", replay.actions);
    for (ply, sight) in past.iter().enumerate() {
        let Some(state) = replay.at(ply) else { panic!("the replay has no state at ply {ply}") };
        sight.assert_same(&Sight::of(&state), &format!("the replay equals the game at ply {ply}"));
    }
    assert!(replay.at(past.len()).is_none(), "the replay has a state beyond the end");
    Sight::of(&walk.game).assert_same(&Sight::of(&replay.end), "the replay equals the game");
    let moves = Moves::of::<G>(&replay.start, &replay.actions);
    let again = moves.record::<G>(read.players.clone(), &replay.start);
    assert!(again.as_ref() == Ok(&read), "the record comes back from its moves as {again:?}");
    check_unfinished(walk);
}

fn written_and_read(record: &Record) -> Record {
    let line = record.to_line();
    assert!(!line.contains('\n'), "a record is one line");
    let mut records = Records::new(line.as_bytes());
    let read = match records.next() {
        Some(Ok(read)) => read,
        other => panic!("the record cannot be read: {other:?}"),
    };
    assert!(records.next().is_none(), "one record is read as two");
    assert!(read == *record, "the record is read as another one: {read:?}");
    read
}

/// The record of a game that was broken off is accepted as well; one that keeps its result to itself is not.
fn check_unfinished<G: Recorded>(walk: &mut Walk<G>) {
    let mut record = Record { result: None, ..walk.record.clone() };
    assert!(record.replay::<G>().is_err(), "a finished game without its result is accepted");
    if walk.history.is_empty() {
        return;
    }
    let plies = choose::below(&mut walk.rng, walk.history.len() as u32);
    record.moves.truncate(plies as usize);
    if let Err(bad) = written_and_read(&record).replay::<G>() {
        panic!("the record of the first {plies} decisions is not accepted: {bad}");
    }
}

/// A start is written and read without a difference, and anything else is refused without a panic.
pub(super) fn check_start<G: Recorded>(start: &G::Start) {
    let written = G::write_start(start);
    match read_start::<G>(&written) {
        Ok(read) => assert!(read == *start, "the start {written} is read as {read:?}"),
        Err(bad) => panic!("the start {written} is not accepted: {bad}"),
    }
    let Value::Object(fields) = &written else { panic!("a start is an object, not {written}") };
    let mut more = fields.clone();
    more.insert("no such field".to_owned(), json!(1));
    for wrong in [json!(more), json!(null), json!([]), json!("start"), json!(1)] {
        assert!(read_start::<G>(&wrong).is_err(), "the start {wrong} is accepted");
    }
    for name in fields.keys() {
        for other in [json!(null), json!([]), json!({}), json!("?!"), json!(-1), json!(1e300)] {
            let mut changed = fields.clone();
            changed.insert(name.clone(), other);
            // Refused or not is the game's business, but it may not panic.
            let _ = read_start::<G>(&json!(changed));
        }
        let mut fewer = fields.clone();
        fewer.remove(name);
        let _ = read_start::<G>(&json!(fewer));
    }
}

fn read_start<G: Recorded>(value: &Value) -> Result<G::Start, BadInput> {
    G::read_start(&Reader::new(value, "start"))
}

/// The rules' defaults are what an empty object means, and the same numbers deal the same cards.
pub(super) fn check_rules<G: Recorded>(rules: &G::Rules, seed: u64) {
    let read = |value: &Value| G::read_rules(&Reader::new(value, "rules"));
    let default = read(&json!({}));
    let is_default = default.as_ref() == Ok(&G::Rules::default());
    assert!(is_default, "rules without a field are not the default: {default:?}");
    for wrong in [json!({"no such field": 1}), json!(null), json!([]), json!(1)] {
        assert!(read(&wrong).is_err(), "the rules {wrong} are accepted");
    }
    let deal = || G::deal(rules, &mut Streams::new(seed).deal(0));
    assert!(deal() == deal(), "the same random numbers (seed {seed}) deal different cards");
}
