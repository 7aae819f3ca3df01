use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::ops::AddAssign;

/// A check fails when a result at least as odd as this would come up this rarely by chance.
///
/// The seeds of tests are fixed, so a check that has passed once passes always.
pub const SIGNIFICANCE: f64 = 1e-4;

/// Bins with a smaller expectation than this are merged: the approximation needs it.
const SMALLEST_BIN: f64 = 5.0;

/// Pearson's chi-square: how far counts are from what they should be.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct ChiSquare {
    /// The sum of the squared differences, each in units of its variance.
    pub distance: f64,
    /// The number of differences that are free to vary.
    pub degrees: f64,
}

impl ChiSquare {
    /// Counts against expected counts; each bin is what was seen and what was expected.
    pub fn of_fit(bins: &[(f64, f64)]) -> ChiSquare {
        let bins = merged(bins.to_vec(), |&(_, expected)| expected, SMALLEST_BIN);
        ChiSquare::sum(&bins, |(seen, expected)| (seen - expected).powi(2) / expected)
    }

    /// Two samples of the same size; each bin is how often something came up in the one and in the other.
    pub fn of_samples(bins: &[(f64, f64)]) -> ChiSquare {
        let bins = merged(bins.to_vec(), |&(one, other)| one + other, 2.0 * SMALLEST_BIN);
        ChiSquare::sum(&bins, |(one, other)| (one - other).powi(2) / (one + other))
    }

    /// How likely a distance at least as large is by chance: the p-value.
    pub fn p(self) -> f64 {
        // Without a degree of freedom there is no such distribution, and nothing to be surprised at.
        ChiSquared::new(self.degrees).map_or(1.0, |distribution| distribution.sf(self.distance))
    }

    fn sum(bins: &[(f64, f64)], distance: impl Fn((f64, f64)) -> f64) -> ChiSquare {
        let degrees = bins.len().saturating_sub(1) as f64;
        ChiSquare { distance: bins.iter().copied().map(distance).sum(), degrees }
    }
}

/// Independent evidence adds up.
impl AddAssign for ChiSquare {
    fn add_assign(&mut self, other: ChiSquare) {
        self.distance += other.distance;
        self.degrees += other.degrees;
    }
}

/// Throws the smallest bins together until each is large enough.
fn merged(
    mut bins: Vec<(f64, f64)>,
    size: impl Fn(&(f64, f64)) -> f64,
    smallest: f64,
) -> Vec<(f64, f64)> {
    bins.sort_by(|a, b| size(b).total_cmp(&size(a)));
    while bins.len() > 1 && bins.last().is_some_and(|bin| size(bin) < smallest) {
        let Some((one, other)) = bins.pop() else { break };
        let last = bins.len() - 1;
        bins[last].0 += one;
        bins[last].1 += other;
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_p_value_is_the_one_in_the_tables() {
        // 3.841 is the 95 % point of chi-square with one degree of freedom.
        let off = (3.841_458_821_f64 * 50.0).sqrt();
        let p = ChiSquare::of_fit(&[(100.0 + off, 100.0), (100.0 - off, 100.0)]).p();
        assert!((p - 0.05).abs() < 1e-6, "{p}");
    }

    #[test]
    fn small_bins_are_merged() {
        let mut bins = vec![(50.0, 50.0), (40.0, 50.0)];
        bins.extend([(1.0, 0.5); 10]);
        let whole = ChiSquare::of_fit(&[(50.0, 50.0), (40.0, 50.0), (10.0, 5.0)]);
        assert_eq!(ChiSquare::of_fit(&bins), whole);
    }

    #[test]
    fn equal_samples_are_no_surprise_and_different_ones_are() {
        assert!(ChiSquare::of_samples(&[(500.0, 500.0), (480.0, 480.0)]).p() > 0.99);
        assert!(ChiSquare::of_samples(&[(500.0, 600.0), (500.0, 400.0)]).p() < SIGNIFICANCE);
    }

    #[test]
    fn small_surprises_add_up() {
        let small = ChiSquare::of_samples(&[(500.0, 560.0), (500.0, 440.0)]);
        assert!(small.p() > SIGNIFICANCE);
        let mut all = ChiSquare::default();
        (0..4).for_each(|_| all += small);
        assert!(all.p() < SIGNIFICANCE);
    }

    #[test]
    fn a_single_bin_says_nothing() {
        assert_eq!(ChiSquare::of_fit(&[(10.0, 10.0)]).p(), 1.0);
        assert_eq!(ChiSquare::of_fit(&[]).p(), 1.0);
    }
}
