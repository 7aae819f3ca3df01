use kontra_arena::Clusters;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What one unit of a measurement gives: values by the name of their series.
pub(crate) type Values = BTreeMap<String, f64>;

/// One number from each unit: how many, their mean with what an interval needs, the least and the most.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "(u64, f64, f64, f64, f64)", into = "(u64, f64, f64, f64, f64)")]
pub struct Series {
    clusters: Clusters,
    least: f64,
    most: f64,
}

impl Series {
    /// So many zeros.
    fn zeros(count: u64) -> Series {
        Series { clusters: Clusters::from_parts((count, 0.0, 0.0)), least: 0.0, most: 0.0 }
    }

    fn add(&mut self, value: f64) {
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

    /// Half the width of the 95 % interval of the mean; `None` with fewer than two numbers.
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

/// What is known after a number of units.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// How many units: deals of a match, positions, batches of random games.
    pub units: u64,
    /// The series by name.
    pub series: BTreeMap<String, Series>,
}

impl Measured {
    /// Adds the next unit.
    ///
    /// A name with a colon is a share of something that need not occur, such as `ending:pattern`: where it does not, it
    /// is 0.
    pub(crate) fn add(&mut self, values: &Values) {
        for (name, &value) in values {
            let past = if name.contains(':') { self.units } else { 0 };
            self.series.entry(name.clone()).or_insert_with(|| Series::zeros(past)).add(value);
        }
        let missing = |name: &String| name.contains(':') && !values.contains_key(name);
        for (_, series) in self.series.iter_mut().filter(|(name, _)| missing(name)) {
            series.add(0.0);
        }
        self.units += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(values: &[(&str, f64)]) -> Values {
        values.iter().map(|&(name, value)| (name.to_owned(), value)).collect()
    }

    #[test]
    fn a_share_that_does_not_occur_is_0() {
        let mut measured = Measured::default();
        measured.add(&unit(&[("x", 3.0)]));
        measured.add(&unit(&[("x", 5.0), ("ending:a", 100.0)]));
        measured.add(&unit(&[("x", 7.0)]));
        let share = measured.series["ending:a"];
        assert_eq!((share.count(), share.least(), share.most()), (3, 0.0, 100.0));
        assert!((share.mean() - 100.0 / 3.0).abs() < 1e-12);
        assert_eq!(measured.series["x"].mean(), 5.0);
    }

    #[test]
    fn written_and_read_again_it_goes_on_as_if_nothing_had_happened() {
        let values: Vec<f64> = (1..200).map(|n| f64::from(n).sqrt() * 1e-3).collect();
        let (mut whole, mut parts) = (Measured::default(), Measured::default());
        for &value in &values {
            whole.add(&unit(&[("x", value)]));
            parts.add(&unit(&[("x", value)]));
            let text = serde_json::to_string(&parts).unwrap();
            parts = serde_json::from_str(&text).unwrap();
        }
        assert_eq!(whole, parts);
    }
}
