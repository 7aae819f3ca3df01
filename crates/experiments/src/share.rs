use crate::measured::Values;
use crate::{Plan, Results, RunLimits};
use kontra_game::BadInput;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;

/// Some units of one measurement of a plan: a task that can be done on any machine, since a unit depends on nothing but its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitShare {
    /// Which measurement of the plan.
    pub measurement: usize,
    /// Which of its units.
    pub units: Range<u64>,
    /// Whether it measures time, and needs a machine for itself.
    pub alone: bool,
}

/// What was measured elsewhere and waits for shares before it: results are added in the order of their units, and are then the
/// same to the last digit as those of one machine.
#[derive(Default, Debug)]
pub struct Waiting(BTreeMap<(usize, u64), Vec<Values>>);

impl Plan {
    /// Everything that these results lack, in shares of at most `size` units; those that need a machine for themselves come last.
    pub fn shares(&self, results: &Results, quick: bool, size: u64) -> Vec<UnitShare> {
        let limits = RunLimits { quick, deadline: None, units: None, threads: NonZeroUsize::MIN };
        let mut shares = vec![];
        for (measurement, job) in self.jobs.iter().enumerate() {
            let end = job.target(limits, u32::BITS);
            let mut from = results.units(&job.key);
            while from < end {
                let to = end.min(from.saturating_add(size.max(1)));
                shares.push(UnitShare { measurement, units: from..to, alone: job.what.is_alone() });
                from = to;
            }
        }
        shares
    }

    /// Measures a share: a JSON list with the values of each unit.
    pub fn measure(&self, measurement: usize, units: Range<u64>) -> Result<String, BadInput> {
        let job = self.jobs.get(measurement).ok_or_else(|| self.unknown(measurement))?;
        let values: Vec<Values> = units.map(|unit| job.measure.unit(unit)).collect();
        serde_json::to_string(&values)
            .map_err(|error| BadInput::expected("values", "finite numbers", error))
    }

    /// Adds what a share has given, or keeps it until everything before it is there.
    pub fn add(
        &self,
        results: &mut Results,
        waiting: &mut Waiting,
        measurement: usize,
        first: u64,
        values: &str,
    ) -> Result<(), BadInput> {
        let job = self.jobs.get(measurement).ok_or_else(|| self.unknown(measurement))?;
        let values: Vec<Values> = serde_json::from_str(values)
            .map_err(|error| BadInput::expected("values", "a list of units", error))?;
        if first < results.units(&job.key) || waiting.0.contains_key(&(measurement, first)) {
            let expected = format!("units from {} on", results.units(&job.key));
            return Err(BadInput::expected("values", expected, format!("unit {first} again")));
        }
        waiting.0.insert((measurement, first), values);
        while let Some(next) = waiting.0.remove(&(measurement, results.units(&job.key))) {
            next.iter().for_each(|values| results.add(&job.key, values));
        }
        Ok(())
    }

    fn unknown(&self, measurement: usize) -> BadInput {
        let expected = format!("a number below {}", self.jobs.len());
        BadInput::expected("measurement", expected, measurement)
    }
}
