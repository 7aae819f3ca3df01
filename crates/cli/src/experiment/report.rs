use super::Places;
use crate::problem::Problem;
use std::io::Write;

/// Write the report
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    places: Places,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    writeln!(out, "{}", args.places.folder().display())?;
    Ok(())
}
