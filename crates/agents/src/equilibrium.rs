//! Equilibria of games that are small enough to be walked through.

use crate::Playable;
use kontra_game::{Actions, Deals, InfoKey, Seat, Turn};
use kontra_tiny::{Cfr, expected_payoffs, nash_conv};
use serde_json::Value;
use std::collections::BTreeMap;

/// How far a policy is from an equilibrium.
#[derive(Clone, PartialEq, Debug)]
pub struct Approach {
    /// The policy is the average of this many.
    pub iterations: u32,
    /// What each seat may expect when all follow it.
    pub values: Vec<f64>,
    /// What a seat could win on average by leaving it, each on its own: 0 at an equilibrium.
    pub exploitability: f64,
}

/// What a policy does where a seat knows the same.
#[derive(Clone, PartialEq, Debug)]
pub struct Habit {
    /// What the seat knows, as [`show`](kontra_game::Shown::show) tells it.
    pub view: Value,
    /// Each legal move, and how likely it is.
    pub moves: Vec<(String, f64)>,
}

/// An equilibrium, as near as the iterations came.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// How it was approached, the last one at the end.
    pub approach: Vec<Approach>,
    /// The policy, for every information set.
    pub habits: Vec<Habit>,
}

/// Finds an equilibrium by [`Cfr`], and looks at it after each of these numbers of iterations, which grow.
pub(crate) fn equilibrium<G: Playable + Deals>(looks: &[u32]) -> Equilibrium {
    let rules = G::Rules::default();
    let mut cfr = Cfr::<G>::new(&rules);
    let mut approach = vec![];
    for &iterations in looks {
        cfr.run(iterations.saturating_sub(cfr.iterations()));
        let policy = |view: &G::View| cfr.policy(view);
        let values = expected_payoffs::<G>(&rules, policy);
        let exploitability = nash_conv::<G>(&rules, policy) / values.len() as f64;
        approach.push(Approach { iterations: cfr.iterations(), values, exploitability });
    }
    let mut habits = BTreeMap::new();
    for (start, _) in G::deals(&rules) {
        collect(&G::begin(&start), &cfr, &mut habits);
    }
    Equilibrium { approach, habits: habits.into_values().collect() }
}

/// Notes what the policy does in every information set that can follow.
fn collect<G: Playable + Deals>(
    game: &G,
    cfr: &Cfr<G>,
    habits: &mut BTreeMap<(Seat, InfoKey), Habit>,
) {
    let mut next = Actions::new();
    match game.turn() {
        Turn::Over => return,
        Turn::Chance => {
            let mut chances = kontra_game::Chances::new();
            game.chances(&mut chances);
            next.extend(chances.into_iter().map(|(action, _)| action));
        }
        Turn::Seat(seat) => {
            game.actions(&mut next);
            let view = game.view(seat);
            habits.entry((seat, kontra_game::View::key(&view))).or_insert_with(|| Habit {
                view: G::show(&view),
                moves: G::show_moves(&view).into_iter().zip(cfr.policy(&view)).collect(),
            });
        }
    }
    for action in next {
        let mut after = game.clone();
        after.play(action);
        collect(&after, cfr, habits);
    }
}
