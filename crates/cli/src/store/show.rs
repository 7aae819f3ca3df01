use super::games;
use crate::answer;
use crate::format::{FormatOption, TableFormat};
use crate::matches::report;
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
    #[command(flatten)]
    format: FormatOption,
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
    if args.format.get() == TableFormat::Json {
        let played_by = stored.configuration.as_ref().map_or("", |match_| &match_.program);
        return answer::print_of(out, &table, played_by);
    }
    report::print(&table, args.format.get(), out)
}
