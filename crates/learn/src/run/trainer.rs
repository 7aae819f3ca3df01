use super::publisher::Publisher;
use super::run_folder::read_network;
use super::segment::{RunCounts, Segment};
use super::{
    BadRun, DeviceChoice, Elsewhere, Evaluation, Figures, Pulse, Reporter, RunFile, RunFolder,
};
use crate::checkpoint::changed_field;
use crate::selfplay::mix;
use crate::{Learner, LearnerSetup, LearnerState, Trouble};
use kontra_nets::{Precision, Weights};
use std::path::Path;
use thiserror::Error;

/// When a run stops before its last step.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct TrainingLimits {
    /// After the segment that ends last within this many minutes.
    pub minutes: Option<f64>,
    /// After this many segments.
    pub segments: Option<u64>,
}

/// Why a run cannot begin or resume.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// What was asked for cannot be done.
    #[error(transparent)]
    Input(#[from] BadRun),
    /// Something failed on the way.
    #[error(transparent)]
    Failed(#[from] Trouble),
}

/// What a run came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// What was done.
    pub counts: RunCounts,
    /// Whether it is the last step.
    pub complete: bool,
    /// The last match.
    pub figures: Option<Figures>,
}

/// A run that can be stopped at any moment and resumed.
///
/// It is divided into segments of some steps. At the end of each, a checkpoint is written and games begin anew, so that a run
/// that was stopped and resumed gives the same weights as one that was not.
pub struct Trainer {
    run: RunFile,
    text: String,
    setup: LearnerSetup,
    learner: Box<dyn Learner>,
    device: String,
    output: RunFolder,
    threads: usize,
    counts: RunCounts,
    /// The weights of the other networks that play, where any do; and the last order to players elsewhere.
    others: Vec<Weights>,
    order: u64,
}

/// What may change between a run and its continuation.
const FREE: [&str; 3] = ["evaluation.every", "evaluation.deals", "evaluation.games"];

impl Trainer {
    /// Begins a run in an empty folder, or resumes the one that is there.
    pub fn new(
        text: &str,
        folder: &Path,
        resume: bool,
        choice: DeviceChoice,
        threads: usize,
        mut note: impl FnMut(&str),
    ) -> Result<Trainer, Fault> {
        let run = RunFile::read(text)?;
        let setup = run.setup();
        let output = RunFolder::new(folder);
        let found = if resume { output.load(setup.training_graph())? } else { None };
        BadRun::check_folder(folder, found.is_some(), resume, output.is_begun())?;
        let (mut learner, device) = run.learner(choice, threads, &mut note)?;
        let mut counts = RunCounts::default();
        if let Some((checkpoint, found, refused)) = found {
            refused.iter().for_each(|sentence| note(sentence));
            if let Some(sentence) = changed_field(&checkpoint.configuration, text, &FREE)? {
                return Err(BadRun(sentence).into());
            }
            learner.restore(&checkpoint.state)?;
            counts = found;
        } else if let Some(path) = &run.network.start {
            let start = setup.begin_with(&read_network(path, &setup.graph)?);
            learner.restore(&LearnerState::fresh(start))?;
        }
        let others = vec![setup.playing_weights(&learner.state()?.weights); run.other_networks()];
        let mut trainer = Trainer {
            run,
            text: text.to_owned(),
            setup,
            learner,
            device,
            output,
            threads,
            counts,
            others,
            order: 0,
        };
        trainer.seat_others()?;
        Ok(trainer)
    }

    /// The same run, written by this program, such as `0.1.0+3f2a1b9c0d12`: checkpoints and networks tell it.
    pub fn made_by(mut self, program: &str) -> Trainer {
        program.clone_into(&mut self.output.program);
        self
    }

    /// Where the network learns.
    pub fn device(&self) -> &str {
        &self.device
    }

    /// The run.
    pub fn run(&self) -> &RunFile {
        &self.run
    }

    /// What the learner is.
    pub fn setup(&self) -> &LearnerSetup {
        &self.setup
    }

    /// What was done so far.
    pub fn counts(&self) -> RunCounts {
        self.counts
    }

    /// Everything that training depends on.
    pub fn state(&mut self) -> Result<LearnerState, Trouble> {
        self.learner.state()
    }

    /// Trains up to the last step or a limit.
    pub fn train(
        &mut self,
        limits: TrainingLimits,
        live: &mut Reporter<'_>,
    ) -> Result<Summary, Trouble> {
        self.train_on(limits, live, None)
    }

    /// The same with games that are played elsewhere. When they come back is chance, so the weights differ from run to run.
    pub fn train_elsewhere(
        &mut self,
        limits: TrainingLimits,
        live: &mut Reporter<'_>,
        elsewhere: &mut dyn Elsewhere,
    ) -> Result<Summary, Trouble> {
        self.train_on(limits, live, Some(elsewhere))
    }

