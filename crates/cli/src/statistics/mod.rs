//! What follows from the rules alone, beside the papers' numbers; and what players said in recorded games.

mod said;

use crate::answer;
use crate::problem::{Problem, missing};
use crate::table;
use kontra_agents::GameId;
use kontra_game::{BadInput, Streams};
use kontra_just4fun::statistics as just4fun;
use kontra_ontop::statistics as ontop;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// The statistics of a game that its paper reports, beside ours from random play; of Doppelkopf, what players announced
///
/// Of Just 4 Fun and OnTop: the share of endings, the length of games, how many moves there are: what follows from
/// the rules alone. Of Doppelkopf: announcements and solos in recorded games, by player, and how many were kept.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  kontra statistics just4fun --games 1000000\n  \
    kontra statistics ontop --json\n  kontra statistics doppelkopf --records games.jsonl")]
pub(crate) struct Args {
    /// The game
    game: String,
    /// Doppelkopf: the file with the records, as `kontra match --records` writes it; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "seed"])]
    records: Option<PathBuf>,
    /// Random games to play
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// The seed of all random numbers
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

/// One number of the paper beside ours.
struct Row {
    name: String,
    place: &'static str,
    paper: Option<f64>,
    ours: f64,
    error: f64,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let rows = match (args.game.parse()?, &args.records) {
        (GameId::Doppelkopf, Some(records)) => return said::run(records, args.json, out),
        (GameId::Doppelkopf, None) => {
            let found = "none: no paper reports numbers of random play";
            return Err(BadInput::expected("doppelkopf", "--records FILE", found).into());
        }
        (id, Some(_)) => return Err(missing(id, "statistics of records", "doppelkopf")),
        (GameId::Just4Fun, None) => just4fun(args),
        (GameId::OnTop, None) => ontop(args),
        (id, None) => return Err(missing(id, "statistics", "doppelkopf, just4fun or ontop")),
    };
    if args.json {
        let list: Vec<Value> = rows.iter().map(Row::json).collect();
        let value = json!({ "game": args.game, "games": args.games, "rows": list });
        return answer::print(out, value);
    }
    writeln!(out, "{}: {} random games, seed {}\n", args.game, args.games, args.seed)?;
    let head = ["", "where", "paper", "ours", "standard error", "difference"];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    lines.extend(rows.iter().map(Row::cells));
    Ok(table::print(out, &lines)?)
}

fn just4fun(args: &Args) -> Vec<Row> {
    let rules = kontra_just4fun::Rules::default();
    let games = just4fun::RandomPlay::over_combinations(&rules, args.seed, 0..args.games);
    let row = |row: just4fun::Comparison| Row {
        name: row.name,
        place: row.place,
        paper: Some(row.paper),
        ours: row.ours,
        error: row.error,
    };
    just4fun::compare(&games).into_iter().map(row).collect()
}

fn ontop(args: &Args) -> Vec<Row> {
    let rules = kontra_ontop::Rules::default();
    let sample = ontop::Sample::random(&rules, Streams::new(args.seed), 0..args.games);
    let row = |figure: ontop::Figure| Row {
        name: figure.name.to_owned(),
        place: figure.source,
        paper: figure.paper,
        ours: figure.ours,
        error: figure.error,
    };
    ontop::figures(&rules, &sample).into_iter().map(row).collect()
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let number = |number: f64| {
            if number.fract() == 0.0 { format!("{number}") } else { format!("{number:.3}") }
        };
        vec![
            self.name.clone(),
            self.place.to_owned(),
            self.paper.map_or("-".to_owned(), number),
            number(self.ours),
            if self.error > 0.0 { format!("±{:.3}", self.error) } else { "exact".to_owned() },
            self.paper.map_or("-".to_owned(), |paper| format!("{:+.3}", self.ours - paper)),
        ]
    }

    fn json(&self) -> Value {
        json!({
            "name": self.name,
            "place": self.place,
            "paper": self.paper,
            "ours": self.ours,
            "standard_error": self.error,
        })
    }
}
