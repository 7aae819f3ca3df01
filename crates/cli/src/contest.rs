use crate::files::NewFile;
use crate::problem::Problem;
use crate::{rules, table};
use indicatif::{ProgressBar, ProgressStyle};
use kontra_agents::{AgentSpec, GameId, Playable, Recipe, with_game};
use kontra_arena::{Match, Played, Seating, Table};
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
/// With --store every game is kept as it ends. After an interruption, however rude, the same command goes on
/// where the match was.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    kontra match doppelkopf -a beginner -a random --deals 1000 --seating all --records games.jsonl\n  \
    kontra match doppelkopf -a beginner -a random --deals 100000 --store results.db --name first-try\n  \
    kontra store show results.db first-try")]
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
    threads: usize,
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
    name: Option<String>,
    /// Add deals to a match that was begun with fewer
    #[arg(long, requires = "store")]
    extend: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let id: GameId = args.game.parse()?;
    let table = with_game!(id, G => play::<G>(args))?;
    let unplayed = args.deals - table.deals;
    if args.json {
        let json = serde_json::to_string(&table).map_err(|e| Problem::Failed(e.to_string()))?;
        writeln!(out, "{json}")?;
    } else {
        print(&table, out)?;
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

/// So many threads; 0: one for each core.
fn threads(number: usize) -> NonZeroUsize {
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    NonZeroUsize::new(number).unwrap_or_else(cores)
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
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Problem::Failed(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(flag)
}

/// A bar on standard error, when that is a terminal.
pub(crate) fn progress(deals: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{bar:40} {pos}/{len} deals, {elapsed} of about {duration}");
    let bar = ProgressBar::new(deals);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

pub(crate) fn print(table: &Table, out: &mut dyn Write) -> Result<(), Problem> {
    writeln!(
        out,
        "{}: {} deals, {} games (seating {}), {} of them distinct; seed {}, {:.1} s\n",
        table.game,
        table.deals,
        table.games,
        table.seating,
        table.distinct_games,
        table.seed,
        table.elapsed_s
    )?;
    let head =
        ["agent", "games", "mean", "95 %", "wins", "draws", "losses", "win rate", "ms/decision"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for row in &table.agents {
        rows.push(vec![
            row.spec.clone(),
            row.games.to_string(),
            format!("{:+.3}", row.mean),
            row.ci95.map_or("-".to_owned(), |half| format!("±{half:.3}")),
            row.wins.to_string(),
            row.draws.to_string(),
            row.losses.to_string(),
            format!("{:.1} %", 100.0 * row.win_rate),
            format!("{:.4}", row.ms_per_decision),
        ]);
    }
    table::print(out, &rows)?;
    writeln!(out, "\nHow games ended:")?;
    let mut endings: Vec<_> = table.endings.iter().collect();
    endings.sort_by_key(|&(name, count)| (std::cmp::Reverse(*count), name.as_ref()));
    let share = |count: u64| format!("{:.1} %", 100.0 * count as f64 / table.games as f64);
    let rows: Vec<Vec<String>> = endings
        .into_iter()
        .map(|(name, &count)| vec![name.to_string(), count.to_string(), share(count)])
        .collect();
    table::print(out, &rows)?;
    Ok(())
}
