use super::TrainProblem;
use super::network_file::{read, refused, write_new};
use clap::Args;
use kontra_nets::{Precision, Weights};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct ShrinkArgs {
    /// The network: a file of any game, packed or not
    network: PathBuf,
    /// How numbers are written: i8, f13, f16 or f32
    #[arg(long, default_value = "i8", value_parser = precision)]
    precision: Precision,
    /// The file to write; it must not exist
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn precision(name: &str) -> Result<Precision, String> {
    let found = Precision::NAMES.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, precision)| precision).ok_or_else(|| "expected i8, f13, f16 or f32".to_owned())
}

impl ShrinkArgs {
    pub(super) fn run(&self) -> Result<(), TrainProblem> {
        let refused = |why: String| refused(&self.network, why);
        let bytes = read(&self.network)?;
        let (graph, before, facts) =
            Weights::from_file(&bytes).map_err(|e| refused(e.to_string()))?;
        let facts: Vec<_> = facts.iter().map(|(name, text)| (&name[..], &text[..])).collect();
        let shrunk = before.to_file(&graph, self.precision, &facts);
        let shrunk = shrunk.map_err(|e| refused(e.to_string()))?;
        // A number may be too large for fewer bits. Then there is no file, rather than one that nobody can read.
        let (_, after, _) = Weights::from_file(&shrunk)
            .map_err(|e| refused(format!("with fewer bits, it could not be read: {e}")))?;
        write_new(&self.out, &shrunk)?;
        println!(
            "{} bytes of {}; largest difference of a weight: {:.6}",
            shrunk.len(),
            bytes.len(),
            largest_difference(&before, &after)
        );
        Ok(())
    }
}

fn largest_difference(before: &Weights, after: &Weights) -> f32 {
    let all = |weights: &Weights| [weights.parameters(), weights.statistics()].concat();
    let differences = all(before).into_iter().zip(all(after)).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, f32::max)
}
