use crate::position::Position;
use crate::problem::Problem;
use kontra_agents::GameId;
use kontra_agents::doppelkopf::endgame::{EndgameSolver, Objective, Solution};
use kontra_doppelkopf::Doppelkopf;
use kontra_game::{BadInput, quote};
use serde_json::json;
use std::io::Write;

/// The exact value of the rest of a game in which everybody sees all cards
///
/// Nobody announces anything more. The last eight tricks take seconds at most, earlier positions minutes or more.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    kontra solve doppelkopf --record game.jsonl --ply 60 --objective card-points")]
pub(crate) struct Args {
    /// The game: doppelkopf
    game: String,
    #[command(flatten)]
    position: Position,
    /// What both sides play for: score-points or card-points
    #[arg(long, value_name = "NAME", default_value = "score-points")]
    objective: String,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

/// How many positions the solver remembers: 128 MB at most.
const REMEMBERED: usize = 1 << 22;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let id: GameId = args.game.parse()?;
    if id != GameId::Doppelkopf {
        return Err(BadInput::expected("game", "doppelkopf", id).into());
    }
    let objective = objective(&args.objective)?;
    let game: Doppelkopf = args
        .position
        .load()?
        .ok_or_else(|| BadInput::expected("--record", "a file with a record", "none"))?;
    let mut solver = EndgameSolver::new(REMEMBERED);
    let unsolvable = |why| Problem::Input(format!("--ply: {why}"));
    let solution = solver.solve(&game, objective).map_err(unsolvable)?;
    if args.json { print_json(&solution, out) } else { print(&solution, &args.objective, out) }
}

fn objective(name: &str) -> Result<Objective, BadInput> {
    let found = Objective::NAMES.into_iter().find(|&(known, _)| known == name);
    found.map(|(_, objective)| objective).ok_or_else(|| {
        let names = Objective::NAMES.map(|(name, _)| name);
        BadInput::expected("--objective", names.join(" or "), quote(name))
    })
}

fn print_json(solution: &Solution, out: &mut dyn Write) -> Result<(), Problem> {
    let value = json!({
        "value": solution.value,
        "nodes": solution.nodes,
        "elapsed_s": solution.elapsed.as_secs_f64(),
    });
    Ok(writeln!(out, "{value}")?)
}

fn print(solution: &Solution, objective: &str, out: &mut dyn Write) -> Result<(), Problem> {
    writeln!(out, "{} with all cards open:", objective.replace('-', " "))?;
    for (seat, value) in solution.value.iter().enumerate() {
        writeln!(out, "  seat {seat}  {value}")?;
    }
    let seconds = solution.elapsed.as_secs_f64();
    Ok(writeln!(out, "{} positions in {seconds:.3} s", solution.nodes)?)
}
