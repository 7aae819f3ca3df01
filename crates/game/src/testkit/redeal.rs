use super::chi_square::{ChiSquare, SIGNIFICANCE};
use super::walk::{Walk, explore};
use crate::game::listed_action;
use crate::{DealRng, Determinize, Recorded, SearchRng, Seat, Turn, View, choose};
use rand::SeedableRng;
use std::collections::HashMap;
use std::hash::Hash;

/// This many deals are tried for each one that should look right.
const MOST_DEALS: u64 = 10_000;

/// Imagined worlds are distributed like true deals that look the same; returns the number of comparisons.
///
/// Unlike [`worlds_are_uniform`](super::worlds_are_uniform) this needs no list of worlds that might share a
/// mistake with the imagining. At one random position of each game, for each seat, new cards are dealt and
/// the seats' decisions repeated, until `samples` deals look right to that seat; their states are compared
/// with as many imagined worlds. Only for games so small that deals often look the same.
///
/// # Panics
/// When the distributions differ, or when hardly any deal looks right.
pub fn worlds_match_deals<G>(rules: &G::Rules, games: u64, samples: u32, seed: u64) -> u64
where
    G: Recorded + Eq + Hash,
    G::View: Determinize,
{
    let check = |number| {
        explore(rules, seed, number, |walk: &mut Walk<G>| {
            while walk.step() {}
            let ply = choose::below(&mut walk.rng, walk.history.len() as u32 + 1) as usize;
            let history = &walk.history[..ply];
            let mut game = G::begin(&walk.start);
            history.iter().for_each(|&action| game.play(action));
            let limit = SIGNIFICANCE / (games * game.seats() as u64) as f64;
            for seat in Seat::all(game.seats()) {
                let p = compare::<G>(rules, &game.view(seat), history, samples, &mut walk.rng);
                let who = format!("worlds of seat {seat} before ply {ply}");
                assert!(p >= limit, "{who} are not like true deals (p = {p:e})");
            }
            game.seats() as u64
        })
    };
    (0..games).map(check).sum()
}

fn compare<G>(
    rules: &G::Rules,
    view: &G::View,
    history: &[G::Action],
    samples: u32,
    rng: &mut SearchRng,
) -> f64
where
    G: Recorded + Eq + Hash,
    G::View: Determinize,
{
    let mut deals = DealRng::from_rng(rng);
    // Counted in the order of their first appearance: the same result in every run.
    let mut places: HashMap<G, usize> = HashMap::new();
    let mut counts: Vec<(f64, f64)> = vec![];
    let mut place = |state: G, counts: &mut Vec<(f64, f64)>| {
        let place = *places.entry(state).or_insert(counts.len());
        counts.resize(counts.len().max(place + 1), (0.0, 0.0));
        place
    };
    let mut tried = 0;
    for _ in 0..samples {
        let dealt = loop {
            tried += 1;
            let enough = tried <= MOST_DEALS * u64::from(samples);
            assert!(enough, "hardly any deal looks like {view:?}");
            let state = repeated::<G>(&G::deal(rules, &mut deals), history, rng);
            if let Some(state) = state.filter(|state| state.view(view.seat()) == *view) {
                break state;
            }
        };
        let dealt = place(dealt, &mut counts);
        counts[dealt].0 += 1.0;
        let imagined = place(view.determinize(rng), &mut counts);
        counts[imagined].1 += 1.0;
    }
    ChiSquare::of_samples(&counts).p()
}

/// The state after the same decisions of the seats from another start, with new chance; `None` if one is illegal.
fn repeated<G: Recorded>(
    start: &G::Start,
    history: &[G::Action],
    rng: &mut SearchRng,
) -> Option<G> {
    let mut game = G::begin(start);
    for &action in history {
        match game.turn() {
            Turn::Seat(_) if game.choices().contains(&action) => game.play(action),
            Turn::Chance => game.play(listed_action(&game, rng)?),
            Turn::Seat(_) | Turn::Over => return None,
        }
    }
    Some(game)
}
