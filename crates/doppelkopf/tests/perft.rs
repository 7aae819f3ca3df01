//! Perft: the number of move sequences from fixed positions, on which the fast rules and the reference agree.

use crate::common::size;
use crate::reference::Reference;
use kontra_doppelkopf::{Doppelkopf, GameType};
use kontra_game::{BadInput, Json, Reader, Record, Seat, testkit};
use std::collections::BTreeSet;

const FILE: &str = "tests/data/perft.jsonl";

struct Position {
    name: String,
    record: Record,
    perft: Vec<u64>,
}

fn positions() -> Vec<Position> {
    let text = std::fs::read_to_string(FILE).expect("the file is there");
    let read = |(number, line): (usize, &str)| {
        let Json(value) = serde_json::from_str(line).expect("each line is JSON");
        read_position(&Reader::new(&value, format!("line {}", number + 1)))
            .unwrap_or_else(|bad| panic!("{FILE}, {bad}"))
    };
    text.lines().enumerate().map(read).collect()
}

fn read_position(reader: &Reader<'_>) -> Result<Position, BadInput> {
    let mut object = reader.object()?;
    let name = object.field("name")?.text()?.to_owned();
    let record = Record::read(&object.field("record")?)?;
    let perft = object.field("perft")?.list()?;
    let perft = perft.iter().map(|count| count.integer(0..=u64::MAX)).collect::<Result<_, _>>()?;
    Ok(Position { name, record, perft })
}

/// The reference after the moves of a record.
fn reference_after(record: &Record) -> Reference {
    let replay = record.replay::<Doppelkopf>().unwrap_or_else(|bad| panic!("{bad}"));
    let mut slow = Reference::of(&replay.start);
    for (seat, text) in &record.moves {
        assert_eq!(slow.to_move(), seat.map(Seat::index), "whose turn before {text}");
        slow.play(text);
    }
    slow
}

/// The number of sequences of `depth` answers.
fn count(slow: &Reference, depth: usize) -> u64 {
    let legal = slow.legal();
    if depth <= 1 {
        return if depth == 0 { 1 } else { legal.len() as u64 };
    }
    let after = |answer: &String| {
        let mut next = slow.clone();
        next.play(answer);
        count(&next, depth - 1)
    };
    legal.iter().map(after).sum()
}

#[test]
fn the_fast_rules_count_what_the_file_says() {
    let compared = testkit::check_perft_file::<Doppelkopf>(FILE);
    println!("{compared} counts");
}

#[test]
fn the_reference_counts_what_the_file_says() {
    let most = size(150_000);
    let mut compared = 0;
    for Position { name, record, perft } in positions() {
        let slow = reference_after(&record);
        // The first depth is always counted, and the deeper ones while they are quick.
        let quick = perft.iter().take_while(|&&nodes| nodes <= most).count().max(1);
        let counted: Vec<u64> = (1..=quick).map(|depth| count(&slow, depth)).collect();
        assert_eq!(counted, perft[..quick], "{name}");
        compared += quick;
    }
    println!("{compared} counts");
}

#[test]
fn the_positions_cover_every_kind_of_game_and_both_styles() {
    let positions = positions();
    let names: BTreeSet<&String> = positions.iter().map(|position| &position.name).collect();
    assert_eq!(names.len(), positions.len(), "every name is used once");
    let mut kinds = BTreeSet::new();
    for Position { name, record, .. } in &positions {
        let replay = record.replay::<Doppelkopf>().unwrap_or_else(|bad| panic!("{name}: {bad}"));
        let alone = replay.end.tally().is_solo();
        let style = format!("{:?}", replay.start.rules.announcing);
        kinds.insert((replay.end.public().kind().map(GameType::name), alone, style));
    }
    // In both styles: the game not found, normal, silent solo, marriage and the bride still or for ever alone, and
    // the seven solos.
    assert_eq!((positions.len(), kinds.len()), (48, 2 * 12), "{kinds:?}");
}
