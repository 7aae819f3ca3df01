//! `kontra store`: what is in a store, and how it gets out and in.

mod backup;
mod check;
mod export;
mod import;
mod list;
mod merge;
mod parquet;
mod show;

use crate::problem::Problem;
use crate::{files, terminal};
use kontra_store::Store;
use std::io::Write;
use std::path::Path;

/// Matches and records in a store: list, show, export, import, merge, check, backup
///
/// A store is one file, which `kontra match --store FILE` writes.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    kontra store list results.db\n  \
    kontra store show results.db first-try\n  \
    kontra store export results.db games.jsonl --match first-try\n  \
    kontra store import results.db games.parquet --name from-elsewhere\n  \
    kontra store merge results.db first-half.db second-half.db\n  \
    kontra store backup results.db copy.db")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    List(list::Args),
    Show(show::Args),
    Export(export::Args),
    Import(import::Args),
    Merge(merge::Args),
    Check(check::Args),
    Backup(backup::Args),
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    match &args.command {
        Command::List(args) => list::run(args, out),
        Command::Show(args) => show::run(args, out),
        Command::Export(args) => export::run(args, out),
        Command::Import(args) => import::run(args, out),
        Command::Merge(args) => merge::run(args, out),
        Command::Check(args) => check::run(args, out),
        Command::Backup(args) => backup::run(args, out),
    }
}

/// Whether a file of records is in Parquet by its name; everything else is JSON Lines.
fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("parquet"))
}

/// Opens a store to read from it, and says so if nothing would show that games are missing.
pub(crate) fn read(path: &Path) -> Result<Store, Problem> {
    files::no_stream(path)?;
    let store = Store::read(path)?;
    if !store.is_protected() {
        let path = path.display().to_string();
        let path = terminal::safe(&path);
        anstream::eprintln!(
            "kontra: {path}: this store is not protected, because an earlier version of Kontra wrote it; the next match that \
             is played into it changes that"
        );
    }
    Ok(store)
}

/// "1 game", "2 games".
fn games(count: u64) -> String {
    format!("{count} {}", if count == 1 { "game" } else { "games" })
}
