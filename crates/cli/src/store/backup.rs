use crate::files::{self, NewFile};
use crate::problem::Problem;
use kontra_store::Store;
use std::io::Write;
use std::path::PathBuf;

/// Copy a store into a new file, also while matches are played into it or a server uses it
///
/// The copy is the store of one moment, in one file. It has its name only once it was compared with what the store has
/// noted: a damaged store gives no copy.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  kontra store backup results.db 2026-11-16.db")]
pub(crate) struct Args {
    /// The store
    file: PathBuf,
    /// The new file
    copy: PathBuf,
    /// Replace the file if there is one
    #[arg(long)]
    overwrite: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let store = super::read(&args.file)?;
    files::no_stream(&args.copy)?;
    files::apart(&args.copy, &args.file)?;
    let file = NewFile::create(&args.copy, args.overwrite)?;
    file.remove_if_interrupted();
    let Some(place) = file.temporary() else {
        let copy = args.copy.display();
        return Err(Problem::Input(format!("{copy}: expected the name of a file, found a device")));
    };
    store.copy(place).map_err(|error| error.about(&args.copy, place))?;
    let copy = Store::read(place).map_err(|error| error.about(&args.copy, place))?;
    copy.verify().map_err(|error| error.about(&args.copy, place))?;
    kontra_server::check(&copy).map_err(|error| error.about(&args.copy, place))?;
    drop(copy);
    file.finish()?;
    writeln!(out, "{} copied to {}", args.file.display(), args.copy.display())?;
    Ok(())
}
