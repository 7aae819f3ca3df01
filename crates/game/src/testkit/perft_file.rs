use super::expect;
use crate::{BadInput, Json, Reader, Record, Recorded, perft};
use serde_json::json;
use std::path::Path;

/// The perft counts in a file are right; returns how many counts were compared.
///
/// Each line is an object such as `{"name": "opening", "record": {...}, "perft": [24, 688]}`: a record leads
/// to the position, the counts are [`Perft::nodes`](crate::Perft::nodes) at depth 1, 2 and so on. With
/// `UPDATE_EXPECT=1` the counts are computed anew to the same depths, so a new line may start with zeros.
///
/// # Panics
/// With the name of the position when a count is wrong, and with the line when the file cannot be read.
pub fn check_perft_file<G: Recorded>(path: impl AsRef<Path>) -> u64 {
    let path = path.as_ref();
    let mut text = expect::read(path);
    if expect::updating() {
        let lines = positions(path, &text).into_iter();
        let lines = lines.map(|p| perft_line::<G>(&p.name, &p.record, p.perft.len() as u32) + "\n");
        text = lines.collect();
        expect::write(path, &text);
    }
    check_perft_text::<G>(path, &text)
}

pub(super) fn check_perft_text<G: Recorded>(path: &Path, text: &str) -> u64 {
    let mut compared = 0;
    for Position { name, record, perft } in positions(path, text) {
        let found = counts::<G>(&name, &record, perft.len() as u32);
        let file = path.display();
        assert!(found == perft, "{file}, {name}: perft is {found:?}, expected was {perft:?}");
        compared += perft.len() as u64;
    }
    assert!(compared > 0, "{}: there is no count to compare", path.display());
    compared
}

/// A line of a perft file, with the counts for depths 1 to `depth` of the position after `record`.
///
/// # Panics
/// When the record is not one of this game.
pub fn perft_line<G: Recorded>(name: &str, record: &Record, depth: u32) -> String {
    let Ok(Json(whole)) = serde_json::from_str(&record.to_line()) else {
        panic!("{name}: the record is not JSON")
    };
    json!({"name": name, "record": whole, "perft": counts::<G>(name, record, depth)}).to_string()
}

fn counts<G: Recorded>(name: &str, record: &Record, depth: u32) -> Vec<u64> {
    let state = match record.replay::<G>() {
        Ok(replay) => replay.end,
        Err(bad) => panic!("{name}: {bad}"),
    };
    (1..=depth).map(|depth| perft(&state, depth).nodes).collect()
}

struct Position {
    name: String,
    record: Record,
    perft: Vec<u64>,
}

fn positions(path: &Path, text: &str) -> Vec<Position> {
    let read = |(number, line): (usize, &str)| {
        let place = format!("{}, line {}", path.display(), number + 1);
        let Json(value) = serde_json::from_str(line).unwrap_or_else(|e| panic!("{place}: {e}"));
        read_position(&Reader::new(&value, "")).unwrap_or_else(|bad| panic!("{place}, {bad}"))
    };
    text.lines().enumerate().map(read).collect()
}

fn read_position(reader: &Reader<'_>) -> Result<Position, BadInput> {
    let mut object = reader.object()?;
    let name = object.field("name")?.text()?.to_owned();
    let record = Record::read(&Reader::new(object.field("record")?.value(), ""))
        .map_err(|bad| bad.within("record"))?;
    let perft = object.field("perft")?.list()?;
    let perft = perft.iter().map(|count| count.integer(0..=u64::MAX)).collect::<Result<_, _>>()?;
    object.finish()?;
    Ok(Position { name, record, perft })
}
