use super::{games, is_parquet, parquet};
use crate::files::{self, NewFile};
use crate::problem::Problem;
use kontra_store::{Store, Stored};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Write stored games into a file of records
///
/// The file is JSON Lines, one record on each line, or Parquet if its name ends like that. The book has the formats of
/// both.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    kontra store export results.db games.jsonl\n  \
    kontra store export results.db games.parquet --match first-try --match 7")]
pub(crate) struct Args {
    /// The store
    file: PathBuf,
    /// The new file: .parquet for Parquet, anything else for JSON Lines; - is standard output
    output: PathBuf,
    /// A match by its name or number; repeat the option for each further one. Without it, all games
    #[arg(long = "match", value_name = "MATCH")]
    matches: Vec<String>,
    /// Replace the file if there is one
    #[arg(long)]
    overwrite: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let store = super::read(&args.file)?;
    let matches = if args.matches.is_empty() {
        store.matches()?
    } else {
        args.matches.iter().map(|which| store.find(which)).collect::<Result<_, _>>()?
    };
    files::apart(&args.output, &args.file)?;
    let mut file = NewFile::create(&args.output, args.overwrite)?;
    file.remove_if_interrupted();
    let count = if is_parquet(&args.output) {
        parquet::export(&store, &matches, &mut file)?
    } else {
        lines(&store, &matches, &mut file)?
    };
    file.finish()?;
    if files::is_stream(&args.output) {
        anstream::eprintln!("{} written to standard output", games(count));
        return Ok(());
    }
    Ok(writeln!(out, "{} written to {}", games(count), args.output.display())?)
}

fn lines(store: &Store, matches: &[Stored], file: &mut NewFile) -> Result<u64, Problem> {
    let mut count = 0;
    for stored in matches {
        store.each_record(stored, |game| {
            count += 1;
            file.line(&game.record.to_line())?;
            Ok::<_, Problem>(ControlFlow::Continue(()))
        })?;
    }
    Ok(count)
}
