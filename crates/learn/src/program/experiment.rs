use super::{TrainProblem, device, note, threads};
use clap::Args;
use kontra_experiments::{
    Experiment, Finding, NetworkTrainer, Plan, Progress, Results, RunLimits, Shelf, Times,
};
use kontra_game::BadInput;
use kontra_learn::run::DeviceChoice;
use kontra_learn::run::imitation::PredictionTrainer;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
pub(super) struct ExperimentArgs {
    /// Experiments or papers, such as dockhorn2017/table-4
    #[arg(required = true)]
    names: Vec<String>,
    /// The folder of results, which `kontra experiment report` reads
    #[arg(long, value_name = "DIR", default_value = "docs/results")]
    results: PathBuf,
    /// Only the quick budget: a first look
    #[arg(long)]
    quick: bool,
    /// At most this many trainings of each network
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    units: Option<u64>,
    /// Stop after the first training that ends later than this many minutes
    #[arg(long, value_name = "N")]
    minutes: Option<f64>,
    /// Where networks learn: cpu, cuda, or auto for the best there is
    #[arg(long, default_value = "auto", value_parser = device)]
    device: DeviceChoice,
    /// Threads that play and learn [default: all]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

fn input(bad: BadInput) -> TrainProblem {
    TrainProblem::Input(bad.to_string())
}

impl ExperimentArgs {
    pub(super) fn run(&self) -> Result<(), TrainProblem> {
        let shelf = Shelf::embedded(None).map_err(input)?;
        let mut chosen: Vec<&Experiment> = vec![];
        for name in &self.names {
            chosen.extend(shelf.find(name).map_err(input)?);
        }
        chosen.retain(|experiment| experiment.is_trained());
        if chosen.is_empty() {
            let found = "none: `kontra experiment run` makes these";
            let names = self.names.join(", ");
            let expected = "an experiment that trains networks";
            return Err(input(BadInput::expected(names, expected, found)));
        }
        let trainer = Arc::new(PredictionTrainer::new(self.device, threads(self.threads), note)?);
        let as_trainer: Arc<dyn NetworkTrainer> = Arc::<PredictionTrainer>::clone(&trainer);
        let plan = Plan::trained(chosen.iter().copied(), &as_trainer).map_err(input)?;
        let mut results = Results::load(&self.results).map_err(input)?;
        let mut times = Times::load(&self.results).map_err(input)?;
        let minutes = |minutes: f64| Instant::now() + Duration::from_secs_f64(60.0 * minutes);
        let limits = RunLimits {
            quick: self.quick,
            deadline: self.minutes.filter(|m| *m > 0.0 && *m < 1e6).map(minutes),
            units: self.units,
            // Trainings come one after the other; each uses all threads or the device.
            threads: NonZeroUsize::MIN,
        };
        plan.run(&mut results, &mut times, limits, |results, times, progress| {
            if let Some(trouble) = trainer.trouble() {
                return Err(TrainProblem::from(trouble));
            }
            self.save(results, times)?;
            let Progress { done, of, pass } = progress;
            note(&format!("training {done} of {of}, step {pass}"));
            Ok(ControlFlow::Continue(()))
        })?;
        print(&chosen, &results);
        Ok(())
    }

    fn save(&self, results: &Results, times: &Times) -> Result<(), TrainProblem> {
        let folder = &self.results;
        let mut all = results.clone();
        all.merge(Results::load(folder).map_err(input)?);
        let saved = all.save(folder).and_then(|()| times.save(folder));
        let failed = |e| TrainProblem::Failed(format!("{}: writing failed: {e}", folder.display()));
        saved.map_err(failed)
    }
}

/// Every cell that was measured, beside the paper's number.
fn print(chosen: &[&Experiment], results: &Results) {
    for experiment in chosen {
        println!("{}", experiment.name);
        for cell in &experiment.cells {
            let finding = Finding::of(cell, results);
            let Some(ours) = finding.ours else { continue };
            let number = |x: Option<f64>| x.map_or("-".to_owned(), |x| format!("{x:.4}"));
            let half = finding.ours_ci.map_or(String::new(), |half| format!(" ± {half:.4}"));
            println!("  {}: {ours:.4}{half} (paper {})", cell.label, number(finding.paper));
        }
    }
}
