//! What must hold for every input of the readers that stand at Kontra's border: a function for each, which panics where it
//! does not hold.
//!
//! The targets of the folder `fuzz` call these functions with whatever a fuzzer finds, for as long as one likes; the tests
//! of this crate call them with changed [`seeds`], for a moment.

mod mutate;
pub mod seeds;

pub use mutate::mutate;

use kontra_agents::{AgentSpec, GameId, with_game};
use kontra_game::{BadInput, Record, Records};
use kontra_ontop::Board;

/// A complaint is one sentence that can be shown to anybody: no further lines, nothing that a terminal obeys, no flood.
fn check_sentence(sentence: &str) {
    assert!(!sentence.is_empty() && !sentence.chars().any(char::is_control), "{sentence:?}");
    assert!(sentence.len() < 4000, "{} bytes", sentence.len());
}

fn check_complaint(bad: &BadInput) {
    check_sentence(&bad.to_string());
}

/// The reader of records: what it takes, it writes and takes again as the same; a game that it takes can be replayed, and
/// the record of the replay is the record.
pub fn record_reader(bytes: &[u8]) {
    for record in Records::new(bytes) {
        match record {
            Err(bad) => check_complaint(&bad),
            Ok(record) => check_record(&record),
        }
    }
}

fn check_record(record: &Record) {
    let line = record.to_line();
    let again = Records::new(line.as_bytes()).next().expect("a line").expect("what was written");
    assert_eq!(*record, again);
    let Ok(id) = record.game.parse::<GameId>() else { return };
    with_game!(id, G => match record.replay::<G>() {
        Err(bad) => check_complaint(&bad),
        Ok(replay) => assert_eq!(replay.actions.len(), record.moves.len()),
    });
}

/// The parser of agents' specs: what it takes, it writes and takes again as the same.
pub fn spec_parser(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<AgentSpec>() {
        Err(bad) => check_complaint(&bad),
        Ok(spec) => {
            let written = spec.to_string();
            assert_eq!(written.parse::<AgentSpec>().as_ref(), Ok(&spec), "{written:?}");
        }
    }
}

/// The reader of boards of OnTop: what it takes, it writes and takes again as the same.
pub fn board_reader(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Board::from_json(&text) {
        Err(bad) => check_complaint(&bad),
        Ok(board) => {
            let written = board.write().to_string();
            assert!(Board::from_json(&written) == Ok(board), "{written}");
        }
    }
}

/// The reader of messages on a live connection: it takes a message or complains, whether it comes first or later.
pub fn live_message(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let complaints = kontra_server::testing::live_complaints(&text);
    assert!(
        complaints.iter().any(Option::is_some),
        "no message can come both first and later: {text:?}"
    );
    complaints.iter().flatten().for_each(|sentence| check_sentence(sentence));
}
