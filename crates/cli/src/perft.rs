use crate::answer;
use crate::position::RecordedPosition;
use crate::problem::Problem;
use crate::rules;
use kontra_agents::{GameId, with_game};
use kontra_game::{Perft, Recorded, Streams, perft};
use serde_json::json;
use std::io::Write;
use std::time::Instant;

/// The number of decision sequences from a position: a fingerprint of the rules
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  kontra perft doppelkopf --seed 1 --depth 6\n  \
    kontra perft doppelkopf --record game.jsonl --ply 40 --depth 8 --json")]
#[command(group = clap::ArgGroup::new("from").args(["seed", "record"]).required(true))]
pub(crate) struct Args {
    /// The game
    game: String,
    /// Start with the first deal of this seed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    position: RecordedPosition,
    /// How many decisions each sequence has
    #[arg(long, value_name = "D")]
    depth: u32,
    /// A rule of the game, with --seed; see `kontra games`
    #[arg(long, value_name = "KEY=VALUE", requires = "seed")]
    rules: Vec<String>,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let id: GameId = args.game.parse()?;
    let begin = Instant::now();
    let counted = with_game!(id, G => count::<G>(args))?;
    if args.json {
        let depth = args.depth;
        let json = json!({ "nodes": counted.nodes, "depth": depth, "chance": counted.chance });
        answer::print(out, json)?;
    } else {
        writeln!(
            out,
            "{} sequences of {} decisions, {} chance outcomes, {:.3} s",
            counted.nodes,
            args.depth,
            counted.chance,
            begin.elapsed().as_secs_f64()
        )?;
    }
    Ok(())
}

fn count<G: Recorded>(args: &Args) -> Result<Perft, Problem> {
    let game = match args.position.load::<G>()? {
        Some(game) => game,
        None => {
            let rules = rules::read::<G>(&args.rules)?;
            let seed = args.seed.unwrap_or_default();
            G::begin(&G::deal(&rules, &mut Streams::new(seed).deal(0)))
        }
    };
    Ok(perft(&game, args.depth))
}
