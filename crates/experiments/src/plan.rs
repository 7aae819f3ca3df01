use crate::measure::{Measure, Trained};
use crate::{Experiment, NetworkTrainer, Results, Times, UnitBudget, What};
use kontra_arena::in_order;
use kontra_game::BadInput;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// The measurements that some experiments need, each of them once.
pub struct Plan {
    pub(crate) jobs: Vec<Job>,
}

pub(crate) struct Job {
    pub(crate) key: String,
    pub(crate) what: What,
    pub(crate) measure: Box<dyn Measure>,
    budget: UnitBudget,
}

/// How far a run goes.
#[derive(Clone, Copy, Debug)]
pub struct RunLimits {
    /// Only as far as a first look needs.
    pub quick: bool,
    /// Until then. All measurements are then made longer step by step, so that all of them have had
    /// about their share when the time is up.
    pub deadline: Option<Instant>,
    /// At most this many units of each measurement.
    pub units: Option<u64>,
    /// On this many threads. The results do not depend on it.
    pub threads: NonZeroUsize,
}

/// Where a run stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Units that are done in this pass.
    pub done: u64,
    /// Units of this pass.
    pub of: u64,
    /// Which pass.
    pub pass: u32,
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnding {
    /// Everything is measured that was asked for.
    Complete,
    /// The time was up.
    Late,
    /// It was told to stop.
    Stopped,
}

impl Plan {
    /// The measurements of these experiments, but for those that [train networks](What::is_trained). Whatever cannot be run is
    /// refused here, before anything is.
    pub fn new<'a>(
        experiments: impl IntoIterator<Item = &'a Experiment>,
    ) -> Result<Plan, BadInput> {
        Plan::of(experiments, |what| (!what.is_trained()).then(|| what.measure()))
    }

    /// The measurements of these experiments that train networks.
    pub fn trained<'a>(
        experiments: impl IntoIterator<Item = &'a Experiment>,
        trainer: &Arc<dyn NetworkTrainer>,
    ) -> Result<Plan, BadInput> {
        let trained = |what: &What| -> Result<Box<dyn Measure>, BadInput> {
            Ok(Box::new(Trained::new(what, trainer)?))
        };
        Plan::of(experiments, |what| what.is_trained().then(|| trained(what)))
    }

    /// The measurements of which `measure` makes something.
    fn of<'a>(
        experiments: impl IntoIterator<Item = &'a Experiment>,
        measure: impl Fn(&What) -> Option<Result<Box<dyn Measure>, BadInput>>,
    ) -> Result<Plan, BadInput> {
        let mut jobs: Vec<Job> = vec![];
        for experiment in experiments {
            for term in experiment.cells.iter().flat_map(|cell| &cell.terms) {
                let (key, budget) = (term.what.key(), experiment.budget);
                if let Some(job) = jobs.iter_mut().find(|job| job.key == key) {
                    job.budget.full = job.budget.full.max(budget.full);
                    job.budget.quick = job.budget.quick.max(budget.quick);
                    continue;
                }
                let what = term.what.clone();
                let Some(measure) = measure(&what) else { continue };
                let measure = measure.map_err(|bad| bad.within(&experiment.name))?;
                jobs.push(Job { key, what, measure, budget });
            }
        }
        // What needs the machine for itself comes last.
        jobs.sort_by_key(|job| job.what.is_alone());
        Ok(Plan { jobs })
    }

    /// How many measurements there are.
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Whether there is nothing to measure.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Makes the measurements, resuming where `results` are, and adds to them and to `times`. After each unit `each` is told; it
    /// may save, fail, or stop the run.
    pub fn run<E>(
        &self,
        results: &mut Results,
        times: &mut Times,
        limits: RunLimits,
        mut each: impl FnMut(&Results, &Times, Progress) -> Result<ControlFlow<()>, E>,
    ) -> Result<RunEnding, E> {
        let most = self.jobs.iter().map(|job| job.steps(limits)).max().unwrap_or(0);
        let first = if limits.deadline.is_some() { 0 } else { most };
        for step in first..=most {
            let alone = self.jobs.partition_point(|job| !job.what.is_alone());
            for (jobs, threads) in
                [(&self.jobs[..alone], limits.threads), (&self.jobs[alone..], NonZeroUsize::MIN)]
            {
                let ending = pass(jobs, step, threads, (results, times), limits, &mut each)?;
                if ending != RunEnding::Complete {
                    return Ok(ending);
                }
            }
        }
        Ok(RunEnding::Complete)
    }
}

impl Job {
    /// Up to how many units this step goes: the quick budget, doubled with each step until it is the full one.
    pub(crate) fn target(&self, limits: RunLimits, step: u32) -> u64 {
        let UnitBudget { full, quick } = self.budget;
        let grown = quick.saturating_mul(1_u64.checked_shl(step).unwrap_or(u64::MAX));
        let target = if limits.quick { quick } else { grown.min(full) };
        let target = limits.units.map_or(target, |units| target.min(units));
        self.what.most().map_or(target, |most| target.min(most))
    }

    /// How many steps it takes to the end.
    fn steps(&self, limits: RunLimits) -> u32 {
        let last = self.target(limits, u32::BITS);
        (0..u32::BITS).find(|&step| self.target(limits, step) >= last).unwrap_or(0)
    }
}

/// Brings all jobs to where this step goes. Units of different jobs are done side by side.
fn pass<E>(
    jobs: &[Job],
    step: u32,
    threads: NonZeroUsize,
    (results, times): (&mut Results, &mut Times),
    limits: RunLimits,
    each: &mut impl FnMut(&Results, &Times, Progress) -> Result<ControlFlow<()>, E>,
) -> Result<RunEnding, E> {
    let mut units: Vec<(&Job, u64)> = vec![];
    for job in jobs {
        let from = results.units(&job.key);
        units.extend((from..job.target(limits, step)).map(|unit| (job, unit)));
    }
    let of = units.len() as u64;
    let mut ending = RunEnding::Complete;
    let work = |number: u64| {
        let (job, unit) = units[number as usize];
        let begin = Instant::now();
        (job.measure.unit(unit), begin.elapsed().as_secs_f64())
    };
    in_order(threads, of, work, |number, (values, seconds)| {
        let (job, _) = units[number as usize];
        results.add(&job.key, &values);
        times.add(&job.key, seconds);
        let flow = each(results, times, Progress { done: number + 1, of, pass: step + 1 })?;
        if flow.is_break() {
            ending = RunEnding::Stopped;
        } else if limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            ending = RunEnding::Late;
        }
        Ok(if ending == RunEnding::Complete { flow } else { ControlFlow::Break(()) })
    })?;
    Ok(ending)
}
