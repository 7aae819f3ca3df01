//! The plain search, written to be obviously right: what all others are compared with.

use super::{Bounds, Evaluate, Side, Span};
use kontra_game::{Actions, Chances, Game, Turn};
use std::fmt;

/// What Expectimax finds, and how many nodes it visits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlainExpectimax {
    /// What the state is worth to the first side.
    pub value: f64,
    /// Moves made and outcomes tried.
    pub nodes: u64,
}

/// Expectimax without anything: the average over outcomes, the best of moves, down to `plies` decisions
/// (Briesemeister 2009, listings 4.1 and 4.2).
pub fn expectimax<G: Game, E: Evaluate<G>>(guide: &E, state: &G, plies: u32) -> PlainExpectimax {
    let mut nodes = 0;
    let value = walk(guide, state, plies, &mut nodes, &mut |_, _, _| ());
    PlainExpectimax { value, nodes }
}

/// Tries whether the bounds of all chance nodes within reach hold, by searching everything.
pub fn verify<G: Game, B: Bounds<G>>(guide: &B, state: &G, plies: u32) -> Result<(), WrongBounds> {
    let mut wrong = None;
    walk(guide, state, plies, &mut 0, &mut |chance, plies, value| {
        let bounds = guide.bounds(chance, plies);
        if bounds.contradicts(Span::exact(value)) {
            wrong.get_or_insert(WrongBounds { bounds, value, plies });
        }
    });
    wrong.map_or(Ok(()), Err)
}

/// Bounds that do not hold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WrongBounds {
    /// What was said about a chance node.
    pub bounds: Span,
    /// The value after one of its outcomes.
    pub value: f64,
    /// The depth, in decisions.
    pub plies: u32,
}

impl fmt::Display for WrongBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrongBounds { bounds: Span { low, high }, value, plies } = self;
        write!(f, "expected values from {low} to {high} {plies} decisions deep, found {value}")
    }
}

impl std::error::Error for WrongBounds {}

/// The value of a state. `heed` is shown every outcome: its chance node, the depth and the value.
fn walk<G: Game, E: Evaluate<G>>(
    guide: &E,
    state: &G,
    plies: u32,
    nodes: &mut u64,
    heed: &mut impl FnMut(&G, u32, f64),
) -> f64 {
    match state.turn() {
        Turn::Over => guide.evaluate(state),
        _ if plies == 0 => guide.evaluate(state),
        Turn::Chance => {
            let mut chances = Chances::new();
            state.chances(&mut chances);
            let mut sum = 0.0;
            for (outcome, probability) in chances {
                *nodes += 1;
                let value = walk(guide, &after(state, outcome), plies, nodes, heed);
                heed(state, plies, value);
                sum += probability * value;
            }
            sum
        }
        Turn::Seat(seat) => {
            let mut moves = Actions::new();
            state.actions(&mut moves);
            let values = moves.into_iter().map(|action| {
                *nodes += 1;
                walk(guide, &after(state, action), plies - 1, nodes, heed)
            });
            match guide.side(state, seat) {
                Side::First => values.fold(f64::NEG_INFINITY, f64::max),
                Side::Second => values.fold(f64::INFINITY, f64::min),
            }
        }
    }
}

fn after<G: Game>(state: &G, action: G::Action) -> G {
    let mut next = state.clone();
    next.play(action);
    next
}
