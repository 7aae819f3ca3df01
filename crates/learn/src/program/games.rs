use super::{TrainProblem, threads};
use clap::Args;
use kontra_learn::imitation::doppelkopf::{play_games, record_of};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct GamesArgs {
    /// The file to write, one record on each line; it must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many games
    #[arg(long, default_value_t = 42_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// The seed of the deals
    #[arg(long, default_value_t = 2017)]
    seed: u64,
    /// Threads that play [default: all]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// Games that are played before they are written.
const BLOCK: u64 = 8192;

impl GamesArgs {
    pub(super) fn run(&self) -> Result<(), TrainProblem> {
        let place = self.file.display();
        let file = File::create_new(&self.file)
            .map_err(|e| TrainProblem::Input(format!("records '{place}': {e}")))?;
        let failed = |e: std::io::Error| TrainProblem::Failed(format!("records '{place}': {e}"));
        let mut out = BufWriter::new(file);
        let mut from = 0;
        while from < self.games {
            let to = self.games.min(from + BLOCK);
            for game in play_games(self.seed, from..to, threads(self.threads)) {
                writeln!(out, "{}", record_of(&game, "network").to_line()).map_err(failed)?;
            }
            from = to;
        }
        out.flush().map_err(failed)?;
        println!("games {}", self.games);
        Ok(())
    }
}
