use super::{ImitationFolder, ImitationRun};
use crate::checkpoint::changed_field;
use crate::cpu::CpuImitation;
use crate::cuda::{Arithmetic, CudaImitation, Device};
use crate::imitation::doppelkopf::{CardGames, GameModes};
use crate::imitation::{Hits, ImitationLearner, ImitationSetup};
use crate::run::{BadRun, DeviceChoice, Fault, TrainingLimits};
use crate::searched::order;
use crate::selfplay::mix;
use crate::{LearnerState, Trouble};
use kontra_nets::Weights;
use std::path::Path;
use std::time::Instant;

/// What an epoch came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochNews {
    /// Which one, counted from 1.
    pub epoch: u64,
    /// The mean error of the samples learnt from.
    pub loss: f32,
    /// The cards predicted in the second part of the games.
    pub validation: Hits,
}

/// What a run came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ImitationSummary {
    /// Epochs that are done.
    pub epoch: u64,
    /// The best of them.
    pub best_epoch: u64,
    /// Whether there is nothing left to do.
    pub complete: bool,
    /// The cards that the best network predicts in the third part of the games, which nothing was decided by.
    pub test: Hits,
}

/// A run that can be stopped at any moment and resumed.
///
/// An epoch goes once through the first part of the games, in an order of its own. At its end a checkpoint is written; a run that
/// was stopped and resumed gives the same weights, bit by bit, as one that was not.
pub struct ImitationTrainer {
    run: ImitationRun,
    text: String,
    setup: ImitationSetup,
    learner: Box<dyn ImitationLearner>,
    device: String,
    /// Nothing is written without one.
    output: Option<ImitationFolder>,
    modes: GameModes,
    /// Samples to learn from, to decide when to stop, and to test.
    parts: [Vec<u32>; 3],
    epoch: u64,
    best_epoch: u64,
    best_hits: u64,
    best: Weights,
}

/// What may change between a run and its continuation.
const FREE: [&str; 2] = ["training.epochs", "training.patience"];

/// A learner with first weights, and the name of its device. `note` is told why the CPU had to do.
pub fn make_imitation_learner(
    setup: &ImitationSetup,
    choice: DeviceChoice,
    threads: usize,
    note: impl FnOnce(&str),
) -> Result<(Box<dyn ImitationLearner>, String), Trouble> {
    setup.check()?;
    choice.learner::<dyn ImitationLearner>(
        threads,
        note,
        || {
            let device = Device::find(Arithmetic::Fast)?;
            Ok((Box::new(CudaImitation::new(&device, setup)?), device.name()))
        },
        || Ok(Box::new(CpuImitation::new(setup, threads)?)),
    )
}

impl ImitationTrainer {
    /// Begins a run in an empty folder, or resumes the one that is there.
    pub fn new(
        text: &str,
        folder: &Path,
        resume: bool,
        choice: DeviceChoice,
        threads: usize,
        mut note: impl FnMut(&str),
    ) -> Result<ImitationTrainer, Fault> {
        let run = ImitationRun::read(text)?;
        let setup = run.setup()?;
        let output = ImitationFolder::new(folder);
        let found = if resume { output.load(&setup.graph)? } else { None };
        BadRun::check_folder(folder, found.is_some(), resume, output.is_begun())?;
        if let Some((checkpoint, ..)) = &found
            && let Some(sentence) = changed_field(&checkpoint.configuration, text, &FREE)?
        {
            return Err(BadRun(sentence).into());
        }
        let games = run.games(threads)?;
        let (learner, device) = make_imitation_learner(&setup, choice, threads, &mut note)?;
        let mut trainer = ImitationTrainer::with(run, &games, learner)?;
        (trainer.text, trainer.device, trainer.output) = (text.to_owned(), device, Some(output));
        if let Some((checkpoint, facts, refused)) = found {
            refused.iter().for_each(|sentence| note(sentence));
            trainer.continue_from(&checkpoint.state, facts)?;
        }
        Ok(trainer)
    }

