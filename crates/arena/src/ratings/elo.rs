use super::EncounterList;
use super::encounter::{Encounter, EncounterSide};
use super::matrix::Matrix;
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Elo points for a factor of e in the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The mean of all agents that met.
const MIDDLE: f64 = 1500.0;

/// No step of the search for the ratings changes one by more.
const LONGEST_STEP: f64 = 2.0;

/// Where an agent stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct EloStanding {
    pub(super) elo: f64,
    pub(super) ci95: Option<f64>,
}

/// One side against another.
struct Comparison {
    /// Agents with their shares, those of the other side negative.
    shares: Vec<(usize, f64)>,
    /// 1 if the side was better, 0.5 if both were alike, 0 if the other was.
    result: f64,
}

/// The ratings under which all results together are most likely (Bradley and Terry 1952).
///
/// The odds that a side beats another are `10^(d / 400)`, where `d` is the difference of the sides' mean ratings; a
/// draw is half a win. In a game of several sides every pair of them is compared. Each pair of agents that met gets one
/// draw on top, which keeps ratings finite where somebody won everything.
///
/// The error is that of clustered data: how much the likelihood's slope varies from deal to deal, seen through its
/// curvature (the "sandwich" of White 1982, for clusters Liang and Zeger 1986).
pub(super) fn fit(agents: usize, history: &EncounterList) -> Vec<EloStanding> {
    let kinds: Vec<Vec<Comparison>> = history.kinds().iter().map(comparisons).collect();
    let pairs = pairs(&kinds);
    let groups = groups(agents, &pairs);
    let counts = history.counts();
    let mut ratings = vec![0.0; agents];
    let mut curvature = Matrix::zero(agents);
    for _ in 0..200 {
        let mut slope = vec![0.0; agents];
        curvature = Matrix::zero(agents);
        let mut add = |comparison: &Comparison, count: f64| {
            let p = chance(comparison, &ratings);
            for &(agent, share) in &comparison.shares {
                slope[agent] += count * share * (comparison.result - p);
            }
            curvature.add_square(&comparison.shares, count * p * (1.0 - p));
        };
        for (kind, &count) in kinds.iter().zip(&counts) {
            kind.iter().for_each(|comparison| add(comparison, count as f64));
        }
        for &(a, b) in &pairs {
            add(&Comparison { shares: vec![(a, 1.0), (b, -1.0)], result: 0.5 }, 1.0);
        }
        hold(&mut curvature, &groups);
        let step = curvature.clone().inverse().times(&slope);
        for (rating, step) in ratings.iter_mut().zip(&step) {
            *rating += step.clamp(-LONGEST_STEP, LONGEST_STEP);
        }
        if step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    let errors = errors(history, &kinds, &ratings, &curvature.inverse());
    let middle = |agent: usize| {
        let same = (0..agents).filter(|&other| groups[other] == groups[agent]);
        let (sum, count) = same.fold((0.0, 0.0), |(s, n), other| (s + ratings[other], n + 1.0));
        sum / count
    };
    let standing = |agent: usize| EloStanding {
        elo: MIDDLE + SCALE * (ratings[agent] - middle(agent)),
        ci95: errors.as_ref().map(|errors| SCALE * errors[agent]),
    };
    (0..agents).map(standing).collect()
}

/// Every pair of sides.
fn comparisons(encounter: &Encounter) -> Vec<Comparison> {
    let sides = &encounter.sides;
    let pairs =
        sides.iter().enumerate().flat_map(|(i, one)| sides[..i].iter().map(move |two| (one, two)));
    let compare = |(one, two): (&EncounterSide, &EncounterSide)| {
        let theirs = two.agents().map(|(agent, share)| (agent, -share));
        let result = match one.rank.cmp(&two.rank) {
            Ordering::Less => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 0.0,
        };
        Comparison { shares: one.agents().chain(theirs).collect(), result }
    };
    pairs.map(compare).collect()
}

/// The pairs of agents that were on different sides.
fn pairs(kinds: &[Vec<Comparison>]) -> BTreeSet<(usize, usize)> {
    let mut pairs = BTreeSet::new();
    for Comparison { shares, .. } in kinds.iter().flatten() {
        for &(a, share) in shares {
            let others = shares.iter().filter(|&&(b, other)| a < b && share * other < 0.0);
            pairs.extend(others.map(|&(b, _)| (a, b)));
        }
    }
    pairs
}

/// Agents that met, directly or by others, have the same group.
fn groups(agents: usize, pairs: &BTreeSet<(usize, usize)>) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..agents).collect();
    for &(a, b) in pairs {
        let (from, to) = (groups[a], groups[b]);
        groups.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
    }
    groups
}

/// Results do not change if everybody in a group gets the same points on top. This holds the group where it is.
fn hold(curvature: &mut Matrix, groups: &[usize]) {
    for (a, group) in groups.iter().enumerate() {
        for (b, _) in groups.iter().enumerate().filter(|(_, other)| *other == group) {
            curvature.add(a, b, 1.0);
        }
    }
}

/// The probability that the first side is better.
fn chance(comparison: &Comparison, ratings: &[f64]) -> f64 {
    let shares = comparison.shares.iter();
    let difference: f64 = shares.map(|&(agent, share)| share * ratings[agent]).sum();
    1.0 / (1.0 + (-difference).exp())
}

/// Half the width of everybody's interval; `None` with fewer than two deals.
fn errors(
    history: &EncounterList,
    kinds: &[Vec<Comparison>],
    ratings: &[f64],
    inverse: &Matrix,
) -> Option<Vec<f64>> {
    let deals = history.deals().count();
    let freedom = deals.checked_sub(1).filter(|&freedom| freedom > 0)? as f64;
    // How far a game of each kind pulls everybody.
    let pulls: Vec<Vec<f64>> = kinds
        .iter()
        .map(|kind| {
            let mut slope = vec![0.0; ratings.len()];
            for comparison in kind {
                let surprise = comparison.result - chance(comparison, ratings);
                comparison
                    .shares
                    .iter()
                    .for_each(|&(agent, share)| slope[agent] += share * surprise);
            }
            inverse.times(&slope)
        })
        .collect();
    let mut variation = vec![0.0; ratings.len()];
    for deal in history.deals() {
        for (agent, variation) in variation.iter_mut().enumerate() {
            let pull: f64 = deal.iter().map(|&kind| pulls[kind as usize][agent]).sum();
            *variation += pull * pull;
        }
    }
    let quantile = StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf(0.975);
    let error = |sum: &f64| quantile * (sum * deals as f64 / freedom).sqrt();
    Some(variation.iter().map(error).collect())
}
