use crate::answer;
use crate::interruptible::{Interruptible, interruptible};
use crate::position::RecordedPosition;
use crate::problem::{Problem, missing};
use kontra_agents::{AnySolver, GameId, Playable, Solved, Unsolvable, with_game};
use kontra_game::{BadInput, quote};
use serde_json::{Value, json};
use std::io::Write;
use std::time::{Duration, Instant};

/// The exact value of the rest of a game in which everybody sees everything
///
/// Doppelkopf: both teams know all cards, and nobody announces anything more. Just 4 Fun: both players know all cards, the stack
/// too; with which cards a field is paid stays a matter of chance. OnTop: tiles are drawn by chance. Games of more than two sides
/// have no such value. Ctrl-C gives up.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    kontra solve doppelkopf --record game.jsonl --ply 60 --objective card-points\n  \
    kontra solve ontop --record game.jsonl --ply 50 --left 9 --seconds 600")]
pub(crate) struct Args {
    /// The game
    game: String,
    #[command(flatten)]
    position: RecordedPosition,
    /// What both sides play for: score-points or card-points in Doppelkopf, otherwise the result
    #[arg(long, value_name = "NAME")]
    objective: Option<String>,
    /// How many tricks, stones of both players or tiles in the bag may be left: with more it may take hours
    /// [default: 9 tricks, 9 stones, 8 tiles]
    #[arg(long, value_name = "N")]
    left: Option<u32>,
    /// Give up after this many seconds
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

/// Where the solver works: lines of Just 4 Fun in which hand after hand is replaced are long.
const STACK: usize = 256 << 20;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let id: GameId = args.game.parse()?;
    with_game!(id, G => solve::<G>(args, out))
}

fn solve<G: Playable>(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let Some(solver) = G::solver() else {
        let solved = GameId::names_where(|id| with_game!(id, H => H::solver().is_some()));
        return Err(missing(G::NAME, "solver", &solved));
    };
    let (objective, name) = objective(&solver, args.objective.as_deref())?;
    let game: G = args
        .position
        .load()?
        .ok_or_else(|| BadInput::expected("--record", "a file with a record", "none"))?;
    let left = (solver.left)(&game).map_err(unsolvable)?;
    let most = args.left.unwrap_or(solver.soon);
    if left > most {
        let expected = format!("at most {most} {} left (--left allows more)", solver.unit);
        return Err(BadInput::expected("--ply", expected, left).into());
    }
    let begun = Instant::now();
    let (solve, unit) = (solver.solve, solver.unit);
    let work = move || solve(&game, objective);
    let unsolved = |why: &str| {
        let unit = if left == 1 { unit.trim_end_matches('s') } else { unit };
        format!("{why}, with {left} {unit} left")
    };
    let solved = match interruptible(Duration::from_secs(args.seconds), STACK, work)? {
        Interruptible::Done(solved) => solved.map_err(unsolvable)?,
        Interruptible::Late => {
            let why = format!("not solved within {} s (--seconds allows more)", args.seconds);
            return Err(Problem::Failed(unsolved(&why)));
        }
        Interruptible::Interrupted => return Err(Problem::Interrupted(unsolved("interrupted"))),
    };
    let elapsed = begun.elapsed().as_secs_f64();
    if args.json { print_json(&solved, elapsed, out) } else { print(&solved, name, elapsed, out) }
}

fn unsolvable(why: Unsolvable) -> Problem {
    Problem::Input(format!("--ply: {why}"))
}

/// The number of the objective with this name, or of the usual one.
fn objective<G>(
    solver: &AnySolver<G>,
    name: Option<&str>,
) -> Result<(usize, &'static str), BadInput> {
    let mut known = solver.objectives.iter().copied().enumerate();
    known.find(|(_, known)| name.is_none_or(|name| name == *known)).ok_or_else(|| {
        let (names, found) = (solver.objectives.join(" or "), name.unwrap_or_default());
        BadInput::expected("--objective", names, quote(found))
            .did_you_mean(found, solver.objectives.iter().copied())
    })
}

/// Sums over outcomes of chance are off by rounding in the last places; whole numbers are written as such.
fn number(value: f64) -> Value {
    let value = (value * 1e12).round() / 1e12;
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

fn print_json(solved: &Solved, elapsed: f64, out: &mut dyn Write) -> Result<(), Problem> {
    let value: Vec<Value> = solved.value.iter().copied().map(number).collect();
    let value = json!({ "value": value, "nodes": solved.nodes, "elapsed_s": elapsed });
    answer::print(out, value)
}

fn print(
    solved: &Solved,
    objective: &str,
    elapsed: f64,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    writeln!(out, "{} with everything open:", objective.replace('-', " "))?;
    for (seat, &value) in solved.value.iter().enumerate() {
        writeln!(out, "  seat {seat}  {}", number(value))?;
    }
    Ok(writeln!(out, "{} positions in {elapsed:.3} s", solved.nodes)?)
}
