//! Intervals on simulated matches whose true mean is known: they cover it as often as they say.
//!
//! 2,000 matches each, from fixed seeds. Nineteen of twenty 95 % intervals should contain the truth; 93 to 97 of 100
//! is what is asked for, and about four standard errors of 2,000 trials to each side.

use kontra_arena::{Clusters, Share};
use kontra_game::{SearchRng, Streams, choose};

const TRIALS: u64 = 2_000;
const GAMES: usize = 6;

/// The games of one simulated deal: what one agent got in each of them.
type Deal = [f64; GAMES];

/// How often `covers` says so, over all simulated matches of this many deals.
fn coverage(
    seed: u64,
    deals: usize,
    deal: impl Fn(&mut SearchRng) -> Deal,
    covers: impl Fn(&[Deal]) -> bool,
) -> f64 {
    let covered = (0..TRIALS).filter(|&trial| {
        let mut rng = Streams::new(seed).test(trial);
        covers(&(0..deals).map(|_| deal(&mut rng)).collect::<Vec<_>>())
    });
    covered.count() as f64 / TRIALS as f64
}

#[track_caller]
fn assert_honest(coverage: f64) {
    assert!((0.93..=0.97).contains(&coverage), "{coverage}");
}

fn by_deal(deals: &[Deal]) -> Clusters {
    deals.iter().map(|games| games.iter().sum::<f64>() / GAMES as f64).collect()
}

fn by_game(deals: &[Deal]) -> Clusters {
    deals.iter().flatten().copied().collect()
}

fn contains(clusters: Clusters, mean: f64) -> bool {
    (clusters.mean() - mean).abs() <= clusters.half_width().unwrap()
}

fn share(deals: &[Deal]) -> Share {
    let mut share = Share::default();
    for games in deals {
        share.add(games.iter().filter(|&&payoff| payoff > 0.0).count() as u64, GAMES as u64);
    }
    share
}

/// About normal, with mean 0 and standard deviation 1.
fn noise(rng: &mut SearchRng) -> f64 {
    (0..12).map(|_| choose::unit(rng)).sum::<f64>() - 6.0
}

/// Mean 1. What the deal gives to all its games has standard deviation 2, what a single game adds 1.
fn bell(rng: &mut SearchRng) -> Deal {
    let deal = 1.0 + 2.0 * noise(rng);
    std::array::from_fn(|_| deal + noise(rng))
}

/// Like Doppelkopf: mostly small results, now and then three times as much for a soloist, all of it set by the deal
/// in three games of four. The mean is 0 by symmetry but for the solos: 0.05 · 6.
fn doppelkopf(rng: &mut SearchRng) -> Deal {
    let mut result = || {
        if choose::unit(rng) < 0.05 {
            // A solo: three times as much, more often won than lost. Its mean is 6.
            return if choose::unit(rng) < 0.75 { 12.0 } else { -12.0 };
        }
        let size = [1.0, 2.0, 3.0, 5.0][choose::below(rng, 4) as usize];
        if choose::unit(rng) < 0.5 { size } else { -size }
    };
    let (deal, own): (f64, Deal) = (result(), std::array::from_fn(|_| result()));
    own.map(|own| if choose::unit(rng) < 0.75 { deal } else { own })
}

const DOPPELKOPF_MEAN: f64 = 0.05 * 6.0;
const DOPPELKOPF_WINS: f64 = 0.95 * 0.5 + 0.05 * 0.75;

#[test]
fn the_mean_is_covered_with_few_deals_and_with_many() {
    for (seed, deals) in [(1, 10), (2, 30), (3, 300)] {
        assert_honest(coverage(seed, deals, bell, |deals| contains(by_deal(deals), 1.0)));
    }
    for (seed, deals) in [(4, 60), (5, 300)] {
        let covers = |deals: &[Deal]| contains(by_deal(deals), DOPPELKOPF_MEAN);
        assert_honest(coverage(seed, deals, doppelkopf, covers));
    }
}

#[test]
fn an_interval_over_games_is_wrong_where_deals_repeat() {
    for (seed, deals) in [(1, 10), (3, 300)] {
        let naive = coverage(seed, deals, bell, |deals| contains(by_game(deals), 1.0));
        assert!(naive < 0.70, "{naive}");
        let covers = |deals: &[Deal]| contains(by_game(deals), DOPPELKOPF_MEAN);
        let naive = coverage(seed, deals, doppelkopf, covers);
        assert!(naive < 0.80, "{naive}");
    }
}

#[test]
fn the_share_of_wins_is_covered_with_few_deals_and_with_many() {
    let covers = |truth: f64| {
        move |deals: &[Deal]| {
            let [low, high] = share(deals).interval().unwrap();
            (low..=high).contains(&truth)
        }
    };
    for (seed, deals) in [(6, 30), (7, 100), (8, 300)] {
        assert_honest(coverage(seed, deals, doppelkopf, covers(DOPPELKOPF_WINS)));
    }
    // An agent that wins nine deals of ten, nearly always the whole deal.
    let strong = |rng: &mut SearchRng| {
        let deal = if choose::unit(rng) < 0.9 { 1.0 } else { -1.0 };
        let own: Deal = std::array::from_fn(|_| if choose::unit(rng) < 0.9 { 1.0 } else { -1.0 });
        own.map(|own| if choose::unit(rng) < 0.9 { deal } else { own })
    };
    for (seed, deals) in [(9, 50), (10, 300)] {
        assert_honest(coverage(seed, deals, strong, covers(0.9)));
    }
}

#[test]
fn wilsons_interval_over_games_is_wrong_where_deals_repeat() {
    let covers = |deals: &[Deal]| {
        // Every game as a deal of its own.
        let mut naive = Share::default();
        deals.iter().flatten().for_each(|&payoff| naive.add(u64::from(payoff > 0.0), 1));
        let [low, high] = naive.interval().unwrap();
        (low..=high).contains(&DOPPELKOPF_WINS)
    };
    for (seed, deals) in [(6, 20), (8, 300)] {
        let naive = coverage(seed, deals, doppelkopf, covers);
        assert!(naive < 0.80, "{naive}");
    }
}
