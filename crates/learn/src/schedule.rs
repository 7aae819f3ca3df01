//! Learning rates over time, as data.

use serde::{Deserialize, Serialize};

/// A number that changes over a run, by steps made (or whatever the run counts).
///
/// In a file: `{ start = 3e-4, warmup = 1000, course = { kind = "cosine", end = 100000, floor = 1e-6 } }`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// The number after the warm-up.
    pub start: f32,
    /// Steps over which the number rises from 0, in a straight line.
    #[serde(default)]
    pub warmup: u64,
    /// What happens then.
    #[serde(default)]
    pub course: Decay,
}

/// How a number changes after the warm-up.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Decay {
    /// It stays.
    #[default]
    Constant,
    /// It falls in a straight line, and stays at the floor.
    Linear {
        /// The step at which it is there.
        end: u64,
        /// The last number.
        floor: f32,
    },
    /// It falls along half a cosine, and stays at the floor.
    Cosine {
        /// The step at which it is there.
        end: u64,
        /// The last number.
        floor: f32,
    },
    /// It jumps: from each of these steps on, it is the number beside it.
    Steps {
        /// Steps in rising order, with numbers.
        at: Vec<(u64, f32)>,
    },
}

impl Schedule {
    /// The same number for ever.
    pub fn constant(start: f32) -> Schedule {
        Schedule { start, warmup: 0, course: Decay::Constant }
    }

    /// The number at a step, counted from 0.
    pub fn at(&self, step: u64) -> f32 {
        if step < self.warmup {
            return (f64::from(self.start) * (step + 1) as f64 / (self.warmup + 1) as f64) as f32;
        }
        let share = |end: u64| match end.saturating_sub(self.warmup) {
            0 => 1.0,
            length => ((step - self.warmup) as f64 / length as f64).min(1.0),
        };
        let between = |floor: f32, left: f64| {
            (f64::from(floor) + (f64::from(self.start) - f64::from(floor)) * left) as f32
        };
        match &self.course {
            Decay::Constant => self.start,
            Decay::Linear { end, floor } => between(*floor, 1.0 - share(*end)),
            Decay::Cosine { end, floor } => {
                between(*floor, 0.5 + 0.5 * (std::f64::consts::PI * share(*end)).cos())
            }
            Decay::Steps { at } => {
                at.iter().rev().find(|(from, _)| *from <= step).map_or(self.start, |(_, x)| *x)
            }
        }
    }

    /// All numbers that are written in it: no other one is larger than these.
    pub(crate) fn numbers(&self) -> Vec<f32> {
        let more = match &self.course {
            Decay::Constant => vec![],
            Decay::Linear { floor, .. } | Decay::Cosine { floor, .. } => vec![*floor],
            Decay::Steps { at } => at.iter().map(|(_, x)| *x).collect(),
        };
        [vec![self.start], more].concat()
    }

    /// One sentence where the schedule cannot be followed.
    pub fn check(&self) -> Result<(), String> {
        match &self.course {
            Decay::Constant => {}
            Decay::Linear { end, .. } | Decay::Cosine { end, .. } => {
                if *end <= self.warmup {
                    return Err(format!(
                        "expected an end after the warm-up of {}, found {end}",
                        self.warmup
                    ));
                }
            }
            Decay::Steps { at } => {
                if let Some(pair) = at.windows(2).find(|pair| pair[0].0 >= pair[1].0) {
                    let (a, b) = (pair[0].0, pair[1].0);
                    return Err(format!("expected steps in rising order, found {a} before {b}"));
                }
            }
        }
        match self.numbers().iter().find(|x| !x.is_finite() || **x < 0.0) {
            Some(x) => Err(format!("expected a number that is not negative, found {x}")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(course: Decay, expected: &[(u64, f32)]) {
        let schedule = Schedule { start: 1.0, warmup: 3, course };
        for (step, x) in expected {
            assert!((schedule.at(*step) - x).abs() < 1e-6, "step {step}: {}", schedule.at(*step));
        }
    }

    #[test]
    fn numbers_rise_then_follow_their_course() {
        check(Decay::Constant, &[(0, 0.25), (1, 0.5), (2, 0.75), (3, 1.0), (1000, 1.0)]);
        let linear = Decay::Linear { end: 13, floor: 0.5 };
        check(linear, &[(0, 0.25), (3, 1.0), (8, 0.75), (13, 0.5), (99, 0.5)]);
        let cosine = Decay::Cosine { end: 13, floor: 0.0 };
        check(cosine, &[(3, 1.0), (8, 0.5), (13, 0.0), (99, 0.0)]);
        let steps = Decay::Steps { at: vec![(10, 0.1), (20, 0.01)] };
        check(steps, &[(3, 1.0), (9, 1.0), (10, 0.1), (19, 0.1), (20, 0.01), (99, 0.01)]);
    }

    #[test]
    fn schedules_that_make_no_sense_are_refused() {
        let refused = |start, course, words: &str| {
            let why = Schedule { start, warmup: 5, course }.check().unwrap_err();
            assert!(why.contains(words), "{why}");
        };
        refused(1.0, Decay::Cosine { end: 5, floor: 0.0 }, "after the warm-up of 5, found 5");
        refused(f32::NAN, Decay::Constant, "found NaN");
        refused(1.0, Decay::Linear { end: 9, floor: -1.0 }, "not negative, found -1");
        let at = vec![(9, 0.1), (9, 0.2)];
        refused(1.0, Decay::Steps { at }, "rising order, found 9 before 9");
    }
}
