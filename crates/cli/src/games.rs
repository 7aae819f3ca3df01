use crate::problem::Problem;
use kontra_agents::{GameId, Playable, with_game};
use serde_json::{Value, json};
use std::io::Write;

/// The games, their seats and the rules you can choose
#[derive(clap::Args)]
#[command(after_help = "Example:\n  kontra games --json")]
pub(crate) struct Args {
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    if args.json {
        let games: Vec<Value> =
            GameId::ALL.into_iter().map(|id| with_game!(id, G => describe::<G>())).collect();
        writeln!(out, "{}", Value::Array(games))?;
        return Ok(());
    }
    for id in GameId::ALL {
        with_game!(id, G => print::<G>(out))?;
    }
    Ok(())
}

fn describe<G: Playable>() -> Value {
    let rules: Vec<Value> = G::OPTIONS
        .iter()
        .map(|rule| json!({ "name": rule.name, "default": rule.default, "about": rule.about }))
        .collect();
    json!({
        "name": G::NAME,
        "seats_min": G::SEATS.start(),
        "seats_max": G::SEATS.end(),
        "about": G::ABOUT,
        "rules": rules,
    })
}

fn print<G: Playable>(out: &mut dyn Write) -> Result<(), Problem> {
    let seats = if G::SEATS.start() == G::SEATS.end() {
        G::SEATS.start().to_string()
    } else {
        format!("{} to {}", G::SEATS.start(), G::SEATS.end())
    };
    writeln!(out, "{} ({seats} seats)\n  {}", G::NAME, G::ABOUT)?;
    for rule in G::OPTIONS {
        let default = rule.default.unwrap_or("");
        writeln!(out, "  --rules {}={default}\n      {}", rule.name, rule.about)?;
    }
    Ok(())
}
