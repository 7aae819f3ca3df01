use crate::answer;
use crate::play::tree;
use crate::problem::{Problem, missing};
use kontra_agents::{Equilibrium, GameId, Playable, with_game};
use kontra_game::BadInput;
use serde_json::{Value, json};
use std::io::Write;

/// An equilibrium of a tiny game with hidden information, and how far from it random play is
///
/// Found by counterfactual regret minimization (CFR+). The exploitability is what a player could win on average, in points per
/// game, by leaving the policy while the others keep to it: 0 at an equilibrium. After 0 iterations every move is equally likely.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  kontra equilibrium kuhn-poker --policy\n  \
    kontra equilibrium leduc-poker --iterations 1000 --json")]
pub(crate) struct Args {
    /// The game
    game: String,
    /// How many iterations are made
    #[arg(long, value_name = "N", default_value_t = 1000)]
    iterations: u32,
    /// Print what the policy does in every information set
    #[arg(long)]
    policy: bool,
    /// Print one JSON value, with the policy
    #[arg(long)]
    json: bool,
}

/// More would take hours, and the numbers do not change any more.
const MOST: u32 = 1_000_000;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let id: GameId = args.game.parse()?;
    with_game!(id, G => find::<G>(args, out))
}

fn find<G: Playable>(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let Some(equilibrium) = G::equilibrium() else {
        let known = GameId::names_where(|id| with_game!(id, H => H::equilibrium().is_some()));
        return Err(missing(G::NAME, "equilibrium that can be computed", &known));
    };
    if args.iterations > MOST {
        let expected = format!("a number from 0 to {MOST}");
        return Err(BadInput::expected("--iterations", expected, args.iterations).into());
    }
    let found = equilibrium(&looks(args.iterations));
    if args.json { answer::print(out, as_json(&found)) } else { Ok(print(&found, args, out)?) }
}

/// Before the first iteration, after 1, 10, 100 and so on, and at the end.
fn looks(iterations: u32) -> Vec<u32> {
    let tens = (0..).map(|power| 10_u32.pow(power)).take_while(|&look| look < iterations);
    let mut looks: Vec<u32> = [0].into_iter().chain(tens).collect();
    if iterations > 0 {
        looks.push(iterations);
    }
    looks
}

fn as_json(found: &Equilibrium) -> Value {
    let approach = found.approach.iter().map(|each| {
        json!({
            "iterations": each.iterations, "values": each.values, "exploitability": each.exploitability,
        })
    });
    let policy = found.habits.iter().map(|habit| {
        let moves = habit.moves.iter().map(|(name, share)| json!({ "move": name, "share": share }));
        json!({ "view": habit.view, "moves": moves.collect::<Vec<Value>>() })
    });
    let (approach, policy): (Vec<Value>, Vec<Value>) = (approach.collect(), policy.collect());
    json!({ "approach": approach, "policy": policy })
}

fn print(found: &Equilibrium, args: &Args, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "iterations  worth to seat 0  exploitability")?;
    for each in &found.approach {
        let value = each.values.first().copied().unwrap_or_default();
        writeln!(out, "{:>10}  {value:>+15.5}  {:>14.6}", each.iterations, each.exploitability)?;
    }
    if args.policy {
        writeln!(out)?;
        for habit in &found.habits {
            let moves = habit.moves.iter().map(|(name, share)| format!("{name} {share:.3}"));
            let moves: Vec<String> = moves.collect();
            writeln!(out, "{}: {}", tree::line(&known(&habit.view)), moves.join(", "))?;
        }
    }
    Ok(())
}

/// A view without what every line would repeat: whose turn it is, and what nobody has shown yet.
fn known(view: &Value) -> Value {
    let fields = view.as_object().cloned().unwrap_or_default();
    let told = fields.into_iter().filter(|(name, value)| name != "turn" && !value.is_null());
    Value::Object(told.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_looks_at_powers_of_ten_and_at_the_end() {
        assert_eq!(looks(0), [0]);
        assert_eq!(looks(1), [0, 1]);
        assert_eq!(looks(10), [0, 1, 10]);
        assert_eq!(looks(250), [0, 1, 10, 100, 250]);
    }
}
