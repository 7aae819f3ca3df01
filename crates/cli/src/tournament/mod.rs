//! `kontra tournament`: any number of agents, two at a time.

mod report;

use crate::defaults;
use crate::format::{FormatOption, TableFormat};
use crate::live::LiveLine;
use crate::problem::Problem;
use crate::{answer, interrupt, rules};
use clap::builder::OsStringValueParser;
use kontra_agents::{AgentSpec, GameId, Playable, with_game};
use kontra_arena::{
    PlayedGame, Seating, Standings, Tournament, TournamentSchedule, TournamentTable,
};
use kontra_game::BadInput;
use kontra_store::{MatchRequest, Store};
use std::ffi::OsString;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Let any number of agents play a tournament, two at a time
///
/// Everybody meets everybody (--round-robin, the default), or the first meets all others (--gauntlet). Every pairing is a match on
/// the same deals. The table has everybody's rating by these games, and who did how against whom, with 95 % confidence intervals
/// over deals.
///
/// With --store every game is kept as it ends. After any interruption, even a kill, the same command resumes the tournament, with the
/// same table in the end. A pairing that is in the store already is not played again, so agents can be added later.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    kontra tournament doppelkopf -a club -a beginner -a random-cards --deals 200 --store results.db\n  \
    kontra tournament just4fun --gauntlet -a so-ismcts -a random -a random-cards --deals 500\n  \
    kontra tournament ontop -a mcts -a star2 -a random --deals 50 --format markdown")]
pub(crate) struct Args {
    /// The game
    game: String,
    /// An agent; repeat the option for each further one. See `kontra agents`
    #[arg(short, long = "agent", value_name = "SPEC", required = true)]
    agent: Vec<String>,
    /// Everybody meets everybody
    #[arg(long, conflicts_with = "gauntlet")]
    round_robin: bool,
    /// The first agent meets all others, which do not meet each other
    #[arg(long)]
    gauntlet: bool,
    /// How many deals each pairing plays
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    deals: u64,
    /// Who sits where on each deal: fixed, rotate or all; see `kontra match --help`
    #[arg(long, value_name = "fixed|rotate|all", default_value = "all")]
    seating: String,
    /// The seed of all random numbers: the same seed gives the same table
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads that play; the table does not depend on it. 0: one for each core
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = defaults::threads)]
    #[arg(env = defaults::THREADS, hide_env_values = true)]
    threads: u16,
    /// A rule of the game; repeat the option for each further one. See `kontra games`
    #[arg(long, value_name = "KEY=VALUE")]
    rules: Vec<String>,
    /// Keep every game in this file, and resume from it. Without a file, the store of `kontra serve` and `kontra ratings`
    #[arg(long, value_name = "FILE", num_args = 0..=1, value_parser = OsStringValueParser::new())]
    #[arg(env = defaults::STORE, hide_env_values = true)]
    store: Option<Option<OsString>>,
    #[command(flatten)]
    format: FormatOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let id: GameId = args.game.parse()?;
    let (table, unplayed) = with_game!(id, G => play::<G>(args))?;
    match args.format.get() {
        TableFormat::Json => answer::print(out, &table)?,
        format => report::print(&table, format, out)?,
    }
    if unplayed > 0 {
        let hint = args.store()?.map_or("", |_| "; the same command resumes from there");
        let sentence = format!("interrupted with {unplayed} pairings to go{hint}");
        return Err(Problem::Interrupted(sentence));
    }
    Ok(())
}

impl Args {
    fn store(&self) -> Result<Option<PathBuf>, Problem> {
        match &self.store {
            None => Ok(None),
            Some(None) => defaults::default_store().map(Some),
            Some(Some(name)) => defaults::named(Some(name)),
        }
    }

    fn tournament<G: Playable>(&self) -> Result<Tournament<G>, Problem> {
        let specs = self.agent.iter().map(|spec| spec.parse::<AgentSpec>());
        let specs = specs.collect::<Result<Vec<_>, BadInput>>()?;
        let schedule = if self.gauntlet {
            TournamentSchedule::Gauntlet
        } else {
            TournamentSchedule::RoundRobin
        };
        let rules = rules::read::<G>(&self.rules)?;
        let seating: Seating = self.seating.parse()?;
        let tournament = Tournament::new(&rules, &specs, schedule, self.deals, seating, self.seed)?;
        Ok(tournament.on_threads(defaults::cores(self.threads)))
    }
}

/// The table, and how many pairings are not finished.
fn play<G: Playable>(args: &Args) -> Result<(TournamentTable, usize), Problem> {
    let tournament = args.tournament::<G>()?;
    let mut store = match args.store()? {
        None => None,
        Some(path) => {
            defaults::make_room(&path)?;
            Some(Store::open(&path)?)
        }
    };
    let interrupted = interruption();
    let mut standings = Standings::new(&tournament);
    let mut live = LiveLine::new(args.deals, None);
    let pairings = tournament.pairings();
    let mut finished = 0;
    for (number, pairing) in pairings.iter().enumerate() {
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        let the_match = &pairing.the_match;
        live.next(format!(" of pairing {} of {}", number + 1, pairings.len()), args.deals);
        let each = |deal, games: &[PlayedGame]| {
            live.add(the_match.arrangements(), games);
            standings.add_deal(number, deal, games);
            // With a store, those who play look at the flag themselves.
            let over = store_is_none(args) && interrupted.load(Ordering::Relaxed);
            Ok::<_, Problem>(if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let table = match &mut store {
            None => the_match.play_each(false, each)?,
            Some(store) => store.play_until(the_match, &request(), &interrupted, each)?,
        };
        standings.add_match(number, &table);
        finished += usize::from(table.deals == args.deals);
    }
    live.finish();
    Ok((standings.table(), pairings.len() - finished))
}

fn store_is_none(args: &Args) -> bool {
    args.store.is_none()
}

fn request() -> MatchRequest {
    let (_, commit) = kontra_version::parts(kontra_version::PROGRAM);
    MatchRequest { commit: commit.map(str::to_owned), ..MatchRequest::default() }
}

/// Becomes true on the first Ctrl-C: the tournament ends after this deal. The second one ends the program at once.
fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    interrupt::handle(move || {
        if set.swap(true, Ordering::Relaxed) {
            interrupt::leave();
        }
    });
    flag
}
