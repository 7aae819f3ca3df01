use statrs::distribution::{ContinuousCDF, StudentsT};

/// A mean over independent clusters, here deals, with its confidence interval.
///
/// Games on the same deal are not independent: a strong hand is strong in each of them. So the games of a
/// deal are averaged first, and the interval is that of the deals' averages (Student's t). Counting every
/// game as a sample of its own would give an interval that is far too narrow or far too wide.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Clusters {
    count: u64,
    mean: f64,
    /// Sum of squared distances from the mean (Welford's method: no loss of digits in long matches).
    squares: f64,
}

impl Clusters {
    /// What is needed to go on later: the number of clusters, their mean, and the sum of squared distances from it.
    pub fn parts(&self) -> (u64, f64, f64) {
        (self.count, self.mean, self.squares)
    }

    /// Goes on from [`parts`](Clusters::parts) as if there had been no break.
    pub fn from_parts((count, mean, squares): (u64, f64, f64)) -> Clusters {
        Clusters { count, mean, squares }
    }

    /// Adds the average of one cluster.
    pub fn add(&mut self, average: f64) {
        self.count += 1;
        let distance = average - self.mean;
        self.mean += distance / self.count as f64;
        self.squares += distance * (average - self.mean);
    }

    /// How many clusters there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean of the clusters' averages.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Half the width of the 95 % confidence interval; `None` with fewer than two clusters.
    pub fn half_width(&self) -> Option<f64> {
        let freedom = self.count.checked_sub(1).filter(|&freedom| freedom > 0)? as f64;
        let error = (self.squares / freedom / self.count as f64).sqrt();
        let quantile = StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf(0.975);
        Some(quantile * error)
    }
}

impl FromIterator<f64> for Clusters {
    fn from_iter<I: IntoIterator<Item = f64>>(averages: I) -> Clusters {
        let mut clusters = Clusters::default();
        averages.into_iter().for_each(|average| clusters.add(average));
        clusters
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::{SearchRng, Streams, choose};

    #[test]
    fn a_textbook_interval() {
        // Mean 5, variance 32/7, t with 7 degrees of freedom 2.3646.
        let clusters: Clusters = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
        assert_eq!(clusters.mean(), 5.0);
        assert!((clusters.half_width().unwrap() - 1.787_5).abs() < 1e-3);
    }

    #[test]
    fn one_cluster_has_no_interval() {
        assert_eq!([3.0].into_iter().collect::<Clusters>().half_width(), None);
    }

    /// About normal, variance 1.
    fn noise(rng: &mut SearchRng) -> f64 {
        (0..12).map(|_| choose::unit(rng)).sum::<f64>() - 6.0
    }

    /// How often the interval contains the true mean 0, over `runs` matches of 30 deals with 6 games each.
    ///
    /// What the deal gives to everybody has standard deviation 2, what a single game adds 1.
    fn coverage(runs: u64, interval: impl Fn(&[[f64; 6]]) -> Clusters) -> f64 {
        let covered = (0..runs).filter(|&run| {
            let mut rng = Streams::new(95).test(run);
            let deals: Vec<[f64; 6]> = (0..30)
                .map(|_| {
                    let deal = 2.0 * noise(&mut rng);
                    std::array::from_fn(|_| deal + noise(&mut rng))
                })
                .collect();
            let clusters = interval(&deals);
            clusters.mean().abs() <= clusters.half_width().unwrap()
        });
        covered.count() as f64 / runs as f64
    }

    #[test]
    fn the_interval_covers_the_true_mean_95_times_in_100() {
        let by_deal = coverage(4000, |deals| {
            deals.iter().map(|games| games.iter().sum::<f64>() / 6.0).collect()
        });
        // Three standard errors of 4000 trials are 0.0103.
        assert!((by_deal - 0.95).abs() < 0.0104, "{by_deal}");
    }

    #[test]
    fn an_interval_over_games_would_be_wrong() {
        let by_game = coverage(4000, |deals| deals.iter().flatten().copied().collect());
        assert!(by_game < 0.70, "{by_game}");
    }
}
