//! What is wrong with a record's moves or result, by the reference.

use crate::reference::Reference;
use kontra_doppelkopf::Doppelkopf;
use kontra_game::{Reader, Recorded};
use serde_json::{Value, json};

/// The reference's game at the start of a record, which must be in order.
pub(crate) fn start_of(record: &Value) -> Reference {
    let start = Doppelkopf::read_start(&Reader::new(&record["start"], "start"));
    Reference::of(&start.unwrap_or_else(|bad| panic!("{bad}")))
}

/// The first place where the moves or the result of a record are wrong; `None` where nothing is.
pub(crate) fn first_problem(record: &Value) -> Option<String> {
    let mut slow = start_of(record);
    for (ply, text) in texts(record).iter().enumerate() {
        let (seat, answer) = text.split_once(' ')?;
        let is_legal =
            slow.to_move() == seat.parse().ok() && slow.legal().contains(&answer.to_owned());
        if !is_legal {
            return Some(format!("moves[{ply}]"));
        }
        slow.play(answer);
    }
    let result = if slow.is_over() { json!(slow.scores()) } else { Value::Null };
    (record["result"] != result).then(|| "result".to_owned())
}

/// The moves of a record.
pub(crate) fn texts(record: &Value) -> Vec<String> {
    let moves = record["moves"].as_array().expect("a record has moves");
    moves.iter().map(|text| text.as_str().expect("moves are texts").to_owned()).collect()
}
