use crate::problem::Problem;
use crate::{Cli, files, usage};
use clap::Command;
use clap_mangen::Man;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Write the man pages of all commands into a folder
#[derive(clap::Args)]
#[command(after_help = "Example:\n  kontra man ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// The folder, which is made if need be; pages of the same names in it are replaced
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let folder = &args.folder;
    files::folder(folder)?;
    let mut command = usage::command::<Cli>().disable_help_subcommand(true);
    // Commands learn their whole names, such as `kontra-store-list`.
    command.build();
    let mut all = vec![];
    pages(&command, &mut all).map_err(|error| unwritable(folder, &error))?;
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    for (name, text) in &all {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| unwritable(&path, &error))?;
    }
    Ok(writeln!(out, "{} pages in {}", all.len(), folder.display())?)
}

/// The page of a command, as `kontra-store.1`, and those of the commands below it.
fn pages(command: &Command, all: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    let page = Man::new(command.clone());
    let mut text = vec![];
    page.render(&mut text)?;
    all.push((page.get_filename(), text));
    command.get_subcommands().try_for_each(|inner| pages(inner, all))
}

fn unwritable(path: &Path, error: &io::Error) -> Problem {
    let path = path.display();
    Problem::Input(format!("{path}: expected a place where pages can be written, found {error}"))
}
