pub(crate) mod report;

use crate::files::{self, NewFile};
use crate::problem::Problem;
use crate::rules;
use clap::builder::NonEmptyStringValueParser;
use indicatif::{ProgressBar, ProgressStyle};
use kontra_agents::{AgentSpec, GameId, Playable, Recipe, with_game};
use kontra_arena::{Match, Played, Seating, Sprt, Table, Verdict};
use kontra_game::BadInput;
use kontra_store::{Plan, Store};
use std::io::{IsTerminal, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Let agents play against each other on the same deals
///
/// Fewer agents than seats share them evenly: two agents in a four-seat game take two seats each. The mean payoff
/// comes with a 95 % confidence interval over deals, because games on the same deal are not independent. Ctrl-C ends
/// the match after the current deal and reports what was played.
///
/// With --sprt the match ends as soon as a sequential test of the first agent's mean payoff is decided: --deals is
/// then the most that are played. An external agent that crashes, hangs or answers nonsense loses that game and plays
/// on in the next; its forfeits are counted.
///
/// With --store every game is kept as it ends. After an interruption, however rude, the same command goes on
/// where the match was.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// An agent, named again for each further one; see `kontra agents`
    #[arg(short, long = "agent", value_name = "SPEC", required = true)]
    agent: Vec<String>,
    /// How many different deals are played
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    deals: u64,
    /// Who sits where on each deal: one game in the order of the agents (fixed), every rotation (rotate), or
    /// every arrangement (all)
    #[arg(long, value_name = "fixed|rotate|all", default_value = "fixed")]
    seating: String,
    /// The seed of all random numbers: the same seed gives the same table
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads that play; the table does not depend on it. 0: one for each core
    #[arg(long, value_name = "T", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    threads: u16,
    /// End as soon as it is decided whether the first agent's mean payoff is H0 (or less) or H1 (or more)
    #[arg(long, value_name = "H0,H1", num_args = 0..=1, default_missing_value = "0,0.2")]
    sprt: Option<String>,
    /// With --sprt: how often, at most, H1 is accepted although H0 is true
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// With --sprt: how often, at most, H0 is accepted although H1 is true
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, requires = "sprt")]
    beta: f64,
    /// A rule of the game, named again for each further one; see `kontra games`
    #[arg(long, value_name = "KEY=VALUE")]
    rules: Vec<String>,
    /// Write every game into this new file, one record on each line
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Replace the file of --records if there is one
    #[arg(long, requires = "records")]
    overwrite: bool,
    #[command(flatten)]
    keeping: Keeping,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

/// Where a match is kept.
#[derive(clap::Args)]
struct Keeping {
    /// Keep every game in this file; a match that is in it already goes on where it was. See `kontra store`
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// The match's name in the store: it goes on under that name, and only as what it was begun. Without a name, a
    /// match goes on that is exactly this one
    #[arg(long, value_name = "NAME", requires = "store")]
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    name: Option<String>,
    /// Add deals to a match that was begun with fewer
    #[arg(long, requires = "store")]
    extend: bool,
}

const EXAMPLES: &str = "\
Examples:
  kontra match doppelkopf -a beginner -a random --deals 1000 --seating all --records games.jsonl
  kontra match just4fun -a so-ismcts -a random --deals 5000 --seating all --sprt 0,0.2
  kontra match doppelkopf -a beginner -a random --deals 100000 --store results.db --name first-try
  kontra match ontop -a 'external(cmd=\"python3 player.py\")' -a random --deals 100";

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let id: GameId = args.game.parse()?;
    let table = with_game!(id, G => play::<G>(args))?;
    let decided = table.sprt.is_some_and(|test| test.verdict != Verdict::Undecided);
    let unplayed = if decided { 0 } else { args.deals - table.deals };
    if args.json {
        let json = serde_json::to_string(&table).map_err(|e| Problem::Failed(e.to_string()))?;
        writeln!(out, "{json}")?;
    } else {
        report::print(&table, out)?;
    }
    if unplayed > 0 {
        let (played, deals) = (table.deals, args.deals);
        let hint =
            args.keeping.store.as_ref().map_or("", |_| "; the same command goes on from there");
        return Err(Problem::Failed(format!("interrupted after {played} of {deals} deals{hint}")));
    }
    Ok(())
}

fn play<G: Playable>(args: &Args) -> Result<Table, Problem> {
    let agents = args
        .agent
        .iter()
        .map(|spec| Recipe::<G>::new(&spec.parse::<AgentSpec>()?))
        .collect::<Result<Vec<_>, _>>()?;
    let rules = rules::read::<G>(&args.rules)?;
    let contest =
        Match::new(rules, agents, args.deals, args.seating.parse::<Seating>()?, args.seed)?
            .on_threads(threads(args.threads));
    let contest = match sprt(args)? {
        Some(sprt) => contest.until_decided(sprt),
        None => contest,
    };
    if let (Some(records), Some(store)) = (&args.records, &args.keeping.store) {
        files::apart(records, store)?;
    }
    let mut file =
        args.records.as_ref().map(|path| NewFile::create(path, args.overwrite)).transpose()?;
    let progress = progress(args.deals);
    let interrupted = interruption(file.as_ref().and_then(NewFile::temporary))?;
    let each = |_, games: &[Played]| {
        progress.inc(1);
        if let Some(file) = &mut file {
            for record in games.iter().filter_map(|game| game.record.as_ref()) {
                file.line(&record.to_line())?;
            }
        }
        // With a store, those who play look at the flag themselves.
        let over = args.keeping.store.is_none() && interrupted.load(Ordering::Relaxed);
        Ok::<_, Problem>(if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let table = match &args.keeping.store {
        None => contest.play_each(args.records.is_some(), each)?,
        Some(path) => {
            let plan = args.keeping.plan(args.records.is_some());
            Store::open(path)?.play_until(&contest, &plan, &interrupted, each)?
        }
    };
    progress.finish_and_clear();
    file.map_or(Ok(()), NewFile::finish)?;
    Ok(table)
}

impl Keeping {
    fn plan(&self, records: bool) -> Plan {
        Plan { name: self.name.clone(), extend: self.extend, records, ..Plan::default() }
    }
}

/// The sequential test, if one is asked for.
fn sprt(args: &Args) -> Result<Option<Sprt>, Problem> {
    let Some(claim) = &args.sprt else { return Ok(None) };
    for (name, share) in [("--alpha", args.alpha), ("--beta", args.beta)] {
        if !(share > 0.0 && share < 0.5) {
            let expected = "a share above 0 and below 0.5";
            return Err(BadInput::expected(name, expected, share).into());
        }
    }
    Ok(Some(Sprt { claim: claim.parse()?, alpha: args.alpha, beta: args.beta }))
}

/// So many threads; 0: one for each core.
fn threads(number: u16) -> NonZeroUsize {
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    NonZeroUsize::new(number.into()).unwrap_or_else(cores)
}

/// Becomes true on the first Ctrl-C: the match ends after this deal and loses nothing. The second one ends
/// the program at once, without the file that was begun.
fn interruption(unfinished: Option<&Path>) -> Result<Arc<AtomicBool>, Problem> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    let unfinished = unfinished.map(Path::to_owned);
    let handler = move || {
        if set.swap(true, Ordering::Relaxed) {
            unfinished.iter().for_each(|path| drop(std::fs::remove_file(path)));
            kontra_agents::external::kill_all();
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Problem::Failed(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(flag)
}

/// A bar on standard error, when that is a terminal.
fn progress(deals: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{bar:40} {pos}/{len} deals, {elapsed} of about {duration}");
    let bar = ProgressBar::new(deals);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}
