use crate::problem::Problem;
use crate::table;
use kontra_store::Stored;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// List the matches of a store
#[derive(clap::Args)]
#[command(after_help = "Example:\n  kontra store list results.db --json")]
pub(crate) struct Args {
    /// The store
    file: PathBuf,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let matches = super::read(&args.file)?.matches()?;
    if args.json {
        let list: Vec<Value> = matches.iter().map(describe).collect();
        writeln!(out, "{}", Value::Array(list))?;
        return Ok(());
    }
    let head = ["match", "name", "game", "games", "state", "agents"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(matches.iter().map(|stored| {
        let state = match &stored.configuration {
            None => "imported".to_owned(),
            Some(_) if stored.is_unfinished() => format!("unfinished ({} %)", percent(stored)),
            Some(_) => "finished".to_owned(),
        };
        let name = stored.name.clone().unwrap_or_else(|| "-".to_owned());
        let agents = stored.configuration.as_ref().map_or("-".to_owned(), |c| c.agents.join(", "));
        vec![
            stored.id.to_string(),
            name,
            stored.game.clone(),
            stored.games.to_string(),
            state,
            agents,
        ]
    }));
    table::print(out, &rows)?;
    Ok(())
}

fn percent(stored: &Stored) -> u64 {
    let deals = stored.configuration.as_ref().map_or(0, |configuration| configuration.deals);
    let all = deals.saturating_mul(stored.arrangements.len() as u64);
    (100.0 * stored.games as f64 / all.max(1) as f64) as u64
}

fn describe(stored: &Stored) -> Value {
    let mut value = json!({
        "match": stored.id.to_string().parse::<i64>().ok(),
        "name": stored.name,
        "game": stored.game,
        "games": stored.games,
        "finished": !stored.is_unfinished(),
        "begun": stored.begun,
        "elapsed_s": stored.elapsed_s,
    });
    if let (Some(configuration), Some(object)) = (&stored.configuration, value.as_object_mut()) {
        let configuration = json!({
            "rules": configuration.rules,
            "agents": configuration.agents,
            "seating": configuration.seating.name(),
            "seed": configuration.seed,
            "deals": configuration.deals,
            "program": configuration.program,
        });
        object.insert("configuration".to_owned(), configuration);
    }
    value
}
