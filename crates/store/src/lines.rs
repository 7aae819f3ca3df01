use kontra_game::{BadInput, Json, MAX_RECORD_BYTES, Reader, Record};
use std::io::{BufRead, Read};

/// The records of a file in JSON Lines, each with its place: one on each line, blank lines are passed over.
pub struct Lines<R> {
    input: R,
    name: String,
    number: u64,
    broken: bool,
}

impl<R: BufRead> Lines<R> {
    /// The records in `input`, which complaints call by this name.
    pub fn new(input: R, name: impl Into<String>) -> Lines<R> {
        Lines { input, name: name.into(), number: 0, broken: false }
    }

    fn read_line(&mut self) -> Option<Result<(String, Record), BadInput>> {
        let mut line = vec![];
        loop {
            self.number += 1;
            line.clear();
            let place = format!("{}, line {}", self.name, self.number);
            let mut limited = self.input.by_ref().take(MAX_RECORD_BYTES + 1);
            match limited.read_until(b'\n', &mut line) {
                Err(error) => {
                    return Some(Err(BadInput::expected(place, "a readable line", error)));
                }
                Ok(0) => return None,
                Ok(read) if read as u64 > MAX_RECORD_BYTES => {
                    let most = format!("at most {MAX_RECORD_BYTES} bytes");
                    return Some(Err(BadInput::expected(place, most, "more")));
                }
                Ok(_) if line.trim_ascii().is_empty() => {}
                Ok(_) => return Some(read(&place, &line).map(|record| (place, record))),
            }
        }
    }
}

fn read(place: &str, line: &[u8]) -> Result<Record, BadInput> {
    let Json(value) = serde_json::from_slice(line).map_err(|error| {
        let bad = BadInput::json("", "a record in JSON", &error);
        // The line is a text of its own to the reader; only the column says something new.
        let column = bad.place.rsplit_once(", ").map_or("", |(_, column)| column);
        BadInput { place: format!("{place}, {column}"), ..bad }
    })?;
    Record::read(&Reader::new(&value, "")).map_err(|bad| bad.within(place))
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<(String, Record), BadInput>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        let record = self.read_line();
        self.broken = !matches!(record, Some(Ok(_)));
        record
    }
}
