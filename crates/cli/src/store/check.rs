use super::games;
use crate::problem::Problem;
use kontra_store::Store;
use std::io::Write;
use std::path::PathBuf;

/// Check a store: the file, every game's checksum, every move and every result
#[derive(clap::Args)]
#[command(after_help = "Example:\n  kontra store check results.db")]
pub(crate) struct Args {
    /// The store
    file: PathBuf,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let count = Store::read(&args.file)?.check()?;
    writeln!(out, "{} in order in {}", games(count), args.file.display())?;
    Ok(())
}
