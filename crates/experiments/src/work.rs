use crate::{Experiment, Results, Times, What};
use std::collections::BTreeMap;

/// How much of what some experiments need is done, and what is left.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Work {
    /// Units that were measured, none beyond the full budget.
    pub done: u64,
    /// Units of the full budget.
    pub planned: u64,
    /// How long the rest takes on one core, in seconds; `None` where a measurement was never timed.
    pub seconds: Option<f64>,
}

impl Work {
    /// The work of these experiments. A measurement that several of them need counts once, with the largest of their budgets.
    pub fn of<'a>(
        experiments: impl IntoIterator<Item = &'a Experiment>,
        results: &Results,
        times: &Times,
    ) -> Work {
        let mut budgets: BTreeMap<String, (&What, u64)> = BTreeMap::new();
        for experiment in experiments {
            for term in experiment.cells.iter().flat_map(|cell| &cell.terms) {
                let (_, full) = budgets.entry(term.what.key()).or_insert((&term.what, 0));
                *full = experiment.budget.full.max(*full);
            }
        }
        let mut work = Work { seconds: Some(0.0), ..Work::default() };
        for (key, (what, full)) in budgets {
            let planned = what.most().map_or(full, |most| most.min(full));
            let done = results.units(&key).min(planned);
            let left = (planned - done) as f64;
            let seconds = if left > 0.0 { times.of(&key) } else { Some(0.0) };
            work.done += done;
            work.planned += planned;
            work.seconds = work.seconds.zip(seconds).map(|(sum, each)| sum + left * each);
        }
        work
    }
}
