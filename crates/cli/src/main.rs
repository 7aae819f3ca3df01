//! `kontra`: play, match, replay and measure games with chance and hidden information.

mod agents;
mod analyze;
mod answer;
mod bench;
mod completions;
mod defaults;
mod equilibrium;
mod experiment;
mod files;
mod format;
mod games;
mod interrupt;
mod interruptible;
mod live;
mod man;
mod matches;
mod perft;
mod play;
mod position;
mod problem;
mod ratings;
mod replay;
mod rules;
mod serve;
mod solve;
mod statistics;
mod store;
mod table;
mod tables;
mod terminal;
mod testset;
mod tournament;
mod usage;
mod worlds;

use clap::error::ErrorKind;
use clap::{FromArgMatches, Parser, Subcommand};
use problem::Problem;
use std::process::ExitCode;

/// A workbench for game AI in games with chance and hidden information.
///
/// Without a command it is the web application: the same as `kontra serve`.
#[derive(Parser)]
#[command(name = "kontra", version = kontra_version::PROGRAM, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  kontra                              play in the browser
  kontra play doppelkopf              play in the terminal
  kontra match doppelkopf -a beginner -a random-cards --deals 100 --seating all
  kontra match --help                 every command explains itself

Exit codes: 0 success, 2 bad input (one sentence on standard error), 130 interrupted (Ctrl-C or
SIGTERM; what is finished is kept), 1 anything else that failed.";

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Games(games::Args),
    Agents(agents::Args),
    Play(play::Args),
    Match(matches::Args),
    Tournament(tournament::Args),
    Analyze(analyze::Args),
    Replay(replay::Args),
    Store(store::Args),
    Tables(tables::Args),
    Ratings(ratings::Args),
    Perft(perft::Args),
    Worlds(worlds::Args),
    Solve(solve::Args),
    Equilibrium(equilibrium::Args),
    Statistics(statistics::Args),
    Testset(testset::Args),
    Experiment(experiment::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    match parse() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => problem.report(),
    }
}

/// Reads the command line, and does what it says.
fn parse() -> Result<(), Problem> {
    let words = matches::config::expand(std::env::args_os().collect())?;
    let parsed = usage::command::<Cli>().try_get_matches_from(words);
    match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => run(cli),
        Err(error) => refuse(&error),
    }
}

fn run(cli: Cli) -> Result<(), Problem> {
    // The server listens itself, and ends in its own way.
    if !matches!(cli.command, None | Some(Command::Serve(_))) {
        interrupt::listen()?;
    }
    let mut stdout = terminal::Safe::new(anstream::stdout().lock());
    let out = &mut stdout;
    match cli.command {
        None => serve::run(&serve::Args::default()?, out),
        Some(Command::Serve(args)) => serve::run(&args, out),
        Some(Command::Games(args)) => games::run(&args, out),
        Some(Command::Agents(args)) => agents::run(&args, out),
        Some(Command::Play(args)) => play::run(&args, out),
        Some(Command::Match(args)) => matches::run(&args, out),
        Some(Command::Tournament(args)) => tournament::run(&args, out),
        Some(Command::Analyze(args)) => analyze::run(&args, out),
        Some(Command::Replay(args)) => replay::run(&args, out),
        Some(Command::Store(args)) => store::run(&args, out),
        Some(Command::Tables(args)) => tables::run(&args, out),
        Some(Command::Ratings(args)) => ratings::run(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out),
        Some(Command::Equilibrium(args)) => equilibrium::run(&args, out),
        Some(Command::Worlds(args)) => worlds::run(&args, out),
        Some(Command::Solve(args)) => solve::run(&args, out),
        Some(Command::Statistics(args)) => statistics::run(&args, out),
        Some(Command::Testset(args)) => testset::run(&args, out),
        Some(Command::Experiment(args)) => experiment::run(&args, out),
        Some(Command::Bench(args)) => bench::run(&args, out),
        Some(Command::Completions(args)) => completions::run(&args, out),
        Some(Command::Man(args)) => man::run(&args, out),
    }
}

/// Help and version are no errors; everything else becomes one sentence.
fn refuse(error: &clap::Error) -> Result<(), Problem> {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return Ok(error.print()?);
    }
    Err(Problem::Input(usage::sentence(error)))
}
