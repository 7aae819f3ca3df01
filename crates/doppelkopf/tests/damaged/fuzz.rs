//! Random damage, and no damage at all.

use super::damage::{is_one_sentence, read};
use crate::common::{Walk, size};
use kontra_game::{Game, SearchRng, Streams, Turn, choose};

/// Pieces of text that stand in records or nearly so.
const PIECES: [&str; 24] = [
    "\"", "{", "}", "[", "]", ",", ":", "null", "true", "-1", "4", "1e999", "\"CQ\"", "CQ", "HT ",
    "no", "yes", " ", "\\u0000", "\\ud800", "\u{7f}", "♣", "duty", "moves",
];

fn below(rng: &mut SearchRng, bound: usize) -> usize {
    choose::below(rng, bound as u32) as usize
}

/// Changes a text in one of many ways.
fn mutate(text: &mut Vec<u8>, other: &[u8], rng: &mut SearchRng) {
    let at = below(rng, text.len());
    let end = (at + 1 + below(rng, 12)).min(text.len());
    match below(rng, 9) {
        0 => text[at] ^= 1 << below(rng, 8),
        1 => text[at] = 32 + below(rng, 95) as u8,
        2 => text[at] = b'0' + below(rng, 10) as u8,
        3 => drop(text.drain(at..end)),
        4 => {
            let copy = text[at..end].to_vec();
            text.splice(at..at, copy);
        }
        5 => {
            let piece = PIECES[below(rng, PIECES.len())];
            text.splice(at..at, piece.bytes());
        }
        6 => {
            let piece = PIECES[below(rng, PIECES.len())];
            text.splice(at..end, piece.bytes());
        }
        7 => {
            let from = below(rng, text.len());
            text.swap(at, from);
        }
        _ => {
            let at = at.min(other.len() - 1);
            let end = end.min(other.len());
            text.splice(at..end.min(text.len()).max(at), other[at..end].iter().copied());
        }
    }
    if text.is_empty() {
        text.push(b'{');
    }
}

fn random_record(rng: &mut SearchRng) -> (Walk, String) {
    let mut walk = Walk::new(rng);
    // A third of the records are broken off somewhere.
    let most = if below(rng, 3) == 0 { below(rng, 70) } else { usize::MAX };
    while walk.history.len() < most && walk.step(rng) {}
    let record = walk.record();
    (walk, record)
}

/// Everything that the reader accepts is a record that can be written, read and replayed again.
fn check_accepted(text: &[u8]) -> bool {
    match read(text) {
        Ok(records) => {
            for (record, replay) in &records {
                let again = read(record.to_line().as_bytes()).unwrap_or_else(|bad| panic!("{bad}"));
                assert!(
                    matches!(&again[..], [(same, end)] if same == record && end.end == replay.end)
                );
                assert_eq!(record.result.is_some(), replay.end.turn() == Turn::Over);
            }
            true
        }
        Err(bad) => {
            is_one_sentence(&bad);
            false
        }
    }
}

#[test]
fn random_damage_brings_nothing_down() {
    let streams = Streams::new(404);
    let mut accepted = 0;
    for number in 0..size(100_000) {
        let rng = &mut streams.test(number / 20);
        let (original, other) = (random_record(rng).1, random_record(rng).1);
        let rng = &mut streams.agent(number, 0, kontra_game::Seat::wrapping(0, 4));
        let mut text = original.into_bytes();
        for _ in 0..=below(rng, 4) {
            mutate(&mut text, other.as_bytes(), rng);
        }
        let check = std::panic::catch_unwind(|| check_accepted(&text));
        match check {
            Ok(is_accepted) => accepted += u64::from(is_accepted),
            Err(_) => panic!("record {number}: {}", String::from_utf8_lossy(&text)),
        }
    }
    println!("{accepted} of {} still were records", size(100_000));
    assert!(accepted > 0, "some changes, as of a player's name, do no harm");
}

#[test]
fn every_record_of_a_random_game_is_accepted_and_replays_to_the_same_end() {
    let streams = Streams::new(405);
    for number in 0..size(20_000) {
        let (walk, line) = random_record(&mut streams.test(number));
        let records = read(line.as_bytes()).unwrap_or_else(|bad| panic!("record {number}: {bad}"));
        let [(record, replay)] = &records[..] else { panic!("record {number} is one record") };
        assert_eq!(replay.start, walk.start, "record {number}");
        assert_eq!(replay.actions, walk.history, "record {number}");
        assert_eq!(replay.end, walk.game, "record {number}");
        assert_eq!(record.to_line(), line, "record {number}");
        let over = walk.game.turn() == Turn::Over;
        let result = over.then(|| walk.game.payoffs().as_slice().to_vec());
        assert_eq!(record.result, result, "record {number}");
    }
}
