//! Fixed work from fixed seeds: how fast, and a checksum that a refactoring must not change.

mod compare;
mod doppelkopf;
mod doppelkopf_knowledge;
mod generic;
mod just4fun;
mod nets;
mod ontop;

use crate::answer;
use crate::problem::Problem;
use crate::table;
use compare::SavedReport;
use kontra_agents::{GameId, Playable, with_game};
use kontra_game::{BadInput, SearchRng, StableHasher, Streams, quote};
use serde_json::{Value, json};
use std::hash::Hasher;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Benchmark: the speed of one core on fixed work, with a checksum of the results
///
/// Rows that end in /2 use a second core. Its speed-up is told as a quotient; it means something only on a machine with two
/// idle cores.
///
/// Every row is measured many times, in turn with the others, and the best time counts: on a machine that does
/// other things too it is the one least disturbed.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  kontra bench nets\n  kontra bench doppelkopf --json > before.json\n  kontra bench doppelkopf --compare before.json"
)]
pub(crate) struct Args {
    /// The game, or 'nets' for networks; without it, all of them
    game: Option<String>,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
    /// Compare with this file, which --json wrote before: the ratio of medians of each row, with its interval. Exit code 1 where a
    /// row is slower
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// By which share a row may be slower, with --compare, beyond what chance explains
    #[arg(long, value_name = "SHARE", default_value_t = 0.03, requires = "compare", value_parser = share)]
    tolerance: f64,
    /// Print the names of the rows that --once knows
    #[arg(long, hide = true)]
    list: bool,
    /// Do the work of one row once, for a profiler
    #[arg(long, value_name = "ROW", hide = true)]
    once: Option<String>,
    /// How much work, with --once
    #[arg(long, value_name = "N", default_value_t = 10_000, hide = true)]
    work: u64,
}

fn share(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|share| (0.0..1.0).contains(share));
    found.ok_or_else(|| "expected a share from 0 to below 1".to_owned())
}

/// How often every row is measured. Often and shortly, best some milliseconds each, which is less than a busy
/// machine gives to one program at a time: then the best measurements were not interrupted.
const ROUNDS: usize = 200;

/// Rows that take longer are measured less often: until they have taken this time, but at least this many times.
const ENOUGH: Duration = Duration::from_millis(1500);
const AT_LEAST: usize = 5;

/// One thing that is measured.
pub(crate) struct Workload {
    /// `game/what`.
    name: String,
    /// What is counted.
    unit: &'static str,
    /// How many units make one measurement.
    work: u64,
    /// Does this many units and returns a checksum of the results.
    run: Box<dyn Fn(u64) -> u64>,
}

/// What is measured for a game.
pub(crate) trait Benchmarks: Playable {
    /// The workloads, in the order of the report.
    fn workloads() -> Vec<Workload> {
        vec![
            playouts::<Self>(200),
            deals::<Self>(1_000),
            generic::worlds::<Self>(10_000),
            generic::so_ismcts::<Self>(2_000),
        ]
    }

    /// Rows that follow from others: their name and the rows of which they are the slowest.
    const SLOWEST: &'static [(&'static str, &'static [&'static str])] = &[];

    /// Rows whose quotient is reported.
    const RATIOS: &'static [(&'static str, &'static str)] = &[];
}

/// How many deals a workload goes through again and again, where dealing is no part of it.
const POOL: usize = 1024;

/// Random games from the dealt cards to the payoffs.
fn playouts<G: Playable>(work: u64) -> Workload {
    let (rules, mut deals) = (G::Rules::default(), Streams::new(2012).deal(0));
    let starts: Vec<G::Start> = (0..POOL).map(|_| G::deal(&rules, &mut deals)).collect();
    let run = move |work: u64| {
        let mut rng = Streams::new(2012).test(0);
        let mut checksum = StableHasher::default();
        for start in starts.iter().cycle().take(work as usize) {
            let mut game = G::begin(start);
            game.playout(&mut rng);
            game.payoffs().as_slice().iter().for_each(|p| checksum.write_u64(p.to_bits()));
        }
        checksum.finish()
    };
    Workload { name: format!("{}/playout", G::NAME), unit: "games", work, run: Box::new(run) }
}

