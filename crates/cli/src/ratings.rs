use crate::defaults::StoreOption;
use crate::format::{self, FormatOption, TableFormat};
use crate::problem::Problem;
use kontra_agents::GameId;
use kontra_arena::ratings::Rating;
use serde_json::Value;
use std::io::Write;

/// How strong agents are, by all stored games: TrueSkill and Elo
///
/// TrueSkill goes through the games in the order they were stored; everybody begins with 25 ± 8.3. Elo weighs all games
/// alike; the mean of all agents that met is 1500, and its 95 % confidence interval is computed over deals.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    kontra ratings --store results.db\n  \
    kontra ratings --store results.db --game doppelkopf --json")]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreOption,
    /// Only this game; without it, each game by itself
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    format: FormatOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let games = match &args.game {
        Some(name) => vec![name.parse::<GameId>()?],
        None => GameId::ALL.to_vec(),
    };
    let file = args.store.path()?;
    let store = crate::store::read(&file)?;
    let mut all = vec![];
    for game in games {
        let ratings = store.ratings(game)?;
        if !ratings.is_empty() {
            all.push((game, ratings));
        }
    }
    let format = args.format.get();
    if format == TableFormat::Json {
        let rows =
            all.iter().flat_map(|(game, ratings)| ratings.iter().map(|row| json(*game, row)));
        let rows = rows.collect::<Result<Vec<Value>, _>>();
        writeln!(out, "{}", Value::Array(rows.map_err(|e| Problem::Failed(e.to_string()))?))?;
        return Ok(());
    }
    if all.is_empty() {
        writeln!(out, "no finished games in {}", file.display())?;
    }
    if format == TableFormat::Csv {
        return csv(&all, out);
    }
    for (number, (game, ratings)) in all.iter().enumerate() {
        let gap = if number == 0 { "" } else { "\n" };
        let space = if format == TableFormat::Markdown { "\n" } else { "" };
        writeln!(out, "{gap}{game}{space}")?;
        format::print(format, out, &rows(ratings))?;
    }
    Ok(())
}

/// The rating, and of which game it is.
fn json(game: GameId, rating: &Rating) -> serde_json::Result<Value> {
    let mut value = serde_json::to_value(rating)?;
    value["game"] = Value::from(game.name());
    Ok(value)
}

/// All games in one table.
fn csv(all: &[(GameId, Vec<Rating>)], out: &mut dyn Write) -> Result<(), Problem> {
    let head = ["game", "agent", "games", "elo", "elo_ci95", "trueskill_mu", "trueskill_sigma"];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    for (game, ratings) in all {
        lines.extend(ratings.iter().map(|rating| {
            vec![
                game.name().to_owned(),
                rating.spec.clone(),
                rating.games.to_string(),
                rating.elo.to_string(),
                rating.elo_ci95.map_or(String::new(), |half| half.to_string()),
                rating.trueskill_mu.to_string(),
                rating.trueskill_sigma.to_string(),
            ]
        }));
    }
    format::print(TableFormat::Csv, out, &lines)
}

fn rows(ratings: &[Rating]) -> Vec<Vec<String>> {
    let head = ["agent", "games", "Elo", "95 %", "TrueSkill", "sigma"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(ratings.iter().map(|rating| {
        vec![
            rating.spec.clone(),
            rating.games.to_string(),
            format!("{:.0}", rating.elo),
            rating.elo_ci95.map_or("-".to_owned(), |half| format!("±{half:.0}")),
            format!("{:.2}", rating.trueskill_mu),
            format!("{:.2}", rating.trueskill_sigma),
        ]
    }));
    rows
}
