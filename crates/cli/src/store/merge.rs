use super::{games, read};
use crate::problem::Problem;
use kontra_game::BadInput;
use kontra_store::{Store, StoreError};
use std::io::Write;
use std::path::PathBuf;

/// Add all matches of other stores to a store
///
/// For a match whose deals were played in ranges on several machines (`kontra match --deals FROM..TO --store FILE`). A match that is
/// in the store already gets the games it lacks; games that are in both must be the same. Each store is added whole or not at
/// all. Then the command of the whole match, with this store, plays what is still missing and prints the table.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  kontra store merge results.db first-half.db second-half.db")]
pub(crate) struct Args {
    /// The store; one that does not exist is created
    file: PathBuf,
    /// The stores whose matches are added
    #[arg(required = true, value_name = "OTHER")]
    others: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    for other in &args.others {
        let same = |path: &PathBuf| path.canonicalize().ok();
        if same(other).is_some() && same(other) == same(&args.file) {
            let found = "the same file twice";
            return Err(BadInput::expected("merge", "another store to be added", found).into());
        }
        let theirs = read(other)?;
        let added = Store::open_for(&args.file, |store| {
            store.merge(&theirs).and_then(|added| some(added, &theirs))
        })?;
        let (other, file) = (other.display(), args.file.display());
        writeln!(out, "{} of {other} added to {file}", games(added))?;
    }
    Ok(())
}

/// A store without matches is a mistake.
fn some(added: u64, theirs: &Store) -> Result<u64, StoreError> {
    if theirs.matches()?.is_empty() {
        let path = theirs.path().display();
        return Err(StoreError::Input(format!("{path}: expected at least one match, found none")));
    }
    Ok(added)
}
