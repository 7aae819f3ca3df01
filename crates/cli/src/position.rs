use crate::files;
use crate::problem::Problem;
use kontra_game::{BadInput, Log, Record, Recorded, Records};
use std::path::PathBuf;

/// A position of a recorded game.
#[derive(clap::Args)]
#[group(id = "position", multiple = true)]
pub(crate) struct RecordedPosition {
    /// The file with the record; - is standard input
    #[arg(long, value_name = "FILE", requires = "ply")]
    record: Option<PathBuf>,
    /// Which record of the file, counted from 1
    #[arg(long, value_name = "K", default_value_t = 1, requires = "record")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nth: u64,
    /// How many decisions of the record are played first
    #[arg(long, value_name = "N", requires = "record")]
    ply: Option<usize>,
}

impl RecordedPosition {
    /// The state at that point of the record; `None` when no record was named.
    pub(crate) fn load<G: Recorded>(&self) -> Result<Option<G>, Problem> {
        Ok(self.load_with_past()?.map(|(_, game)| game))
    }

    /// What happened before that point of the record, and the state there; `None` when no record was named.
    pub(crate) fn load_with_past<G: Recorded>(&self) -> Result<Option<(Log<G>, G)>, Problem> {
        let (Some(path), Some(ply)) = (&self.record, self.ply) else { return Ok(None) };
        let file = files::name(path);
        let found = find(Records::new(files::open(path)?), self.nth);
        let record = found.map_err(|bad| bad.within(&file))?;
        let place = format!("{file}, record {}", self.nth);
        let replay = record.replay::<G>().map_err(|bad| bad.within(&place))?;
        let past = replay.actions.get(..ply).ok_or_else(|| {
            let expected = format!("a number up to {}", replay.actions.len());
            BadInput::expected("--ply", expected, ply)
        })?;
        Ok(Some(Log::replay(&replay.start, past)))
    }
}

/// The record with this number; those before it need not make sense as games.
fn find(
    records: impl Iterator<Item = Result<Record, BadInput>>,
    number: u64,
) -> Result<Record, BadInput> {
    let mut count = 0;
    for record in records {
        count += 1;
        if count == number {
            return record;
        }
        record?;
    }
    Err(BadInput::expected(format!("record {number}"), "a record", format!("only {count} before")))
}
