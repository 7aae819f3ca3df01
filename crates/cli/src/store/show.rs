use super::games;
use crate::contest::report;
use crate::problem::Problem;
use std::io::Write;
use std::path::PathBuf;

/// Show the table of a match, as far as it was played
#[derive(clap::Args)]
#[command(after_help = "Example:\n  kontra store show results.db first-try --json")]
pub(crate) struct Args {
    /// The store
    file: PathBuf,
    /// The match by its name or number; see `kontra store list`
    r#match: String,
    /// Print one JSON value, that of `kontra match`
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let store = super::read(&args.file)?;
    let stored = store.find(&args.r#match)?;
    let Some(table) = store.table(&stored)? else {
        let (file, title) = (args.file.display(), stored.title());
        let count = games(stored.games);
        return Err(Problem::Input(format!(
            "{file}, {title}: expected a match, found {count} that were imported; see `kontra ratings`"
        )));
    };
    if args.json {
        let json = serde_json::to_string(&table).map_err(|e| Problem::Failed(e.to_string()))?;
        writeln!(out, "{json}")?;
        return Ok(());
    }
    report::print(&table, out)
}