    fn train_on(
        &mut self,
        limits: TrainingLimits,
        live: &mut Reporter<'_>,
        mut elsewhere: Option<&mut dyn Elsewhere>,
    ) -> Result<Summary, Trouble> {
        live.start(self.counts);
        let (mut figures, mut segments, mut longest) = (None, 0, 0.0_f64);
        if self.counts.step > 0 {
            // A run that was killed right after its last checkpoint has the network of the one before.
            let state = self.learner.state()?;
            self.write_network(&state, Precision::F32)?;
        }
        while self.counts.step < self.run.training.steps {
            let begin = live.elapsed().as_secs_f64();
            let out_of_time = |minutes: f64| begin + longest > 60.0 * minutes;
            if limits.segments == Some(segments) || limits.minutes.is_some_and(out_of_time) {
                break;
            }
            let elsewhere = elsewhere.as_mut().map(|players| &mut **players as &mut dyn Elsewhere);
            figures = self.segment(live, elsewhere)?.or(figures);
            segments += 1;
            longest = longest.max(live.elapsed().as_secs_f64() - begin);
        }
        let complete = self.counts.step >= self.run.training.steps;
        let state = self.learner.state()?;
        self.write_network(&state, Precision::F16)?;
        self.write_critic(&state)?;
        Ok(Summary { counts: self.counts, complete, figures })
    }

    /// One segment, with its checkpoint and its match.
    fn segment(
        &mut self,
        live: &mut Reporter<'_>,
        elsewhere: Option<&mut dyn Elsewhere>,
    ) -> Result<Option<Figures>, Trouble> {
        let number = self.counts.step / self.run.training.segment;
        let company = self.seat_past(number)?;
        let segment = Segment { run: &self.run, threads: self.threads, number, company };
        let mut publisher = elsewhere.map(|elsewhere| Publisher {
            elsewhere,
            setup: &self.setup,
            others: self.others.clone(),
            refresh: self.run.training.refresh,
            number: &mut self.order,
        });
        segment.train(&mut *self.learner, &mut self.counts, live, publisher.as_mut())?;
        let rate = self.run.training.rate.at(self.counts.step);
        live.write(&mut *self.learner, Pulse { counts: self.counts, rate })?;
        let figures = self.evaluate(number + 1, live)?;
        let state = self.learner.state()?;
        if self.run.selfplay.past && self.counts.step > self.run.training.rough {
            let graph = &self.setup.graph;
            let average = &self.setup.playing_weights(&state.average);
            self.output.keep_past(number, graph, average, &self.run, self.counts)?;
        }
        // The checkpoint first: what follows can be made again from it.
        self.output.save(&state, &self.text, self.counts)?;
        self.write_network(&state, Precision::F32)?;
        self.write_critic(&state)?;
        let seconds = live.elapsed().as_secs_f64();
        self.output.log(self.counts, seconds, rate, live.losses(), figures.as_ref())?;
        live.start(self.counts);
        Ok(figures)
    }

    /// Writes the network as it stands; that in 16 bits lies beside that in 32.
    fn write_network(&self, state: &LearnerState, precision: Precision) -> Result<(), Trouble> {
        let file = match precision {
            Precision::F16 => self.output.small_network(),
            _ => self.output.network(),
        };
        let (graph, average) = (&self.setup.graph, &self.setup.playing_weights(&state.average));
        self.output.write_with_facts(&file, graph, average, &self.run, self.counts, precision)
    }

    /// Writes the critic as it stands, where there is one.
    fn write_critic(&self, state: &LearnerState) -> Result<(), Trouble> {
        let Some(graph) = self.run.critic_graph() else { return Ok(()) };
        let Some(weights) = self.setup.critic_weights(&graph, &state.average) else {
            return Ok(());
        };
        self.output.write_critic(&graph, &weights, &self.run, self.counts)
    }

    /// Gives the further networks of the run their weights.
    fn seat_others(&mut self) -> Result<(), Trouble> {
        let first = 1 + usize::from(self.run.selfplay.past);
        for (player, path) in (first..).zip(&self.run.selfplay.others) {
            let weights = read_network(path, &self.setup.graph)?;
            self.learner.seat(player, &weights)?;
            self.others[player - 1] = weights;
        }
        Ok(())
    }

    /// Seats an older state of this network, where there is one; whether any other network plays.
    fn seat_past(&mut self, segment: u64) -> Result<bool, Trouble> {
        let training = &self.run.training;
        let first = training.rough / training.segment;
        if !self.run.selfplay.past {
            return Ok(!self.run.selfplay.others.is_empty());
        }
        if segment <= first {
            return Ok(false);
        }
        // One of all that there were, drawn by the segment's number.
        let draw = mix(self.run.seed ^ mix(segment ^ 0x7061_7374)) % (segment - first);
        let weights = self.output.load_past(first + draw, &self.setup.graph)?;
        self.learner.seat(1, &weights)?;
        self.others[0] = weights;
        Ok(true)
    }

    /// The match after a segment, where one is due.
    fn evaluate(
        &mut self,
        segments: u64,
        live: &mut Reporter<'_>,
    ) -> Result<Option<Figures>, Trouble> {
        let wanted = &self.run.evaluation;
        let last = self.counts.step >= self.run.training.steps;
        if wanted.every == 0 || !(last || segments.is_multiple_of(wanted.every)) {
            return Ok(None);
        }
        let evaluation = Evaluation {
            deals: wanted.deals,
            games: wanted.games,
            seed: mix(self.run.seed ^ 0x6576_616c),
            threads: self.threads,
            ask: self.setup.ask,
        };
        self.learner.refresh(true)?;
        let mut figures = None;
        if wanted.deals > 0 {
            let found = evaluation.against_rules(&mut *self.learner)?;
            live.tell(found);
            live.say(&format!("step {}: {found}, {} deals", self.counts.step, found.deals));
            figures = Some(found);
        }
        if wanted.games > 0 {
            let (statistics, _) =
                evaluation.four_of_a_kind(&mut *self.learner, self.setup.flags)?;
            live.say(statistics.to_string().trim_end());
        }
        Ok(figures)
    }
}
