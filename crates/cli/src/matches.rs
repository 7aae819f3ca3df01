pub(crate) mod config;
mod history;
pub(crate) mod report;

use crate::answer;
use crate::defaults;
use crate::files::{self, NewFile};
use crate::format::{FormatOption, TableFormat};
use crate::interrupt;
use crate::live::LiveLine;
use crate::problem::Problem;
use crate::{rules, terminal};
use clap::builder::{NonEmptyStringValueParser, OsStringValueParser};
use history::MatchHistory;
use kontra_agents::{AgentSpec, GameId, Playable, Recipe, with_game};
use kontra_arena::{Match, MatchTable, PlayedGame, Seating, Sprt, Verdict};
use kontra_game::BadInput;
use kontra_store::{MatchRequest, Store};
use std::ffi::OsString;
use std::io::Write;
use std::num::ParseIntError;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Let agents play against each other on the same deals
///
/// Fewer agents than seats share them evenly: two agents in a four-seat game take two seats each. The mean payoff
/// comes with a 95 % confidence interval over deals, because games on the same deal are not independent. Ctrl-C
/// (or SIGTERM) ends the match after the current deal and reports what was played.
///
/// With --sprt the match ends as soon as a sequential test of the first agent's mean payoff is decided: --deals is
/// then the most that are played. An external agent that crashes, hangs or answers nonsense loses that game and plays
/// on in the next; its forfeits are counted.
///
/// With --store every game is kept as it ends. After any interruption, even a kill, the same command
/// resumes the match.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// An agent; repeat the option for each further one. See `kontra agents`
    #[arg(short, long = "agent", value_name = "SPEC", required = true)]
    agent: Vec<String>,
    /// How many different deals are played, or a range of them, for several machines: 1000..2000 are those from number 1000 to
    /// 1999, counted from 0. See `kontra store merge`
    #[arg(long, value_name = "N", value_parser = Deals::read)]
    deals: Deals,
    /// Who sits where on each deal: one game in the order of the agents (fixed), every rotation (rotate), or
    /// every arrangement (all)
    #[arg(long, value_name = "fixed|rotate|all", default_value = "fixed")]
    seating: String,
    /// The seed of all random numbers: the same seed gives the same table
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads that play; the table does not depend on it. 0: one for each core
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = defaults::threads)]
    #[arg(env = defaults::THREADS, hide_env_values = true)]
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
    /// A rule of the game; repeat the option for each further one. See `kontra games`
    #[arg(long, value_name = "KEY=VALUE")]
    rules: Vec<String>,
    /// Write every game into this new file, one record on each line; - is standard output, and the table then goes
    /// to standard error
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Write how the match went into this new file, one line of JSON for each deal as it ends: its games, and the first agent's mean,
    /// interval and log likelihood ratio so far; - is standard output, and the table then goes to standard error
    #[arg(long, value_name = "FILE")]
    history: Option<PathBuf>,
    /// Replace the files of --records and --history if there are any
    #[arg(long)]
    overwrite: bool,
    #[command(flatten)]
    keeping: Keeping,
    #[command(flatten)]
    format: FormatOption,
    /// Take options from this file, in TOML: game, agents, deals and the others by their names. What the command line
    /// says itself comes first; - is standard input
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Args {
    /// The option whose lines go to standard output, if one does.
    fn stream(&self) -> Option<&'static str> {
        let is_stream = |path: &Option<PathBuf>| path.as_deref().is_some_and(files::is_stream);
        let streams =
            [("--records", is_stream(&self.records)), ("--history", is_stream(&self.history))];
        streams.into_iter().find(|(_, is_stream)| *is_stream).map(|(name, _)| name)
    }

    /// Complains about files that would be written into each other.
    fn check_files(&self, store: Option<&Path>) -> Result<(), Problem> {
        let own = [("--records", &self.records), ("--history", &self.history)];
        for (_, file) in &own {
            if let (Some(file), Some(store)) = (file, store) {
                files::apart(file, store)?;
            }
        }
        if let (Some(records), Some(history)) = (&self.records, &self.history)
            && records == history
        {
            let found = format!("'{}' for both", files::name(history));
            return Err(
                BadInput::expected("--history", "another file than --records", found).into()
            );
        }
        match self.stream() {
            Some(name) if self.format.get() == TableFormat::Json => {
                let expected = "a file where --json prints to standard output";
                Err(BadInput::expected(name, expected, "'-'").into())
            }
            _ => Ok(()),
        }
    }
}

