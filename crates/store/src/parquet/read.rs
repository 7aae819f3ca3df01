use super::guard::guarded;
use kontra_game::{BadInput, Json, Reader, Record};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};
use serde_json::{Map, Value, json};
use std::fs::File;

/// The columns that make a record.
const COLUMNS: [&str; 5] = ["game", "players", "start", "moves", "result"];

/// The records of a Parquet file, each with its place.
pub struct Rows {
    rows: RowIter<'static>,
    name: String,
    number: u64,
    broken: bool,
}

impl Rows {
    /// The records in `file`, which complaints call by this name. Columns that are no part of a record are passed over.
    pub fn new(file: File, name: impl Into<String>) -> Result<Rows, BadInput> {
        let name = name.into();
        let bad = |error| BadInput::expected(&name, "a file in Parquet", unreadable(&error));
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        let reader = guarded(|| SerializedFileReader::new(file));
        let reader = reader.unwrap_or_else(|| Err(damaged())).map_err(bad)?;
        let groups = reader.metadata().row_groups();
        if groups
            .iter()
            .flat_map(RowGroupMetaData::columns)
            .any(|column| !lies_within(column, length))
        {
            let found = "a column that lies elsewhere";
            return Err(BadInput::expected(&name, "a file in Parquet", found));
        }
        let rows = RowIter::from_file_into(Box::new(reader) as Box<dyn FileReader>);
        Ok(Rows { rows, name, number: 0, broken: false })
    }
}

/// Whether a column's bytes are in the file at all: the library takes that for granted.
fn lies_within(column: &ColumnChunkMetaData, length: u64) -> bool {
    let first = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
    let parts = [first, column.data_page_offset(), column.compressed_size()].map(u64::try_from);
    match parts {
        [Ok(first), Ok(data), Ok(size)] => {
            data <= length && first.checked_add(size).is_some_and(|end| end <= length)
        }
        _ => false,
    }
}

/// What the library has no error for.
fn damaged() -> ParquetError {
    ParquetError::General("damaged".to_owned())
}

fn unreadable(error: &ParquetError) -> String {
    format!("something else ({})", error.to_string().replace('\n', " "))
}

impl Iterator for Rows {
    type Item = Result<(String, Record), BadInput>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        self.number += 1;
        let place = format!("{}, row {}", self.name, self.number);
        let row = guarded(|| self.rows.next()).unwrap_or_else(|| Some(Err(damaged())));
        let record = match row? {
            Ok(row) => read(row).map_err(|bad| bad.within(&place)),
            Err(error) => Err(BadInput::expected(&place, "a row in Parquet", unreadable(&error))),
        };
        self.broken = record.is_err();
        Some(record.map(|record| (place, record)))
    }
}

/// A row as the object that a line of a JSON file has.
fn read(row: Row) -> Result<Record, BadInput> {
    let mut object = Map::new();
    object.insert("kontra".to_owned(), json!(1));
    for (name, field) in row.into_columns() {
        if !COLUMNS.contains(&name.as_str()) {
            continue;
        }
        let mut value = value(field).ok_or_else(|| {
            BadInput::expected(&name, "texts, numbers or lists of them", "something else")
        })?;
        if let ("start", Value::String(text)) = (name.as_str(), &value) {
            let json = serde_json::from_str::<Json>(text);
            value = json.map_err(|error| BadInput::json("start", "JSON", &error))?.0;
        }
        object.insert(name, value);
    }
    Record::read(&Reader::new(&Value::Object(object), ""))
}

fn value(field: Field) -> Option<Value> {
    match field {
        Field::Null => Some(Value::Null),
        Field::Str(text) => Some(Value::String(text)),
        Field::Double(number) => Some(json!(number)),
        Field::Float(number) => Some(json!(number)),
        Field::Int(number) => Some(json!(number)),
        Field::Long(number) => Some(json!(number)),
        Field::ListInternal(list) => {
            list.elements().iter().cloned().map(value).collect::<Option<Vec<_>>>().map(Value::Array)
        }
        _ => None,
    }
}
