use super::{games, is_parquet, parquet};
use crate::files;
use crate::problem::Problem;
use clap::builder::NonEmptyStringValueParser;
use kontra_store::{Lines, Store, StoreError};
use std::io::Write;
use std::path::PathBuf;

/// Add records from a file to a store
///
/// Every record is checked as by `kontra replay`. If one is wrong, nothing is added.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  kontra store import results.db games.jsonl --name from-elsewhere"
)]
pub(crate) struct Args {
    /// The store; one that does not exist is created
    file: PathBuf,
    /// The file with the records: Parquet if its name ends like that, else JSON Lines; - is standard input
    input: PathBuf,
    /// What these records are called in the store; without it, the name of the file
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    name: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    files::no_stream(&args.file)?;
    let input = files::name(&args.input);
    let name = match (&args.name, args.input.file_name()) {
        (Some(name), _) => name.clone(),
        (None, _) if files::is_stream(&args.input) => {
            let expected = "expected a name for the records of standard input, found none";
            return Err(Problem::Input(format!("--name: {expected}")));
        }
        (None, Some(name)) => name.to_string_lossy().into_owned(),
        (None, None) => input.clone(),
    };
    let records = files::open(&args.input)?;
    let count = if is_parquet(&args.input) {
        let rows = parquet::rows(records.into_inner(), input.clone())?;
        Store::open_for(&args.file, |store| some(store.import(&name, rows)?, &input))?
    } else {
        let lines = Lines::new(records, input.clone());
        Store::open_for(&args.file, |store| some(store.import(&name, lines)?, &input))?
    };
    writeln!(out, "{} added to {} as '{name}'", games(count), args.file.display())?;
    Ok(())
}

/// A file without records is a mistake, as it is for `kontra replay`.
fn some(count: u64, input: &str) -> Result<u64, StoreError> {
    match count {
        0 => Err(StoreError::Input(format!("{input}: expected at least one record, found none"))),
        count => Ok(count),
    }
}
