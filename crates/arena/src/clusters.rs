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
    /// What is needed to resume later: the number of clusters, their mean, and the sum of squared distances from it.
    pub fn parts(&self) -> (u64, f64, f64) {
        (self.count, self.mean, self.squares)
    }

    /// Resumes from [`parts`](Clusters::parts) as if there had been no interruption.
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

    /// The variance of the clusters' averages about their mean, all of them counted (not one less).
    pub fn variance(&self) -> f64 {
        self.squares / self.count.max(1) as f64
    }

    /// The square of the mean's standard error; `None` with fewer than two clusters.
    pub fn squared_error(&self) -> Option<f64> {
        let freedom = self.freedom()?;
        Some(self.squares / freedom / self.count as f64)
    }

    /// How many standard errors the 95 % confidence interval reaches to each side (Student's t); `None` with
    /// fewer than two clusters.
    pub fn quantile(&self) -> Option<f64> {
        Some(StudentsT::new(0.0, 1.0, self.freedom()?).ok()?.inverse_cdf(0.975))
    }

    /// Half the width of the 95 % confidence interval; `None` with fewer than two clusters.
    pub fn half_width(&self) -> Option<f64> {
        Some(self.quantile()? * self.squared_error()?.sqrt())
    }

    fn freedom(&self) -> Option<f64> {
        self.count.checked_sub(1).filter(|&freedom| freedom > 0).map(|freedom| freedom as f64)
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

    #[test]
    fn a_textbook_interval() {
        // Mean 5, variance 32/7, t with 7 degrees of freedom 2.3646.
        let clusters: Clusters = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
        assert_eq!((clusters.mean(), clusters.variance()), (5.0, 4.0));
        assert!((clusters.half_width().unwrap() - 1.787_5).abs() < 1e-3);
    }

    #[test]
    fn one_cluster_has_no_interval() {
        assert_eq!([3.0].into_iter().collect::<Clusters>().half_width(), None);
    }
}
