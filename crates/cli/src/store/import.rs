use super::{games, is_parquet, parquet};
use crate::files;
use crate::problem::Problem;
use kontra_store::{Lines, Store};
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
    /// The file with the records: Parquet if its name ends like that, else JSON Lines
    input: PathBuf,
    /// What these records are called in the store; without it, the name of the file
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let input = args.input.display().to_string();
    let name = match (&args.name, args.input.file_name()) {
        (Some(name), _) => name.clone(),
        (None, Some(name)) => name.to_string_lossy().into_owned(),
        (None, None) => input.clone(),
    };
    let records = files::open(&args.input)?;
    let count = if is_parquet(&args.input) {
        let rows = parquet::rows(records.into_inner(), input)?;
        Store::open_for(&args.file, |store| store.import(&name, rows))?
    } else {
        let lines = Lines::new(records, input);
        Store::open_for(&args.file, |store| store.import(&name, lines))?
    };
    writeln!(out, "{} added to {} as '{name}'", games(count), args.file.display())?;
    Ok(())
}