/// A search of one position: visits and value of every move.
type Search = dyn Fn(u64, &mut SearchRng) -> Vec<(u64, f64)>;

/// A search with this many iterations.
fn search(
    name: &str,
    unit: &'static str,
    work: u64,
    search: impl Fn(u64, &mut SearchRng) -> Vec<(u64, f64)> + 'static,
) -> Workload {
    let search: Box<Search> = Box::new(search);
    let run = move |work| {
        let mut checksum = StableHasher::default();
        for (visits, value) in search(work, &mut Streams::new(2012).test(3)) {
            checksum.write_u64(visits);
            checksum.write_u64(value.to_bits());
        }
        checksum.finish()
    };
    Workload { name: name.to_owned(), unit, work, run: Box::new(run) }
}

/// Deals: cards, sides and whatever else fixes a game before its first decision.
fn deals<G: Playable>(work: u64) -> Workload {
    let run = |work: u64| {
        let (rules, mut deals) = (G::Rules::default(), Streams::new(2012).deal(2));
        let mut last = G::deal(&rules, &mut deals);
        for _ in 0..work {
            last = std::hint::black_box(G::deal(&rules, &mut deals));
        }
        let mut checksum = StableHasher::default();
        checksum.write(G::write_start(&last).to_string().as_bytes());
        checksum.finish()
    };
    Workload { name: format!("{}/deal", G::NAME), unit: "deals", work, run: Box::new(run) }
}

/// A row of the report.
struct Row {
    name: String,
    unit: &'static str,
    best: f64,
    median: f64,
    /// Where the median lies with 95 %.
    interval: [f64; 2],
}

#[derive(Default)]
struct Report {
    checksum: StableHasher,
    rows: Vec<Row>,
    ratios: Vec<(String, f64)>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    if args.list {
        all_workloads().try_for_each(|w| writeln!(out, "{}", w.name))?;
        return Ok(());
    }
    if let Some(row) = &args.once {
        return once(row, args.work, out);
    }
    let before = args.compare.as_deref().map(SavedReport::read).transpose()?;
    let games = match args.game.as_deref() {
        Some(nets::NAME) => vec![],
        Some(game) => vec![game.parse::<GameId>()?],
        None => GameId::ALL.to_vec(),
    };
    let mut report = Report::default();
    for id in games {
        with_game!(id, G => measure_game::<G>(&mut report))?;
    }
    if args.game.as_deref().is_none_or(|name| name == nets::NAME) {
        measure(&nets::workloads(), &mut report)?;
    }
    match before {
        Some(before) => before.compare(&report, args.tolerance, args.json, out),
        None if args.json => print_json(&report, out),
        None => print_table(&report, out),
    }
}

impl Report {
    fn checksum(&self) -> String {
        format!("{:016x}", self.checksum.finish())
    }
}

fn all_workloads() -> impl Iterator<Item = Workload> {
    let games = GameId::ALL.into_iter().flat_map(|id| with_game!(id, G => G::workloads()));
    games.chain(std::iter::once_with(nets::workloads).flatten())
}

/// Those of the game, or of the networks, that the name of a row begins with: some take long to prepare.
fn workloads_beside(row: &str) -> Vec<Workload> {
    match row.split('/').next() {
        Some(nets::NAME) => nets::workloads(),
        Some(game) => match game.parse::<GameId>() {
            Ok(id) => with_game!(id, G => G::workloads()),
            Err(_) => vec![],
        },
        None => vec![],
    }
}

fn once(row: &str, work: u64, out: &mut dyn Write) -> Result<(), Problem> {
    match workloads_beside(row).into_iter().find(|workload| workload.name == row) {
        Some(workload) => Ok(writeln!(out, "{:016x}", (workload.run)(work))?),
        None => {
            let expected = "the name of a row of this command";
            Err(BadInput::expected("--once", expected, quote(row)).into())
        }
    }
}

