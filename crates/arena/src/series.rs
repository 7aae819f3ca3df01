use crate::Clusters;
use serde::{Deserialize, Serialize};

/// One number from each unit of a measurement: how many, their mean with what an interval needs, the least and the
/// most.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "(u64, f64, f64, f64, f64)", into = "(u64, f64, f64, f64, f64)")]
pub struct Series {
    clusters: Clusters,
    least: f64,
    most: f64,
}

impl Series {
    /// A series of `count` zeros.
    pub fn zeros(count: u64) -> Series {
        Series { clusters: Clusters::from_parts((count, 0.0, 0.0)), least: 0.0, most: 0.0 }
    }

    /// Adds the number of the next unit.
    pub fn add(&mut self, value: f64) {
        let first = self.clusters.count() == 0;
        self.clusters.add(value);
        self.least = if first { value } else { self.least.min(value) };
        self.most = if first { value } else { self.most.max(value) };
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.clusters.count()
    }

    /// Their mean.
    pub fn mean(&self) -> f64 {
        self.clusters.mean()
    }

    /// Half the width of the 95 % confidence interval of the mean; `None` with fewer than two numbers.
    pub fn half_width(&self) -> Option<f64> {
        self.clusters.half_width()
    }

    /// The least of them.
    pub fn least(&self) -> f64 {
        self.least
    }

    /// The most of them.
    pub fn most(&self) -> f64 {
        self.most
    }
}

impl From<(u64, f64, f64, f64, f64)> for Series {
    fn from((count, mean, squares, least, most): (u64, f64, f64, f64, f64)) -> Series {
        Series { clusters: Clusters::from_parts((count, mean, squares)), least, most }
    }
}

impl From<Series> for (u64, f64, f64, f64, f64) {
    fn from(series: Series) -> (u64, f64, f64, f64, f64) {
        let (count, mean, squares) = series.clusters.parts();
        (count, mean, squares, series.least, series.most)
    }
}
