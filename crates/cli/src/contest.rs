use crate::files::NewFile;
use crate::problem::Problem;
use crate::{rules, table};
use indicatif::{ProgressBar, ProgressStyle};
use kontra_agents::{AgentSpec, GameId, Playable, Recipe, with_game};
use kontra_arena::{Match, Played, Seating, Table};
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
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    kontra match doppelkopf -a beginner -a random --deals 1000 --seating all --records games.jsonl")]
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
    /// Print one JSON value
    #[arg(long)]
    json: bool,
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
        return Err(Problem::Failed(format!("interrupted after {played} of {deals} deals")));
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
    let table = contest.play_each(file.is_some(), |_, games: &[Played]| {
        progress.inc(1);
        if let Some(file) = &mut file {
            for record in games.iter().filter_map(|game| game.record.as_ref()) {
                file.line(&record.to_line())?;
            }
        }
        Ok::<_, Problem>(if interrupted.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })?;
    progress.finish_and_clear();
    file.map_or(Ok(()), NewFile::finish)?;
    Ok(table)
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
fn progress(deals: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{bar:40} {pos}/{len} deals, {elapsed} of about {duration}");
    let bar = ProgressBar::new(deals);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

fn print(table: &Table, out: &mut dyn Write) -> Result<(), Problem> {
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
