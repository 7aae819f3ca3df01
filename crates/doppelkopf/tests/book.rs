//! The chapter on records shows a whole game; it must be one that this code accepts.

use kontra_doppelkopf::Doppelkopf;
use kontra_game::Records;
use std::fs;

#[test]
fn the_record_in_the_book_replays() {
    let chapter = fs::read_to_string("../../docs/src/records.md").unwrap();
    let examples: Vec<&str> =
        chapter.split("```json\n").skip(1).map(|rest| rest.split_once("```").unwrap().0).collect();
    assert_eq!(examples.len(), 1);
    let record = Records::new(examples[0].as_bytes()).next().unwrap().unwrap();
    let replay = record.replay::<Doppelkopf>().unwrap();
    assert_eq!(replay.actions.len(), 93);
    assert_eq!(replay.end.tally().scores(), [-6, -6, 6, 6]);
    assert_eq!(replay.end.tally().points, [75, 165]);
}
