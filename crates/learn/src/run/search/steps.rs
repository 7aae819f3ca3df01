use serde::{Deserialize, Serialize};

/// A value that changes over the iterations of a run: `0.7`, or `[[1, 0.7], [23, 0.4]]` for 0.7 from iteration 1 on and 0.4 from
/// iteration 23 on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ByIteration<T> {
    /// Always the same.
    Always(T),
    /// From each of these iterations on, the value beside it.
    From(Vec<(u64, T)>),
}

impl<T: Copy> ByIteration<T> {
    /// The value in an iteration, counted from 1. Before the first one of the list it is that of the first.
    pub fn at(&self, iteration: u64) -> Option<T> {
        match self {
            ByIteration::Always(value) => Some(*value),
            ByIteration::From(list) => {
                let last = list.iter().rev().find(|(from, _)| *from <= iteration);
                last.or(list.first()).map(|(_, value)| *value)
            }
        }
    }

    /// All values.
    pub fn values(&self) -> Vec<T> {
        match self {
            ByIteration::Always(value) => vec![*value],
            ByIteration::From(list) => list.iter().map(|(_, value)| *value).collect(),
        }
    }

    /// One sentence where the list is empty or not in order.
    pub fn check(&self) -> Result<(), String> {
        match self {
            ByIteration::Always(_) => Ok(()),
            ByIteration::From(list) => rising(list.iter().map(|(from, _)| *from)),
        }
    }
}

fn rising(iterations: impl Iterator<Item = u64>) -> Result<(), String> {
    let list: Vec<u64> = iterations.collect();
    match list.windows(2).find(|pair| pair[0] >= pair[1]) {
        _ if list.is_empty() => Err("expected at least one iteration with its value".to_owned()),
        Some(pair) => Err(format!(
            "expected iterations in rising order, found {} before {}",
            pair[0], pair[1]
        )),
        None => Ok(()),
    }
}

/// A number that goes in straight lines from point to point: `[[1, 10000], [14, 20000]]`. It stays at the last.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ramp(pub Vec<(u64, u64)>);

impl Ramp {
    /// The number in an iteration, counted from 1, rounded down.
    pub fn at(&self, iteration: u64) -> u64 {
        let after = self.0.iter().position(|(from, _)| *from > iteration);
        match after {
            Some(0) => self.0[0].1,
            None => self.0.last().map_or(0, |(_, value)| *value),
            Some(next) => {
                let ((a, x), (b, y)) = (self.0[next - 1], self.0[next]);
                let share = (iteration - a) as f64 / (b - a) as f64;
                (x as f64 + (y as f64 - x as f64) * share) as u64
            }
        }
    }

    /// One sentence where the list is empty or not in order.
    pub fn check(&self) -> Result<(), String> {
        rising(self.0.iter().map(|(from, _)| *from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_jump_and_sizes_rise() {
        let steps = ByIteration::From(vec![(1, 0.1), (23, 0.2)]);
        assert_eq!([0, 1, 22, 23, 99].map(|i| steps.at(i).unwrap()), [0.1, 0.1, 0.1, 0.2, 0.2]);
        assert_eq!(ByIteration::Always(3).at(7), Some(3));
        // Table C.12.
        let buffer = Ramp(vec![(1, 10_000), (14, 20_000), (34, 60_000)]);
        assert_eq!(
            [0, 1, 14, 24, 34, 99].map(|i| buffer.at(i)),
            [10_000, 10_000, 20_000, 40_000, 60_000, 60_000]
        );
        assert!(Ramp(vec![]).check().is_err());
        assert!(Ramp(vec![(2, 1), (2, 3)]).check().unwrap_err().ends_with("found 2 before 2"));
        assert!(ByIteration::<f32>::From(vec![]).check().is_err());
    }
}
