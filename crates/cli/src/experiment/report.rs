use super::{Places, unwritable};
use crate::files;
use crate::problem::Problem;
use kontra_experiments::report;
use std::io::Write;
use std::path::PathBuf;

/// Write the report: paper and Kontra side by side, as HTML and as Markdown with plots
///
/// `index.html` is one page that needs nothing else. `README.md` and a page for each paper say the same in Markdown. All of it follows
/// from the file of results, so the same results give the same report.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  kontra experiment report\n  \
    kontra experiment report sievers2015 --results mine --output report")]
pub(super) struct Args {
    /// A paper or an experiment; all without it
    name: Option<String>,
    #[command(flatten)]
    places: Places,
    /// The folder for the report; without it the folder of results
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let mut shelf = args.places.shelf(None)?;
    if let Some(name) = &args.name {
        let chosen = shelf.find(name)?.into_iter().cloned().collect();
        shelf.experiments = chosen;
    }
    let results = args.places.measured()?;
    let folder = args.output.clone().unwrap_or_else(|| args.places.folder());
    files::folder(&folder)?;
    let written =
        report::write(&shelf, &results, &folder).map_err(|error| unwritable(&folder, &error))?;
    writeln!(
        out,
        "{} files, beginning with {}",
        written.len(),
        folder.join("index.html").display()
    )?;
    Ok(())
}
