use super::chi_square::{ChiSquare, SIGNIFICANCE};
use super::consistent::check_present;
use crate::{Deals, Enumerate, Notation, Streams, Weighted, WorldSampler};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// Imagined worlds come in the proportions that the full list of worlds demands; returns the p-value.
///
/// Every world on the list must look right, too. See [`worlds_are_uniform_by`] for states that cannot be
/// compared.
///
/// # Panics
/// When a world is imagined that is not on the list, or when the p-value is below [`SIGNIFICANCE`].
pub fn worlds_are_uniform<V>(view: &V, samples: u32, seed: u64) -> f64
where
    V: Enumerate,
    V::Game: Notation + Eq + Hash,
{
    let mut seen = HashSet::new();
    let twice = view.worlds().into_iter().find(|(world, _)| !seen.insert(world.clone()));
    assert!(twice.is_none(), "a world is listed twice: {view:?}");
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
    let mut list = Weights::default();
    for (world, weight) in view.worlds() {
        check_present(view, &world);
        assert!(weight > 0.0, "a world on the list has the weight {weight}: {view:?}");
        list.add(identity(&world), weight);
    }
    let mut rng = Streams::new(seed).test(0);
    // Both ways to imagine a world take turns: prepared for many, and on its own.
    let prepared = view.prepare();
    let mut is_prepared = false;
    let draw = || {
        is_prepared = !is_prepared;
        if !is_prepared {
            return identity(&view.determinize(&mut rng));
        }
        let Weighted { world, weight } = prepared.draw(&mut rng);
        assert!(weight == 1.0, "a prepared world has the weight {weight}: {view:?}");
        identity(&world)
    };
    let p = list.fit(samples, draw, &format!("{view:?}"));
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
    let mut list = Weights::default();
    for (start, probability) in G::deals(rules) {
        let fresh = list.add(identity(&start), probability);
        assert!(fresh, "a deal is listed twice: {start:?}");
    }
    let sum: f64 = list.weights.iter().sum();
    assert!((sum - 1.0).abs() < 1e-9, "the probabilities of all deals add up to {sum}");
    let mut rng = Streams::new(seed).deal(0);
    let p = list.fit(samples, || identity(&G::deal(rules, &mut rng)), "deals");
    assert!(p >= SIGNIFICANCE, "deals are not as likely as their list says (p = {p:e})");
    p
}

/// Things with their weights, in the order in which they were added: the same result in every run.
struct Weights<K> {
    places: HashMap<K, usize>,
    weights: Vec<f64>,
}

impl<K> Default for Weights<K> {
    fn default() -> Weights<K> {
        Weights { places: HashMap::new(), weights: vec![] }
    }
}

impl<K: Eq + Hash> Weights<K> {
    /// Adds to the weight of a thing; `false` if it was there before.
    fn add(&mut self, thing: K, weight: f64) -> bool {
        let fresh = self.weights.len();
        let place = *self.places.entry(thing).or_insert(fresh);
        if place == fresh {
            self.weights.push(0.0);
        }
        self.weights[place] += weight;
        place == fresh
    }

    /// How well `samples` draws fit the weights: the p-value.
    fn fit(&self, samples: u32, mut draw: impl FnMut() -> K, what: &str) -> f64 {
        let mut counts = vec![0.0; self.weights.len()];
        for _ in 0..samples {
            match self.places.get(&draw()) {
                Some(&place) => counts[place] += 1.0,
                None => panic!("something is drawn that is not on the list: {what}"),
            }
        }
        let total: f64 = self.weights.iter().sum();
        let expected = self.weights.iter().map(|weight| weight / total * f64::from(samples));
        let fit = ChiSquare::of_fit(&counts.into_iter().zip(expected).collect::<Vec<_>>());
        let listed = self.weights.len();
        let enough = listed <= 1 || fit.degrees > 0.0;
        assert!(enough, "{samples} samples say nothing about a list of {listed}: {what}");
        fit.p()
    }
}