/// Where a match is stored.
#[derive(clap::Args)]
struct Keeping {
    /// Keep every game in this file; a match that is in it already is resumed. See `kontra store`. Without a file, the store
    /// of `kontra serve` and `kontra ratings`
    #[arg(long, value_name = "FILE", num_args = 0..=1, value_parser = OsStringValueParser::new())]
    #[arg(env = defaults::STORE, hide_env_values = true)]
    store: Option<Option<OsString>>,
    /// The match's name in the store: under it, only a match with the same configuration is resumed. Without a name, the
    /// match with exactly this configuration is resumed
    #[arg(long, value_name = "NAME", requires = "store")]
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    name: Option<String>,
    /// Add deals to a match that was begun with fewer
    #[arg(long, requires = "store")]
    extend: bool,
}

const EXAMPLES: &str = "\
Examples:
  kontra match doppelkopf -a beginner -a random-cards --deals 1000 --seating all --records games.jsonl
  kontra match just4fun -a so-ismcts -a random --deals 5000 --seating all --sprt 0,0.2
  kontra match doppelkopf -a beginner -a random-cards --deals 100000 --store results.db --name first-try
  kontra match doppelkopf -a beginner -a random-cards --deals 50000..100000 --store second-half.db
  kontra match --config match.toml --seed 2
  kontra match ontop -a 'external(cmd=\"python3 player.py\")' -a random --deals 100";

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let id: GameId = args.game.parse()?;
    let table = with_game!(id, G => play_match::<G>(args))?;
    let decided = table.sprt.is_some_and(|test| test.verdict != Verdict::Undecided);
    let deals = args.deals.count();
    let unplayed = if decided { 0 } else { deals - table.deals };
    match (args.format.get(), args.stream()) {
        (TableFormat::Json, _) => answer::print(out, &table)?,
        (format, None) => report::print(&table, format, out)?,
        (format, Some(_)) => {
            report::print(&table, format, &mut terminal::Safe::new(anstream::stderr().lock()))?;
        }
    }
    if unplayed > 0 {
        let played = table.deals;
        let hint = args.keeping.store()?.map_or("", |_| "; the same command resumes from there");
        return Err(Problem::Interrupted(format!(
            "interrupted after {played} of {deals} deals{hint}"
        )));
    }
    Ok(())
}

