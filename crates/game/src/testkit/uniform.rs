use super::chi_square::{ChiSquare, SIGNIFICANCE};
use super::consistent::check_present;
use crate::{Deals, Enumerate, Notation, Streams};
use std::collections::HashMap;
use std::hash::Hash;

/// Imagined worlds come in the proportions that the full list of worlds demands; returns the p-value.
///
/// Every world on the list must look right, too. See [`worlds_are_uniform_by`] for states that cannot be compared.
///
/// # Panics
/// When a world is imagined that is not on the list, or when the p-value is below [`SIGNIFICANCE`].
pub fn worlds_are_uniform<V>(view: &V, samples: u32, seed: u64) -> f64
where
    V: Enumerate,
    V::Game: Notation + Eq + Hash,
{
    worlds_are_uniform_by(view, samples, seed, Clone::clone)
}

/// Like [`worlds_are_uniform`], but worlds are told apart by what `identity` says of them, for example one hand.
pub fn worlds_are_uniform_by<V, K: Eq + Hash>(
    view: &V,
    samples: u32,
    seed: u64,
    identity: impl Fn(&V::Game) -> K,
) -> f64
where
    V: Enumerate,
    V::Game: Notation,
{
    let mut weights: HashMap<K, f64> = HashMap::new();
    for (world, weight) in view.worlds() {
        check_present(view, &world);
        assert!(weight > 0.0, "a world on the list has the weight {weight}: {view:?}");
        *weights.entry(identity(&world)).or_default() += weight;
    }
    let mut rng = Streams::new(seed).test(0);
    let draw = || identity(&view.determinize(&mut rng));
    let p = fit(&weights, samples, draw, |_| format!("a world that is not on the list: {view:?}"));
    assert!(p >= SIGNIFICANCE, "worlds are not uniform (p = {p:e}): {view:?}");
    p
}

/// Starts come up as often as the full list of deals says; returns the p-value.
///
/// # Panics
/// When a start is dealt that is not on the list, or when the p-value is below [`SIGNIFICANCE`].
pub fn deals_are_uniform<G: Deals>(rules: &G::Rules, samples: u32, seed: u64) -> f64 {
    // Starts need not be hashable; how they are written tells them apart.
    let identity = |start: &G::Start| G::write_start(start).to_string();
    let mut weights: HashMap<String, f64> = HashMap::new();
    for (start, probability) in G::deals(rules) {
        let before = weights.insert(identity(&start), probability);
        assert!(before.is_none(), "a deal is listed twice: {start:?}");
    }
    let sum: f64 = weights.values().sum();
    assert!((sum - 1.0).abs() < 1e-9, "the probabilities of all deals add up to {sum}");
    let mut rng = Streams::new(seed).deal(0);
    let draw = || identity(&G::deal(rules, &mut rng));
    let p =
        fit(&weights, samples, draw, |start| format!("a deal that is not on the list: {start}"));
    assert!(p >= SIGNIFICANCE, "deals are not as likely as their list says (p = {p:e})");
    p
}

/// How well `samples` draws fit the weights.
fn fit<K: Eq + Hash>(
    weights: &HashMap<K, f64>,
    samples: u32,
    mut draw: impl FnMut() -> K,
    unknown: impl Fn(&K) -> String,
) -> f64 {
    let mut counts: HashMap<K, f64> = HashMap::new();
    for _ in 0..samples {
        *counts.entry(draw()).or_default() += 1.0;
    }
    if let Some(stranger) = counts.keys().find(|key| !weights.contains_key(key)) {
        panic!("{}", unknown(stranger));
    }
    let total: f64 = weights.values().sum();
    let bins: Vec<(f64, f64)> = weights
        .iter()
        .map(|(key, weight)| {
            let seen = counts.get(key).copied().unwrap_or(0.0);
            (seen, weight / total * f64::from(samples))
        })
        .collect();
    ChiSquare::of_fit(&bins).p()
}
