use crate::problem::Problem;
use kontra_agents::{GameId, Param, with_game};
use serde_json::{Value, json};
use std::io::Write;

/// The kinds of agents, with their parameters and defaults, and the presets of the papers
#[derive(clap::Args)]
#[command(after_help = "Example:\n  kontra agents --game doppelkopf")]
pub(crate) struct Args {
    /// Only agents that play this game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

/// A kind of agent or a preset, without the type of its game.
struct Entry {
    name: &'static str,
    /// The kind whose parameters a preset fixes; a kind is its own.
    kind: String,
    spec: String,
    about: &'static str,
    params: &'static [Param],
    games: Vec<&'static str>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let only = args.game.as_deref().map(str::parse::<GameId>).transpose()?;
    let entries = entries()
        .into_iter()
        .filter(|entry| only.is_none_or(|game| entry.games.contains(&game.name())));
    if args.json {
        let list: Vec<Value> = entries.map(|entry| describe(&entry)).collect();
        writeln!(out, "{}", Value::Array(list))?;
        return Ok(());
    }
    for entry in entries {
        writeln!(out, "{} (plays {})\n  {}", entry.name, entry.games.join(", "), entry.about)?;
        if entry.kind != entry.name {
            writeln!(out, "  = {}", entry.spec)?;
        }
        for param in entry.params {
            let setting = format!("{}={}", param.name, param.default.unwrap_or(""));
            writeln!(out, "    {setting:20}  {}", param.about)?;
        }
    }
    Ok(())
}

/// Every kind once, with all games it plays, then the presets.
fn entries() -> Vec<Entry> {
    let mut entries: Vec<Entry> = vec![];
    for id in GameId::ALL {
        with_game!(id, G => for kind in kontra_agents::kinds::<G>() {
            let same = |entry: &&mut Entry| entry.name == kind.name && entry.params == kind.params;
            match entries.iter_mut().find(same) {
                Some(entry) => entry.games.push(id.name()),
                None => entries.push(Entry {
                    name: kind.name,
                    kind: kind.name.to_owned(),
                    spec: kind.default_spec().to_string(),
                    about: kind.about,
                    params: kind.params,
                    games: vec![id.name()],
                }),
            }
        });
    }
    for id in GameId::ALL {
        with_game!(id, G => for preset in <G as kontra_agents::Playable>::PRESETS {
            entries.push(Entry {
                name: preset.name,
                kind: preset.spec.split('(').next().unwrap_or_default().to_owned(),
                spec: preset.spec.to_owned(),
                about: preset.about,
                params: &[],
                games: vec![id.name()],
            });
        });
    }
    entries
}

fn describe(entry: &Entry) -> Value {
    let params: Vec<Value> = entry
        .params
        .iter()
        .map(|param| json!({ "name": param.name, "default": param.default, "about": param.about }))
        .collect();
    json!({
        "name": entry.name,
        "kind": entry.kind,
        "spec": entry.spec,
        "games": entry.games,
        "about": entry.about,
        "parameters": params,
    })
}