    /// A run with games and a learner that are there already, which writes nothing.
    pub fn with(
        run: ImitationRun,
        games: &CardGames,
        mut learner: Box<dyn ImitationLearner>,
    ) -> Result<ImitationTrainer, Fault> {
        let setup = run.setup()?;
        let position = run.data.position.map(|position| position - 1);
        let parts = games.parts().map(|range| games.at_position(range, position));
        if parts[0].len() < run.training.batch {
            return Err(BadRun(format!(
                "run file, training.batch: expected at most the {} samples to learn from, found {}",
                parts[0].len(),
                run.training.batch
            ))
            .into());
        }
        learner.load(&games.samples)?;
        Ok(ImitationTrainer {
            best: setup.first.clone(),
            modes: games.modes,
            text: String::new(),
            device: String::new(),
            output: None,
            epoch: 0,
            best_epoch: 0,
            best_hits: 0,
            run,
            setup,
            learner,
            parts,
        })
    }

    fn continue_from(
        &mut self,
        state: &LearnerState,
        [epoch, best_epoch, best_hits]: [u64; 3],
    ) -> Result<(), Trouble> {
        self.learner.restore(state)?;
        self.best = state.average.clone();
        (self.epoch, self.best_epoch, self.best_hits) = (epoch, best_epoch, best_hits);
        Ok(())
    }

    /// Where it learns.
    pub fn device(&self) -> &str {
        &self.device
    }

    /// What the learner is made of.
    pub fn setup(&self) -> &ImitationSetup {
        &self.setup
    }

    /// How many games of each kind there were.
    pub fn modes(&self) -> GameModes {
        self.modes
    }

    /// Samples to learn from, to decide when to stop, and to test.
    pub fn samples(&self) -> [usize; 3] {
        self.parts.each_ref().map(Vec::len)
    }

    /// Epochs that are done.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Whether there is nothing left to learn.
    fn is_complete(&self) -> bool {
        let training = &self.run.training;
        self.epoch >= training.epochs || self.epoch >= self.best_epoch + training.patience
    }

    /// Learns up to the end or a limit, and tests the best network. `each` is told of every epoch.
    pub fn train(
        &mut self,
        limits: TrainingLimits,
        mut each: impl FnMut(&EpochNews),
    ) -> Result<ImitationSummary, Trouble> {
        let (begin, mut longest, mut done) = (Instant::now(), 0.0_f64, 0);
        if let Some(output) = self.output.as_ref().filter(|_| self.best_epoch > 0) {
            // A run that was killed right after its last checkpoint has the networks of the one before.
            output.write_networks(&self.setup.graph, &self.best, &self.run, self.best_epoch)?;
        }
        while !self.is_complete() && limits.segments.is_none_or(|most| done < most) {
            let now = begin.elapsed().as_secs_f64();
            if limits.minutes.is_some_and(|minutes| now + longest > 60.0 * minutes) {
                break;
            }
            let news = self.learn_once()?;
            let seconds = begin.elapsed().as_secs_f64();
            if let Some(output) = &self.output {
                // The checkpoint first: what follows can be made again from it.
                let facts = [self.epoch, self.best_epoch, self.best_hits];
                output.save(self.learner.state()?, &self.best, &self.text, facts)?;
                if self.best_epoch == self.epoch {
                    output.write_networks(&self.setup.graph, &self.best, &self.run, self.epoch)?;
                }
                output.log(&news, seconds)?;
            }
            each(&news);
            longest = longest.max(seconds - now);
            done += 1;
        }
        let (complete, best_epoch) = (self.is_complete(), self.best_epoch);
        Ok(ImitationSummary { epoch: self.epoch, best_epoch, complete, test: self.test()? })
    }

    /// One epoch.
    fn learn_once(&mut self) -> Result<EpochNews, Trouble> {
        let epoch = self.epoch + 1;
        let learnt = &self.parts[0];
        let order = order(learnt.len(), learnt.len(), mix(self.run.seed ^ mix(epoch)));
        let order: Vec<u32> = order.into_iter().map(|n| learnt[n as usize]).collect();
        self.learner.train(&order, self.run.training.rate)?;
        let loss = self.learner.loss()?;
        let validation = self.learner.hits(&self.parts[1])?;
        self.epoch = epoch;
        if validation.legal > self.best_hits || self.best_epoch == 0 {
            (self.best_epoch, self.best_hits) = (epoch, validation.legal);
            self.best = self.learner.state()?.weights;
        }
        Ok(EpochNews { epoch, loss, validation })
    }

    /// Tests the best network; the learner stays as it is.
    fn test(&mut self) -> Result<Hits, Trouble> {
        let state = self.learner.state()?;
        let best = LearnerState { weights: self.best.clone(), ..state.clone() };
        self.learner.restore(&best)?;
        let hits = self.learner.hits(&self.parts[2])?;
        self.learner.restore(&state)?;
        Ok(hits)
    }
}
