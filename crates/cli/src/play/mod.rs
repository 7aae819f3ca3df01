//! Games in the terminal: against agents, or between agents while you watch.

mod doppelkopf;
mod face;
mod guide;
mod input;
mod just4fun;
mod ontop;
mod phrases;
mod plain;
mod screen;
mod seat_agents;
mod series;
mod sitting;
pub(crate) mod style;
pub(crate) mod tree;

use crate::files::{self, NewFile};
use crate::problem::Problem;
use crate::rules;
use face::Terminal;
use kontra_agents::{GameId, with_game};
use kontra_game::{BadInput, Streams};
use seat_agents::SeatAgents;
use sitting::{Sitting, SittingEnd};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

/// Play a game in the terminal, or watch one
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  kontra play doppelkopf --seat 2 --games 4\n  \
    kontra play doppelkopf --watch -a beginner -a random-cards --seed 7\n  \
    kontra play just4fun -a 'champion(ms=200)'")]
pub(crate) struct Args {
    /// The game
    game: String,
    /// Your seat, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "watch")]
    seat: usize,
    /// The seed of all random numbers; without it, a new one each time
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Whom to play against: easy, medium, strong, or an agent of `kontra agents`; repeat the option for each further one
    #[arg(short, long = "agent", value_name = "SPEC")]
    agent: Vec<String>,
    /// Watch agents play
    #[arg(long)]
    watch: bool,
    /// How many games
    #[arg(long, value_name = "K", default_value_t = 1, conflicts_with = "tournament")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    games: u16,
    /// A whole session by the tournament rules of the game: in Doppelkopf 24 games, a solo for everybody
    #[arg(long)]
    tournament: bool,
    /// Write the games into this new file, one record on each line
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Replace the file of --record if there is one
    #[arg(long, requires = "record")]
    overwrite: bool,
    /// A rule of the game; repeat the option for each further one. See `kontra games`
    #[arg(long, value_name = "KEY=VALUE")]
    rules: Vec<String>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let id: GameId = args.game.parse()?;
    with_game!(id, G => play::<G>(args, out))
}

fn play<G: Terminal>(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let rules = rules::read::<G>(&args.rules)?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let streams = Streams::new(seed);
    let seats = G::begin(&G::deal(&rules, &mut streams.deal(0))).seats();
    let person = if args.watch { None } else { Some(args.seat) };
    let cast = SeatAgents::<G>::new(seats, person, &args.agent)?;
    let series = if args.tournament {
        G::tournament(&rules).ok_or_else(|| {
            BadInput::expected("--tournament", "a game with tournament rules", G::NAME)
        })?
    } else {
        G::series(&rules, args.games)
    };
    if args.record.as_deref().is_some_and(files::is_stream) {
        let expected = "a file, because the game itself is on standard output";
        return Err(BadInput::expected("--record", expected, "'-'").into());
    }
    // Nobody should play for an hour and then learn that the file cannot be written.
    let file =
        || args.record.as_ref().map(|path| NewFile::create(path, args.overwrite)).transpose();
    drop(file()?);
    let mut sitting = Sitting::new(cast, series, streams);
    let mut end = sitting.play(out)?;
    while end == SittingEnd::Finished && ask_again(args, out)? {
        sitting.continue_with(G::series(&rules, 1));
        end = sitting.play(out)?;
    }
    if end == SittingEnd::InputEnded {
        let sentence = "expected an answer, found the end of the input";
        return Err(Problem::Input(sentence.to_owned()));
    }
    if let Some(mut file) = file()? {
        for record in sitting.records() {
            file.line(&record.to_line())?;
        }
        file.finish()?;
    }
    Ok(())
}

/// Asks a person who sits at a terminal whether there is to be another game.
fn ask_again(args: &Args, out: &mut dyn Write) -> Result<bool, Problem> {
    let person = !args.watch && !args.tournament && io::stdin().is_terminal();
    if !person || !io::stdout().is_terminal() {
        return Ok(false);
    }
    let line = input::ask("\nAnother game? (Enter: yes, n: no) ", out)?;
    Ok(guide::wants_another(line.as_deref()))
}

/// A seed that nobody chose, short enough to be typed again.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}
