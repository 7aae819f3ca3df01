mod bench;
mod bench_search;
mod evaluate;
mod experiment;
mod games;
mod network_file;
mod pack;
mod shrink;
mod train;

use clap::{Parser, Subcommand};
use kontra_learn::Trouble;
use kontra_learn::run::{BadRun, DeviceChoice, Fault};
use std::process::ExitCode;

/// Trains a network, by self-play or from recorded games, or measures one.
#[derive(Parser, Debug)]
#[command(name = "kontra-train", version = kontra_version::PROGRAM, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    train: train::Train,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Plays matches of a trained network on duplicate deals.
    Evaluate(evaluate::EvaluateArgs),
    /// Makes the experiments that train networks.
    Experiment(experiment::ExperimentArgs),
    /// Plays games with four of the agent network, and writes their records.
    Games(games::GamesArgs),
    /// Writes a network's file smaller, without changing a number: the form in which networks come with the program.
    Pack(pack::PackArgs),
    /// Writes a network's file with fewer bits for each number; facts and shape are kept.
    Shrink(shrink::ShrinkArgs),
    /// Writes a packed network as the safetensors file that it was, for other programs.
    Unpack(pack::PackArgs),
}

/// Why the program did not do what it was asked.
#[derive(Debug)]
pub(crate) enum TrainProblem {
    /// The input cannot be accepted: exit code 2.
    Input(String),
    /// It ran, and something failed: exit code 1.
    Failed(String),
}

impl From<BadRun> for TrainProblem {
    fn from(bad: BadRun) -> TrainProblem {
        TrainProblem::Input(bad.0)
    }
}

impl From<Trouble> for TrainProblem {
    fn from(trouble: Trouble) -> TrainProblem {
        TrainProblem::Failed(trouble.0)
    }
}

impl From<Fault> for TrainProblem {
    fn from(fault: Fault) -> TrainProblem {
        match fault {
            Fault::Input(bad) => bad.into(),
            Fault::Failed(trouble) => trouble.into(),
        }
    }
}

impl From<std::io::Error> for TrainProblem {
    fn from(error: std::io::Error) -> TrainProblem {
        TrainProblem::Failed(format!("standard output failed: {error}"))
    }
}

pub(crate) fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match &arguments.command {
        Some(Command::Evaluate(evaluate)) => evaluate.run(),
        Some(Command::Experiment(experiment)) => experiment.run(),
        Some(Command::Games(games)) => games.run(),
        Some(Command::Pack(pack)) => pack.pack(),
        Some(Command::Shrink(shrink)) => shrink.run(),
        Some(Command::Unpack(pack)) => pack.unpack(),
        None => arguments.train.run(),
    };
    let (sentence, code) = match done {
        Ok(()) => return ExitCode::SUCCESS,
        Err(TrainProblem::Input(sentence)) => (sentence, 2),
        Err(TrainProblem::Failed(sentence)) => (sentence, 1),
    };
    eprintln!("kontra-train: {sentence}");
    ExitCode::from(code)
}

/// Reads the name of a device.
fn device(name: &str) -> Result<DeviceChoice, String> {
    let found = DeviceChoice::NAMES.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, choice)| choice).ok_or_else(|| "expected cpu, cuda or auto".to_owned())
}

/// Threads that play: as asked for, or as many as there are.
fn threads(wanted: Option<usize>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    wanted.unwrap_or_else(all).clamp(1, 1024)
}

/// A remark beside the result.
fn note(sentence: &str) {
    eprintln!("kontra-train: {sentence}");
}