/// Measures the workloads, in turn.
fn measure(workloads: &[Workload], report: &mut Report) -> Result<(), Problem> {
    let mut speeds = vec![vec![]; workloads.len()];
    let mut times = vec![Duration::ZERO; workloads.len()];
    let mut checksums = vec![None; workloads.len()];
    for round in 0..ROUNDS {
        for (i, workload) in workloads.iter().enumerate() {
            if round >= AT_LEAST && times[i] >= ENOUGH {
                continue;
            }
            let begin = Instant::now();
            let checksum = (workload.run)(workload.work);
            let time = begin.elapsed();
            times[i] += time;
            speeds[i].push(workload.work as f64 / time.as_secs_f64());
            if *checksums[i].get_or_insert(checksum) != checksum {
                let name = &workload.name;
                return Err(Problem::Failed(format!("{name}: equal work gave unequal results")));
            }
        }
    }
    for (workload, mut speeds) in workloads.iter().zip(speeds) {
        speeds.sort_by(f64::total_cmp);
        let (best, median) = (speeds[speeds.len() - 1], speeds[speeds.len() / 2]);
        let (name, unit, interval) = (workload.name.clone(), workload.unit, of_median(&speeds));
        report.rows.push(Row { name, unit, best, median, interval });
    }
    checksums.into_iter().flatten().for_each(|checksum| report.checksum.write_u64(checksum));
    Ok(())
}

/// Between which of these numbers, in their order, the median of all that could be measured lies with 95 %; with
/// the fewest that are measured, five, 94 %.
fn of_median(sorted: &[f64]) -> [f64; 2] {
    let count = sorted.len() as f64;
    // How many lie below the median is binomial, with a standard deviation of half the root of their number.
    let reach = 0.98 * count.sqrt();
    let place = |place: f64| sorted[(place.max(0.0) as usize).min(sorted.len() - 1)];
    [place((0.5 * count - reach).floor()), place((0.5 * count + reach).ceil())]
}

fn measure_game<G: Benchmarks>(report: &mut Report) -> Result<(), Problem> {
    measure(&G::workloads(), report)?;
    for (name, parts) in G::SLOWEST {
        let slowest = report
            .rows
            .iter()
            .filter(|row| parts.contains(&row.name.as_str()))
            .min_by(|a, b| a.best.total_cmp(&b.best));
        if let Some(&Row { unit, best, median, interval, .. }) = slowest {
            report.rows.push(Row { name: (*name).to_owned(), unit, best, median, interval });
        }
    }
    for (above, below) in G::RATIOS {
        let best = |name: &str| report.rows.iter().find(|row| row.name == name).map(|row| row.best);
        if let (Some(a), Some(b)) = (best(above), best(below)) {
            report.ratios.push((format!("{above} : {below}"), a / b));
        }
    }
    Ok(())
}

fn print_json(report: &Report, out: &mut dyn Write) -> Result<(), Problem> {
    let rows: Vec<Value> = report
        .rows
        .iter()
        .map(|row| {
            let (best, median) = (row.best.round(), row.median.round());
            let interval = row.interval.map(f64::round);
            json!({
                "name": row.name,
                "per_second": best,
                "median_per_second": median,
                "interval": interval,
                "unit": row.unit,
            })
        })
        .collect();
    let ratios: serde_json::Map<String, Value> =
        report.ratios.iter().map(|(name, ratio)| (name.clone(), json!(ratio))).collect();
    answer::print(out, json!({ "checksum": report.checksum(), "rows": rows, "ratios": ratios }))
}

fn print_table(report: &Report, out: &mut dyn Write) -> Result<(), Problem> {
    let head = ["", "best per second", "median", ""];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for row in &report.rows {
        let number = |speed: f64| thousands(speed.round() as u64);
        rows.push(vec![
            row.name.clone(),
            number(row.best),
            number(row.median),
            row.unit.to_owned(),
        ]);
    }
    table::print(out, &rows)?;
    writeln!(out)?;
    for (name, ratio) in &report.ratios {
        writeln!(out, "  {name}  {ratio:.2}")?;
    }
    writeln!(out, "  checksum {}", report.checksum())?;
    Ok(())
}

/// A number with its thousands apart.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

macro_rules! plain_games {
    ([] $($Name:ident = $Game:path;)*) => {
        $(plain_game!($Name);)*
    };
}

/// Games with workloads of their own, and all others.
macro_rules! plain_game {
    (Doppelkopf) => {};
    (Just4Fun) => {};
    (OnTop) => {};
    ($Name:ident) => {
        impl Benchmarks for kontra_agents::games::$Name {}
    };
}
kontra_agents::each_game!([plain_games]);
