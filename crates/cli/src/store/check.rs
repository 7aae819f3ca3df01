use super::games;
use crate::files;
use crate::problem::Problem;
use kontra_store::Store;
use std::io::Write;
use std::path::PathBuf;

/// Check a store: the file, every game's checksum, every move and every result, and the tables of a server
///
/// The other commands compare what they print with what the store has noted, too. This one reads everything.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  kontra store check results.db")]
pub(crate) struct Args {
    /// The store
    file: PathBuf,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    files::no_stream(&args.file)?;
    let store = Store::read(&args.file)?;
    let (count, web) = (store.check()?, kontra_server::check(&store)?);
    let file = args.file.display();
    let mut line = format!("{} in order in {file}", games(count));
    if let Some(web) = web {
        let tables = if web.tables == 1 { "table" } else { "tables" };
        let played = games(web.games);
        line += &format!(", and {} {tables} and {played} of its server", web.tables);
    }
    if !store.is_protected() || web.is_some_and(|web| !web.protected) {
        line += "; it is not protected, because an earlier version of Kontra wrote it: it would not show if some were \
                 missing";
    }
    writeln!(out, "{line}")?;
    Ok(())
}
