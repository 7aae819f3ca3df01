use crate::problem::Problem;
use kontra_agents::{GameId, Playable, with_game};
use kontra_game::RuleOption;
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
    let rule = |rule: &RuleOption| {
        json!({
            "name": rule.name,
            "default": rule.default,
            "values": rule.listed(),
            "expected": rule.expected(),
            "about": rule.about,
        })
    };
    let rules: Vec<Value> = G::OPTIONS.iter().map(rule).collect();
    let seats = G::table_sizes();
    json!({
        "name": G::NAME,
        "seats_min": seats.start(),
        "seats_max": seats.end(),
        "about": G::ABOUT,
        "rules": rules,
    })
}

fn print<G: Playable>(out: &mut dyn Write) -> Result<(), Problem> {
    let (least, most) = G::table_sizes().into_inner();
    let seats = if least == most { least.to_string() } else { format!("{least} to {most}") };
    writeln!(out, "{} ({seats} seats)\n  {}", G::NAME, G::ABOUT)?;
    for rule in G::OPTIONS {
        writeln!(out, "  --rules {}={}\n      {}", rule.name, rule.default, rule.about)?;
        writeln!(out, "      Expected: {}.", rule.expected())?;
    }
    Ok(())
}