fn play_match<G: Playable>(args: &Args) -> Result<MatchTable, Problem> {
    let agents = args
        .agent
        .iter()
        .map(|spec| Recipe::<G>::new(&spec.parse::<AgentSpec>()?))
        .collect::<Result<Vec<_>, _>>()?;
    let rules = rules::read::<G>(&args.rules)?;
    let the_match = Match::new(
        rules,
        agents,
        args.deals.range.end,
        args.seating.parse::<Seating>()?,
        args.seed,
    )?
    .from_deal(args.deals.range.start)
    .on_threads(defaults::cores(args.threads));
    let the_match = match sprt(args)? {
        Some(sprt) => the_match.until_decided(sprt),
        None => the_match,
    };
    let store = args.keeping.store()?;
    args.check_files(store.as_deref())?;
    let create = |path: &PathBuf| NewFile::create(path, args.overwrite);
    let mut file = args.records.as_ref().map(create).transpose()?;
    let mut history = args
        .history
        .as_ref()
        .map(create)
        .transpose()?
        .map(|file| MatchHistory::new(file, the_match.sprt()));
    let mut live = LiveLine::new(args.deals.count(), the_match.sprt());
    let unfinished = [file.as_ref(), history.as_ref().map(MatchHistory::file)];
    let unfinished = unfinished.into_iter().flatten().filter_map(NewFile::temporary);
    let interrupted = interruption(unfinished.map(Path::to_owned).collect());
    let each = |deal, games: &[PlayedGame]| {
        live.add(the_match.arrangements(), games);
        if let Some(history) = &mut history {
            history.add(deal, the_match.arrangements(), games)?;
        }
        if let Some(file) = &mut file {
            for record in games.iter().filter_map(|game| game.record.as_ref()) {
                file.line(&record.to_line())?;
            }
        }
        // With a store, those who play look at the flag themselves.
        let over = store.is_none() && interrupted.load(Ordering::Relaxed);
        Ok::<_, Problem>(if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let table = match &store {
        None => the_match.play_each(args.records.is_some(), each)?,
        Some(path) => {
            defaults::make_room(path)?;
            let mut plan = args.keeping.plan(args.records.is_some());
            plan.part = args.deals.part;
            Store::open(path)?.play_until(&the_match, &plan, &interrupted, each)?
        }
    };
    live.finish();
    file.map_or(Ok(()), NewFile::finish)?;
    history.map_or(Ok(()), MatchHistory::finish)?;
    Ok(table)
}

impl Keeping {
    /// The store, if games are kept.
    fn store(&self) -> Result<Option<PathBuf>, Problem> {
        match &self.store {
            None => Ok(None),
            Some(None) => defaults::default_store().map(Some),
            Some(Some(name)) => defaults::named(Some(name)),
        }
    }

    fn plan(&self, records: bool) -> MatchRequest {
        let (_, commit) = kontra_version::parts(kontra_version::PROGRAM);
        MatchRequest {
            name: self.name.clone(),
            extend: self.extend,
            records,
            commit: commit.map(str::to_owned),
            ..MatchRequest::default()
        }
    }
}

/// Which deals of a match are played.
#[derive(Clone)]
struct Deals {
    range: Range<u64>,
    /// Whether it was written as a range.
    part: bool,
}

impl Deals {
    /// `N`, or `FROM..TO`.
    fn read(text: &str) -> Result<Deals, String> {
        let Some((from, to)) = text.split_once("..") else {
            let count: u64 = text.parse().map_err(|error: ParseIntError| error.to_string())?;
            let some = Deals { range: 0..count, part: false };
            let expected = || "expected a whole number from 1 on".to_owned();
            return (count > 0).then_some(some).ok_or_else(expected);
        };
        let range = from.parse().ok().zip(to.parse().ok()).map(|(from, to)| from..to);
        let range = range.filter(|range: &Range<u64>| !range.is_empty());
        let expected = || "expected a number or a range such as 1000..2000".to_owned();
        Ok(Deals { range: range.ok_or_else(expected)?, part: true })
    }

    fn count(&self) -> u64 {
        self.range.end - self.range.start
    }
}

/// The sequential test, if one is asked for.
fn sprt(args: &Args) -> Result<Option<Sprt>, Problem> {
    let Some(claim) = &args.sprt else { return Ok(None) };
    if args.deals.part {
        let Range { start, end } = &args.deals.range;
        let expected = "a number with --sprt";
        return Err(BadInput::expected("--deals", expected, format!("{start}..{end}")).into());
    }
    for (name, share) in [("--alpha", args.alpha), ("--beta", args.beta)] {
        if !(share > 0.0 && share < 0.5) {
            let expected = "a share above 0 and below 0.5";
            return Err(BadInput::expected(name, expected, share).into());
        }
    }
    Ok(Some(Sprt { claim: claim.parse()?, alpha: args.alpha, beta: args.beta }))
}

/// Becomes true on the first Ctrl-C: the match ends after this deal and loses nothing. The second one ends
/// the program at once, without the files that were begun.
fn interruption(unfinished: Vec<PathBuf>) -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    interrupt::handle(move || {
        if set.swap(true, Ordering::Relaxed) {
            unfinished.iter().for_each(|path| drop(std::fs::remove_file(path)));
            interrupt::leave();
        }
    });
    flag
}
