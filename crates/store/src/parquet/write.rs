use super::SCHEMA;
use crate::{Stored, StoredGame};
use kontra_game::Seat;
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::io::Write;
use std::sync::Arc;

/// This many games are written at once.
const GROUP: usize = 10_000;

/// Writes games into a Parquet file.
pub struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    rows: Vec<Row>,
}

/// A game, and where it comes from.
struct Row {
    the_match: i64,
    name: Option<String>,
    game: StoredGame,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file.
    pub fn new(output: W) -> Result<ParquetWriter<W>> {
        let schema = Arc::new(parse_message_type(SCHEMA)?);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(format!("kontra {}", env!("CARGO_PKG_VERSION")));
        let file = SerializedFileWriter::new(output, schema, Arc::new(properties.build()))?;
        Ok(ParquetWriter { file, rows: vec![] })
    }

    /// Adds a game of this match.
    pub fn add(&mut self, stored: &Stored, game: StoredGame) -> Result<()> {
        self.rows.push(Row { the_match: stored.id.0, name: stored.name.clone(), game });
        if self.rows.len() == GROUP { self.write() } else { Ok(()) }
    }

    /// Completes the file.
    pub fn finish(mut self) -> Result<()> {
        self.write()?;
        self.file.close().map(drop)
    }

    /// Writes the games that wait, column by column in the order of the schema.
    fn write(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        plain::<Int64Type, _>(&mut group, rows.iter().map(|row| row.the_match))?;
        optional(&mut group, rows.iter().map(|row| row.name.as_deref()))?;
        plain::<Int64Type, _>(&mut group, rows.iter().map(|row| row.game.deal.cast_signed()))?;
        plain::<Int64Type, _>(&mut group, rows.iter().map(|row| row.game.arrangement as i64))?;
        let texts = |row: &Row| ByteArray::from(row.game.record.game.as_str());
        plain::<ByteArrayType, _>(&mut group, rows.iter().map(texts))?;
        let players = |row: &Row| texts_of(&row.game.record.players);
        lists::<ByteArrayType, _>(&mut group, rows.iter().map(players))?;
        let start = |row: &Row| ByteArray::from(row.game.record.start.to_string().as_str());
        plain::<ByteArrayType, _>(&mut group, rows.iter().map(start))?;
        lists::<ByteArrayType, _>(&mut group, rows.iter().map(moves))?;
        let result = |row: &Row| row.game.record.result.clone();
        optional_lists::<DoubleType, _>(&mut group, rows.iter().map(result))?;
        lists::<DoubleType, _>(&mut group, rows.iter().map(|row| row.game.payoffs.clone()))?;
        optional(&mut group, rows.iter().map(|row| row.game.ending.as_deref()))?;
        lists::<Int64Type, _>(
            &mut group,
            rows.iter().map(|row| by_seat(row, |seat| seat.decisions)),
        )?;
        let time = |row: &Row| {
            by_seat(row, |seat| u64::try_from(seat.time.as_nanos()).unwrap_or(u64::MAX))
        };
        lists::<Int64Type, _>(&mut group, rows.iter().map(time))?;
        group.close().map(drop)
    }
}

fn texts_of(texts: &[String]) -> Vec<ByteArray> {
    texts.iter().map(|text| ByteArray::from(text.as_str())).collect()
}

/// The moves as in a record: who and what.
fn moves(row: &Row) -> Vec<ByteArray> {
    let text = |(seat, text): &(Option<Seat>, String)| match seat {
        Some(seat) => ByteArray::from(format!("{seat} {text}").as_str()),
        None => ByteArray::from(format!("* {text}").as_str()),
    };
    row.game.record.moves.iter().map(text).collect()
}

fn by_seat(row: &Row, number: fn(&kontra_arena::SeatEffort) -> u64) -> Vec<i64> {
    let seats = row.game.record.players.len();
    row.game.thinking.iter().take(seats).map(|seat| number(seat).cast_signed()).collect()
}

/// A column with a value in each row.
fn plain<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: impl Iterator<Item = T::T>,
) -> Result<()> {
    column::<T, W>(group, &values.collect::<Vec<_>>(), None, None)
}

/// A column of texts that may be missing.
fn optional<'a, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    texts: impl Iterator<Item = Option<&'a str>>,
) -> Result<()> {
    let (mut values, mut definitions) = (vec![], vec![]);
    for text in texts {
        definitions.push(i16::from(text.is_some()));
        values.extend(text.map(ByteArray::from));
    }
    column::<ByteArrayType, W>(group, &values, Some(&definitions), None)
}

/// A column with a list in each row.
fn lists<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    lists: impl Iterator<Item = Vec<T::T>>,
) -> Result<()> {
    levels::<T, W>(group, lists.map(Some), 1)
}

/// A column with lists that may be missing.
fn optional_lists<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    lists: impl Iterator<Item = Option<Vec<T::T>>>,
) -> Result<()> {
    levels::<T, W>(group, lists, 2)
}

/// Lists in the way Parquet has them: every element says whether it is there and whether it begins a row.
/// `present` is the level of an element, one less is that of an empty list, and two less that of a missing one.
fn levels<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    lists: impl Iterator<Item = Option<Vec<T::T>>>,
    present: i16,
) -> Result<()> {
    let (mut values, mut definitions, mut repetitions) = (vec![], vec![], vec![]);
    for list in lists {
        let elements = list.as_ref().map_or(0, Vec::len);
        if elements == 0 {
            definitions.push(if list.is_some() { present - 1 } else { present - 2 });
            repetitions.push(0);
        }
        definitions.extend(std::iter::repeat_n(present, elements));
        repetitions.extend((0..elements).map(|element| i16::from(element > 0)));
        values.extend(list.into_iter().flatten());
    }
    column::<T, W>(group, &values, Some(&definitions), Some(&repetitions))
}

fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    definitions: Option<&[i16]>,
    repetitions: Option<&[i16]>,
) -> Result<()> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, definitions, repetitions)?;
        column.close()?;
    }
    Ok(())
}
