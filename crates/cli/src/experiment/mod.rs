//! `kontra experiment`: the papers' tables and figures, run again.

mod list;
mod report;
mod run;

use crate::files;
use crate::problem::Problem;
use clap::Subcommand;
use kontra_experiments::{Results, Shelf, Times};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Run the tables and figures of the papers again
///
/// Every measured table and figure of the five papers is an experiment: what is run, what the paper says, and a full and a
/// quick budget. All of them are part of this program. Results go into one file, `measurements.jsonl`, in the folder of --results.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    kontra experiment list\n  \
    kontra experiment run sievers2012/table-6.60 --quick\n  \
    kontra experiment run --all --until 20m\n  \
    kontra experiment report")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(list::Args),
    Run(run::Args),
    Report(report::Args),
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    match &args.command {
        Command::List(args) => list::run(args, out),
        Command::Run(args) => run::run(args, out),
        Command::Report(args) => report::run(args, out),
    }
}

/// Where experiments and results are.
#[derive(clap::Args)]
struct Places {
    /// The folder of results; without it docs/results where there is one, else kontra-results
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    /// A folder of experiments to use instead of those in the program
    #[arg(long, value_name = "DIR")]
    experiments: Option<PathBuf>,
}

impl Places {
    fn shelf(&self, seed: Option<u64>) -> Result<Shelf, Problem> {
        Ok(match &self.experiments {
            Some(folder) => {
                files::folder(folder)?;
                Shelf::folder(folder, seed)?
            }
            None => Shelf::embedded(seed)?,
        })
    }

    fn folder(&self) -> PathBuf {
        self.results.clone().unwrap_or_else(default_results)
    }

    fn measured(&self) -> Result<Results, Problem> {
        let folder = self.folder();
        files::folder(&folder)?;
        Ok(Results::load(&folder)?)
    }

    fn times(&self) -> Result<Times, Problem> {
        Ok(Times::load(&self.folder())?)
    }
}

/// The folder of results where none is named.
pub(crate) fn default_results() -> PathBuf {
    let in_repository = Path::new("docs/results");
    match in_repository.is_dir() {
        true => in_repository.to_owned(),
        false => PathBuf::from("kontra-results"),
    }
}

/// A folder or file that could not be written.
fn unwritable(path: &Path, error: &std::io::Error) -> Problem {
    Problem::Failed(format!("{}: writing failed: {error}", path.display()))
}
