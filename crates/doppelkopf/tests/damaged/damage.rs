//! A damaged record and the complaint that it must cause.

use kontra_doppelkopf::Doppelkopf;
use kontra_game::{BadInput, Record, Records, Replay};
use serde_json::Value;

/// Where a complaint points to.
pub(crate) enum Place {
    /// A value of the record, such as `moves[17]`; nothing for the record as a whole.
    Value(String),
    /// A line and a column: the text is no JSON, or names a field twice.
    Text,
}

/// One damaged record.
pub(crate) struct Damage {
    pub(crate) what: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) place: Place,
}

impl Damage {
    /// A record that is JSON, with something wrong at this place.
    pub(crate) fn value(
        what: impl Into<String>,
        place: impl Into<String>,
        record: &Value,
    ) -> Damage {
        let bytes = record.to_string().into_bytes();
        Damage { what: what.into(), bytes, place: Place::Value(place.into()) }
    }

    /// A text that is not even JSON, or names a field twice.
    pub(crate) fn text(what: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Damage {
        Damage { what: what.into(), bytes: bytes.into(), place: Place::Text }
    }

    /// The record is rejected for the right reason.
    #[track_caller]
    pub(crate) fn is_rejected(&self) {
        let what = &self.what;
        let bad = match read(&self.bytes) {
            Ok(_) => panic!("{what}: accepted"),
            Err(bad) => bad,
        };
        is_one_sentence(&bad);
        let is_right = match &self.place {
            Place::Value(place) if place.is_empty() => bad.place == "record 1",
            Place::Value(place) => bad.place == format!("record 1, {place}"),
            Place::Text => bad.place.starts_with("record 1, line "),
        };
        assert!(is_right, "{what}: {bad}");
    }
}

/// Reads and replays every record of a file, up to the first complaint.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<(Record, Replay<Doppelkopf>)>, BadInput> {
    let check = |(number, record): (usize, Result<Record, BadInput>)| {
        let record = record?;
        let replay =
            record.replay().map_err(|bad| bad.within(&format!("record {}", number + 1)))?;
        Ok((record, replay))
    };
    Records::new(bytes).enumerate().map(check).collect()
}

/// A complaint is one line of a readable length that says where, what was expected and what was found.
#[track_caller]
pub(crate) fn is_one_sentence(bad: &BadInput) {
    let text = bad.to_string();
    assert!(text.starts_with("record "), "{text}");
    assert!(bad.problem.starts_with("expected ") && bad.problem.contains(", found "), "{text}");
    assert!(!text.chars().any(char::is_control), "{text:?}");
    assert!(text.chars().count() < 300, "{text}");
}
