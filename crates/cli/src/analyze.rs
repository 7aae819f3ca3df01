use crate::answer;
use crate::position::RecordedPosition;
use crate::problem::Problem;
use crate::table;
use kontra_agents::{AgentSpec, GameId, Playable, Player, Recipe, with_game};
use kontra_game::{BadInput, Log, Streams, Turn};
use kontra_search::Analysis;
use serde_json::{Value, json};
use std::io::Write;

/// What an agent thinks of every legal move of a position
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    kontra analyze doppelkopf --record game.jsonl --ply 12 -a 'so-ismcts(iterations=10000)'")]
pub(crate) struct Args {
    /// The game
    game: String,
    #[command(flatten)]
    position: RecordedPosition,
    /// The agent, which must be one that searches; see `kontra agents`
    #[arg(short, long = "agent", value_name = "SPEC")]
    agent: String,
    /// The seed of its random numbers
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

/// How wide the bars of visits are.
const BAR: usize = 30;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let id: GameId = args.game.parse()?;
    with_game!(id, G => analyze::<G>(args, out))
}

fn analyze<G: Playable>(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let (log, game): (Log<G>, G) = args
        .position
        .load_with_past()?
        .ok_or_else(|| BadInput::expected("--record", "a file with a record", "none"))?;
    let Turn::Seat(seat) = game.turn() else {
        let found = if game.turn() == Turn::Over { "the end of the game" } else { "a chance turn" };
        return Err(BadInput::expected("--ply", "a decision of a player", found).into());
    };
    let recipe = Recipe::<G>::new(&args.agent.parse::<AgentSpec>()?)?;
    let Player::Honest(mut agent) = recipe.player(Streams::new(args.seed).agent(0, 0, seat)) else {
        return Err(BadInput::expected(
            "agent",
            "one of this program that does not cheat",
            recipe.spec(),
        )
        .into());
    };
    let analysis = agent.analyze(&game.view(seat), log.seen_by(seat)).ok_or_else(|| {
        BadInput::expected("agent", "one that searches", format!("'{}'", recipe.spec()))
    })?;
    let name = |action| game.action_text(action);
    if args.json {
        return answer::print(out, as_json(&analysis, name));
    }
    writeln!(
        out,
        "Seat {seat} to move: {} iterations, {} nodes, {:.1} decisions deep on average, {:.3} s\n",
        analysis.iterations,
        analysis.nodes,
        analysis.mean_depth,
        analysis.elapsed.as_secs_f64()
    )?;
    print(&analysis, name, out)
}

fn as_json<A: Copy + PartialEq>(analysis: &Analysis<A>, name: impl Fn(A) -> String) -> Value {
    let moves = analysis.moves.iter().map(|entry| {
        json!({
            "move": name(entry.action),
            "visits": entry.visits,
            // A move that was never tried has no value: null.
            "value": entry.value,
            // What the value may be off by: its standard error, or for a star search the width of what was proved.
            "error": entry.error,
            "prior": entry.prior,
        })
    });
    json!({
        "chosen": name(analysis.chosen),
        "moves": moves.collect::<Vec<_>>(),
        "iterations": analysis.iterations,
        "nodes": analysis.nodes,
        "elapsed_s": analysis.elapsed.as_secs_f64(),
    })
}

/// The moves, the most visited first, with bars.
fn print<A: Copy + PartialEq>(
    analysis: &Analysis<A>,
    name: impl Fn(A) -> String,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    let mut moves = analysis.moves.clone();
    moves.sort_by_key(|entry| std::cmp::Reverse(entry.visits));
    let most = moves.first().map_or(1, |entry| entry.visits).max(1);
    let mut rows = vec![["", "", "visits", "value", "± error"].map(str::to_owned).to_vec()];
    for entry in moves {
        let mark = if entry.action == analysis.chosen { "> " } else { "  " };
        let bar = "█".repeat((entry.visits as usize * BAR).div_ceil(most as usize));
        rows.push(vec![
            format!("{mark}{}", name(entry.action)),
            format!("{bar:<BAR$}"),
            entry.visits.to_string(),
            format!("{:+.3}", entry.value),
            format!("{:.3}", entry.error),
        ]);
    }
    Ok(table::print(out, &rows)?)
}
