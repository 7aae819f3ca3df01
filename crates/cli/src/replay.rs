use crate::files;
use crate::problem::Problem;
use kontra_agents::{GameId, with_game};
use kontra_game::{BadInput, Record, Records};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Check records: every card, every move, every result
#[derive(clap::Args)]
#[command(after_help = "Example:\n  kontra replay games.jsonl --json")]
pub(crate) struct Args {
    /// The file with the records, JSON values one after the other; - is standard input
    file: PathBuf,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

/// How many problems are listed. The rest is only counted.
const LISTED: usize = 20;

/// After this many problems the rest of the file is not read: it is not a file of records.
const TOO_MANY: u64 = 10_000;

#[derive(Default)]
struct Report {
    games: u64,
    ok: u64,
    problems: u64,
    listed: Vec<String>,
}

impl Report {
    fn add(&mut self, checked: Result<(), BadInput>) {
        self.games += 1;
        match checked {
            Ok(()) => self.ok += 1,
            Err(bad) => {
                self.problems += 1;
                if self.listed.len() < LISTED {
                    self.listed.push(bad.to_string());
                }
            }
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let mut report = Report::default();
    for record in Records::new(files::open(&args.file)?) {
        let place = format!("record {}", report.games + 1);
        let checked = record.and_then(|record| check(&record).map_err(|bad| bad.within(&place)));
        report.add(checked);
        if report.problems == TOO_MANY {
            break;
        }
    }
    let Report { games, ok, problems, listed } = report;
    let unlisted = problems - listed.len() as u64;
    if args.json {
        writeln!(out, "{}", json!({ "games": games, "ok": ok, "errors": listed }))?;
    } else {
        let noun = if games == 1 { "game" } else { "games" };
        writeln!(out, "{games} {noun}, {ok} right, {problems} wrong")?;
        for problem in listed.iter().filter(|_| problems > 1) {
            writeln!(out, "  {problem}")?;
        }
        if unlisted > 0 {
            writeln!(out, "  and {unlisted} more")?;
        }
    }
    out.flush()?;
    let file = files::name(&args.file);
    match (listed.first(), problems) {
        (None, _) if games == 0 => {
            Err(Problem::Input(format!("{file}: expected at least one record, found none")))
        }
        (None, _) => Ok(()),
        (Some(first), 1) => Err(Problem::Input(format!("{file}: {first}"))),
        (Some(first), TOO_MANY) => {
            let gave_up = format!("gave up after {TOO_MANY} wrong records");
            Err(Problem::Input(format!("{file}: {first} ({gave_up})")))
        }
        (Some(first), n) => {
            Err(Problem::Input(format!("{file}: {first} (the first of {n} wrong records)")))
        }
    }
}

/// Plays one record through.
fn check(record: &Record) -> Result<(), BadInput> {
    let id: GameId = record.game.parse()?;
    with_game!(id, G => record.replay::<G>().map(drop))
}
