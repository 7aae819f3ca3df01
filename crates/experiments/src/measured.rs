use crate::SeriesName;
use kontra_arena::Series;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What one unit of a measurement gives: one value for each series.
pub(crate) type Values = BTreeMap<SeriesName, f64>;

/// What is known after a number of units.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// How many units: deals of a match, positions, batches of random games.
    pub units: u64,
    /// The series by name.
    pub series: BTreeMap<SeriesName, Series>,
}

impl Measured {
    /// Adds the next unit.
    ///
    /// The share of something that does not occur in it is 0.
    pub(crate) fn add(&mut self, values: &Values) {
        for (name, &value) in values {
            let past = if name.may_be_absent() { self.units } else { 0 };
            self.series.entry(name.clone()).or_insert_with(|| Series::zeros(past)).add(value);
        }
        let missing = |name: &SeriesName| name.may_be_absent() && !values.contains_key(name);
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
        values.iter().map(|&(name, value)| (name.parse().unwrap(), value)).collect()
    }

    #[test]
    fn a_share_that_does_not_occur_is_0() {
        let mut measured = Measured::default();
        measured.add(&unit(&[("saved", 3.0)]));
        measured.add(&unit(&[("saved", 5.0), ("ending:a", 100.0)]));
        measured.add(&unit(&[("saved", 7.0)]));
        let share = measured.series[&"ending:a".parse().unwrap()];
        assert_eq!((share.count(), share.least(), share.most()), (3, 0.0, 100.0));
        assert!((share.mean() - 100.0 / 3.0).abs() < 1e-12);
        assert_eq!(measured.series[&"saved".parse().unwrap()].mean(), 5.0);
    }

    #[test]
    fn written_and_read_again_it_resumes_as_if_nothing_had_happened() {
        let values: Vec<f64> = (1..200).map(|n| f64::from(n).sqrt() * 1e-3).collect();
        let (mut whole, mut parts) = (Measured::default(), Measured::default());
        for &value in &values {
            whole.add(&unit(&[("saved", value)]));
            parts.add(&unit(&[("saved", value)]));
            let text = serde_json::to_string(&parts).unwrap();
            parts = serde_json::from_str(&text).unwrap();
        }
        assert_eq!(whole, parts);
    }
}
