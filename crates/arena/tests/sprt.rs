//! The sequential test on simulated matches: it keeps its error rates, also with results like those of Doppelkopf.

use kontra_arena::{Clusters, FEWEST_DEALS, Hypotheses, Sprt, Verdict};
use kontra_game::{SearchRng, Streams, choose};

const TRIALS: u64 = 5_000;
/// More deals than any of these matches needs.
const MOST: u64 = 1_000_000;

/// What the test said, over all simulated matches.
struct Said {
    h0: f64,
    h1: f64,
    /// The mean number of deals.
    deals: f64,
}

fn simulate(seed: u64, sprt: Sprt, deal: impl Fn(&mut SearchRng) -> f64) -> Said {
    let (mut said, mut deals) = ([0_u64; 2], 0);
    for trial in 0..TRIALS {
        let mut rng = Streams::new(seed).test(trial);
        let mut clusters = Clusters::default();
        let verdict = loop {
            clusters.add(deal(&mut rng));
            let verdict = sprt.verdict(&clusters);
            if verdict != Verdict::Undecided || clusters.count() == MOST {
                break verdict;
            }
        };
        deals += clusters.count();
        said[0] += u64::from(verdict == Verdict::H0);
        said[1] += u64::from(verdict == Verdict::H1);
    }
    let share = |number: u64| number as f64 / TRIALS as f64;
    Said { h0: share(said[0]), h1: share(said[1]), deals: share(deals) }
}

/// Three standard errors of a share of one in twenty.
fn tolerance() -> f64 {
    3.0 * (0.05 * 0.95 / TRIALS as f64).sqrt()
}

/// One deal, one game of Doppelkopf: mostly small results, now and then three times as much, for or against a
/// soloist, who wins more often than they lose. The standard deviation is about 4.8.
fn doppelkopf(rng: &mut SearchRng) -> f64 {
    let size = match choose::unit(rng) {
        x if x < 0.05 => 3.0 * [2.0, 4.0, 9.0][choose::below(rng, 3) as usize],
        x if x < 0.2 => [2.0, 4.0, 9.0][choose::below(rng, 3) as usize],
        _ => [1.0, 1.0, 2.0, 3.0][choose::below(rng, 4) as usize],
    };
    let wins = if size > 5.0 { 0.6 } else { 0.5 };
    if choose::unit(rng) < wins { size } else { -size }
}

/// Five in a hundred games are worth 15 on average, five in a hundred 9, and 0.6 of them are won.
const DOPPELKOPF_MEAN: f64 = 0.2 * (0.05 * 15.0 + 0.05 * 9.0);
const DOPPELKOPF_DEVIATION: f64 = 4.8;

/// Six games on the same deal: half of the result belongs to the deal.
fn six_games(rng: &mut SearchRng) -> f64 {
    let deal = doppelkopf(rng);
    let own: f64 = (0..6).map(|_| doppelkopf(rng)).sum::<f64>() / 6.0;
    (deal + own) / 2.0
}

/// A game that is won or lost, with this mean.
fn win_or_lose(mean: f64) -> impl Fn(&mut SearchRng) -> f64 {
    move |rng| if choose::unit(rng) < (1.0 + mean) / 2.0 { 1.0 } else { -1.0 }
}

fn sprt(h1: f64) -> Sprt {
    Sprt { claim: Hypotheses::new(0.0, h1).unwrap(), alpha: 0.05, beta: 0.05 }
}

/// Deals with a mean of 0 and deals with a mean of `h1`: each claim is rejected wrongly at most once in twenty
/// matches. Returns the mean number of deals.
#[track_caller]
fn keeps_its_rates<D: Fn(&mut SearchRng) -> f64>(h1: f64, with_mean: impl Fn(f64) -> D) -> f64 {
    let null = simulate(7, sprt(h1), with_mean(0.0));
    let alternative = simulate(8, sprt(h1), with_mean(h1));
    assert!(null.h1 <= 0.05 + tolerance(), "{} wrongly against h0", null.h1);
    assert!(alternative.h0 <= 0.05 + tolerance(), "{} wrongly against h1", alternative.h0);
    assert_eq!((null.h0 + null.h1, alternative.h0 + alternative.h1), (1.0, 1.0), "all decided");
    println!(
        "0 against {h1}: wrong {:.4} and {:.4}, deals {:.0} and {:.0}",
        null.h1, alternative.h0, null.deals, alternative.deals
    );
    null.deals.max(alternative.deals)
}

#[test]
fn single_games_of_doppelkopf() {
    for h1 in [0.4, 0.5, 1.0] {
        let deals = keeps_its_rates(h1, |mean| {
            move |rng: &mut SearchRng| doppelkopf(rng) - DOPPELKOPF_MEAN + mean
        });
        // A match of fixed length with the same error rates needs (2 · 1.645 · deviation / h1)² deals.
        let fixed = (3.29 * DOPPELKOPF_DEVIATION / h1).powi(2);
        let least = FEWEST_DEALS as f64;
        assert!(deals < 0.5 * fixed + least / 2.0, "{deals} of {fixed}");
    }
}

#[test]
fn repeated_deals_of_doppelkopf() {
    keeps_its_rates(0.5, |mean| move |rng: &mut SearchRng| six_games(rng) - DOPPELKOPF_MEAN + mean);
}

#[test]
fn games_that_are_won_or_lost() {
    for h1 in [0.1, 0.2] {
        keeps_its_rates(h1, win_or_lose);
    }
}

#[test]
fn each_error_has_its_own_rate() {
    let sprt = Sprt { alpha: 0.01, beta: 0.2, ..sprt(0.1) };
    let null = simulate(9, sprt, win_or_lose(0.0));
    let alternative = simulate(10, sprt, win_or_lose(0.1));
    assert!(null.h1 < 0.01 + 0.007, "{}", null.h1);
    assert!(alternative.h0 < 0.2 + 0.027, "{}", alternative.h0);
    assert!(alternative.h0 > 0.1, "as many deals are saved as the rate allows: {}", alternative.h0);
}

#[test]
fn a_mean_beyond_the_claims_is_decided_sooner() {
    let at = simulate(11, sprt(0.1), win_or_lose(0.1));
    let beyond = simulate(12, sprt(0.1), win_or_lose(0.2));
    assert!(beyond.h0 < 0.005 && beyond.deals < 0.6 * at.deals, "{}", beyond.deals);
    let between = simulate(13, sprt(0.1), win_or_lose(0.05));
    assert!(between.deals > at.deals, "{}", between.deals);
}
