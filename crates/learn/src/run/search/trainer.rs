use super::elsewhere::{LessonPlayers, LessonShare, lessons, seed_of};
use super::{Benchmark, Rates, SearchFolder, SearchRun};
use crate::checkpoint::changed_field;
use crate::cpu::CpuPolicyLearner;
use crate::cuda::{Arithmetic, CudaPolicyLearner, Device};
use crate::policy::{PolicyLearner, PolicyLosses, PolicySetup, Stretch};
use crate::run::elsewhere::published;
use crate::run::{BadRun, DeviceChoice, Fault, TrainingLimits};
use crate::searched::just4fun::{Sight, samples};
use crate::searched::{Lesson, ReplayBuffer, order};
use crate::selfplay::mix;
use crate::{LearnerState, Trouble};
use kontra_agents::just4fun::network::{BoardModel, Plane};
use kontra_nets::{Instructions, Weights};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

/// Where a run stands.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SearchProgress {
    /// Iterations that are done.
    pub iteration: u64,
    /// Training steps.
    pub step: u64,
    /// Games.
    pub games: u64,
    /// Decisions in them.
    pub decisions: u64,
    /// Positions that the network judged.
    pub judged: u64,
}

/// What a run came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchSummary {
    /// Where it stands.
    pub progress: SearchProgress,
    /// Whether that is the last iteration.
    pub complete: bool,
    /// The last benchmark.
    pub rates: Option<Rates>,
}

/// A run that can be stopped at any moment and resumed.
///
/// An iteration is games, then learning from the last lessons, then a benchmark. At its end a checkpoint is written; a run that was
/// stopped and resumed gives the same weights, bit by bit, as one that was not.
pub struct SearchTrainer {
    run: SearchRun,
    text: String,
    setup: PolicySetup,
    planes: Vec<Plane>,
    learner: Box<dyn PolicyLearner>,
    device: String,
    output: SearchFolder,
    threads: NonZeroUsize,
    progress: SearchProgress,
    replay: ReplayBuffer<Sight>,
    /// The weights that play and are written: those of the learner, or an average over iterations.
    average: Weights,
}

/// What may change between a run and its continuation.
const FREE: [&str; 5] =
    ["iterations", "benchmark.every", "benchmark.random", "benchmark.cheating", "benchmark.cheat"];

/// A learner with first weights, and the name of its device. `note` is told why the CPU had to do.
pub fn make_policy_learner(
    setup: &PolicySetup,
    choice: DeviceChoice,
    threads: usize,
    note: impl FnOnce(&str),
) -> Result<(Box<dyn PolicyLearner>, String), Trouble> {
    setup.check()?;
    choice.learner::<dyn PolicyLearner>(
        threads,
        note,
        || {
            let device = Device::find(Arithmetic::Exact)?;
            Ok((Box::new(CudaPolicyLearner::new(&device, setup)?), device.name()))
        },
        || Ok(Box::new(CpuPolicyLearner::new(setup, threads)?)),
    )
}

impl SearchTrainer {
    /// Begins a run in an empty folder, or resumes the one that is there.
    pub fn new(
        text: &str,
        folder: &Path,
        resume: bool,
        choice: DeviceChoice,
        threads: usize,
        mut note: impl FnMut(&str),
    ) -> Result<SearchTrainer, Fault> {
        let run = SearchRun::read(text)?;
        let setup = run.setup()?;
        let planes = run.network.planes().map_err(BadRun)?;
        let output = SearchFolder::new(folder);
        let found = if resume { output.load(&setup.graph)? } else { None };
        BadRun::check_folder(folder, found.is_some(), resume, output.is_begun())?;
        let (learner, device) = make_policy_learner(&setup, choice, threads, &mut note)?;
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let average = setup.first.clone();
        let mut trainer = SearchTrainer {
            run,
            text: text.to_owned(),
            setup,
            planes,
            learner,
            device,
            output,
            threads,
            progress: SearchProgress::default(),
            replay: ReplayBuffer::default(),
            average,
        };
        if let Some((checkpoint, progress, refused)) = found {
            refused.iter().for_each(|sentence| note(sentence));
            if let Some(sentence) = changed_field(&checkpoint.configuration, text, &FREE)? {
                return Err(BadRun(sentence).into());
            }
            trainer.continue_from(&checkpoint.state, progress)?;
        }
        Ok(trainer)
    }

    fn continue_from(
        &mut self,
        state: &LearnerState,
        progress: SearchProgress,
    ) -> Result<(), Trouble> {
        self.learner.restore(state)?;
        self.average.clone_from(&state.average);
        self.progress = progress;
        for iteration in 1..=progress.iteration {
            let room = self.run.learning.buffer.at(iteration) as usize;
            self.replay.add(self.output.recall(iteration)?, room);
        }
        Ok(())
    }

    /// Where the network learns.
    pub fn device(&self) -> &str {
        &self.device
    }

    /// The run.
    pub fn run(&self) -> &SearchRun {
        &self.run
    }

    /// What the learner is made of.
    pub fn setup(&self) -> &PolicySetup {
        &self.setup
    }

    /// Where it stands.
    pub fn progress(&self) -> SearchProgress {
        self.progress
    }

    /// Learns up to the end or a limit. `say` is told a line for each iteration.
    pub fn train(
        &mut self,
        limits: TrainingLimits,
        say: impl FnMut(&str),
    ) -> Result<SearchSummary, Trouble> {
        self.train_with(limits, say, None)
    }

    /// The same with games that are played elsewhere: they are the same games, so the weights are the same, too.
    pub fn train_elsewhere(
        &mut self,
        limits: TrainingLimits,
        say: impl FnMut(&str),
        players: &mut dyn LessonPlayers,
    ) -> Result<SearchSummary, Trouble> {
        self.train_with(limits, say, Some(players))
    }

    fn train_with(
        &mut self,
        limits: TrainingLimits,
        mut say: impl FnMut(&str),
        mut players: Option<&mut dyn LessonPlayers>,
    ) -> Result<SearchSummary, Trouble> {
        let (begin, mut longest, mut rates) = (Instant::now(), 0.0_f64, None);
        // The first network, or that of the last checkpoint: a run that was killed right after it has the one before.
        if self.progress.iteration > 0 || self.run.benchmark.every > 0 {
            let network = (&self.setup.graph, &self.average);
            self.output.write_networks(network, &self.run, self.progress)?;
        }
        let mut done = 0;
        while self.progress.iteration < self.run.iterations
            && limits.segments.is_none_or(|most| done < most)
        {
            let now = begin.elapsed().as_secs_f64();
            if limits.minutes.is_some_and(|minutes| now + longest > 60.0 * minutes) {
                break;
            }
            rates = self.iterate(begin, &mut say, &mut players)?.or(rates);
            longest = longest.max(begin.elapsed().as_secs_f64() - now);
            done += 1;
        }
        let complete = self.progress.iteration >= self.run.iterations;
        Ok(SearchSummary { progress: self.progress, complete, rates })
    }

    /// One iteration.
    fn iterate(
        &mut self,
        begin: Instant,
        say: &mut impl FnMut(&str),
        players: &mut Option<&mut dyn LessonPlayers>,
    ) -> Result<Option<Rates>, Trouble> {
        let (number, start) = (self.progress.iteration + 1, Instant::now());
        let seed = seed_of(&self.run, number);
        let play = self.run.play(number, seed, self.threads);
        let played = match players {
            None => {
                let model = self.model(self.run.instructions())?;
                lessons(&self.run, &play, &model, 0..play.groups())
            }
            Some(players) => {
                let network = published(&self.setup.graph, &self.average)?;
                let share = LessonShare { iteration: number, network, groups: play.groups() };
                players.play(&share)?
            }
        };
        let playing = start.elapsed().as_secs_f64();
        self.output.keep(number, &played.lessons)?;
        let new = played.lessons.len();
        self.replay.add(played.lessons, self.run.learning.buffer.at(number) as usize);
        let (learning, samples, losses) = self.learn(number, seed)?;
        self.progress.iteration = number;
        self.progress.games += play.games;
        self.progress.decisions += played.decisions;
        self.progress.judged += played.judged;
        let mut state = self.learner.state()?;
        self.progress.step = state.step;
        self.take_average(&state.weights);
        state.average.clone_from(&self.average);
        let due = self.run.benchmark.every > 0
            && (number.is_multiple_of(self.run.benchmark.every) || number == self.run.iterations);
        let (start, rates) = (Instant::now(), if due { Some(self.benchmark()?) } else { None });
        // The checkpoint first: what follows can be made again from it.
        self.output.save(&state, &self.text, self.progress)?;
        let network = (&self.setup.graph, &self.average);
        self.output.write_networks(network, &self.run, self.progress)?;
        let counts = [self.replay.len(), samples];
        let seconds = begin.elapsed().as_secs_f64();
        self.output.log(self.progress, seconds, losses, counts, rates.unwrap_or_default())?;
        let percent =
            |rate: Option<f64>| rate.map_or("-".to_owned(), |r| format!("{:.1} %", 100.0 * r));
        let rates_now = rates.unwrap_or_default();
        say(&format!(
            "iteration {number} of {}: {} games in {playing:.1} s ({:.0} judgements/s), {new} lessons, {samples} of {} \
             samples, {} steps in {learning:.1} s, losses {:.4} and {:.4}, invalid {:.3}; against random {}, cheating {} \
             ({:.1} s)",
            self.run.iterations,
            play.games,
            played.judged as f64 / playing.max(1e-9),
            self.replay.len(),
            losses.steps,
            losses.value,
            losses.policy,
            losses.invalid,
            percent(rates_now.random),
            percent(rates_now.cheating),
            start.elapsed().as_secs_f64(),
        ));
        Ok(rates)
    }

    /// Learns from what is remembered. Gives the seconds it took, the samples, and the losses.
    fn learn(&mut self, number: u64, seed: u64) -> Result<(f64, usize, PolicyLosses), Trouble> {
        let (start, learning) = (Instant::now(), &self.run.learning);
        let (weighing, replay) = (learning.weighing, &self.replay);
        let merged = match learning.merge.as_str() {
            "board-hand" => replay.merged(weighing, Sight::without_used),
            "board-hand-used" => replay.merged(weighing, Sight::clone),
            _ => replay.alone(),
        };
        let batch = learning.batch.at(number).unwrap_or(1) as usize;
        let mut updates = learning.updates.at(number).unwrap_or(1) as usize;
        if let Some(epochs) = learning.epochs {
            updates = updates.min((epochs as usize * merged.len()).div_ceil(batch)).max(1);
        }
        let count = merged.len();
        let (drawn, order) = drawn(merged, order(count, updates * batch, mix(seed ^ 0x6f72_6465)));
        let samples = samples(&drawn, &self.planes, self.run.network.sees_cards(), self.threads);
        self.learner.load(&samples)?;
        let stretch = Stretch {
            batch,
            rate: learning.rate.at(number).unwrap_or(0.0),
            penalty: learning.penalty.at(number).unwrap_or(0.0),
            l2: learning.l2,
        };
        self.learner.train(&order, stretch)?;
        let losses = self.learner.losses()?;
        Ok((start.elapsed().as_secs_f64(), count, losses))
    }

    /// The weights after an iteration become part of the average. In the first iterations all count the same, so that the
    /// random weights of the beginning are soon forgotten.
    fn take_average(&mut self, weights: &Weights) {
        let before = self.run.learning.average.min(1.0 - 1.0 / self.progress.iteration as f32);
        if before <= 0.0 {
            self.average.clone_from(weights);
            return;
        }
        let mix = |all: &mut [f32], new: &[f32]| {
            all.iter_mut().zip(new).for_each(|(a, b)| *a = before * *a + (1.0 - before) * b);
        };
        let (parameters, statistics) = self.average.lists_mut();
        mix(parameters, weights.parameters());
        mix(statistics, weights.statistics());
    }

    /// The network as it stands.
    pub fn model(&self, instructions: Instructions) -> Result<BoardModel, Trouble> {
        BoardModel::new((&self.setup.graph, &self.average), &self.planes, instructions)
            .map_err(|e| Trouble(e.to_string()))
    }

    fn benchmark(&mut self) -> Result<Rates, Trouble> {
        let wanted = &self.run.benchmark;
        let benchmark = Benchmark {
            random: wanted.random,
            cheating: wanted.cheating,
            cheat: wanted.cheat.clone(),
            seed: mix(self.run.seed ^ 0x6265_6e63),
            threads: self.threads,
        };
        let model = self.model(Instructions::best())?;
        benchmark.play(&model)
    }
}

/// A lesson with its weight.
type Weighed = (Lesson<Sight>, f32);

/// The lessons that come at all in this order, and the order by their new numbers: where a buffer is large, most lessons do not
/// come in an iteration.
fn drawn(lessons: Vec<Weighed>, mut order: Vec<u32>) -> (Vec<Weighed>, Vec<u32>) {
    let mut is_drawn = vec![false; lessons.len()];
    order.iter().for_each(|n| is_drawn[*n as usize] = true);
    let mut numbers = Vec::with_capacity(lessons.len());
    let mut next = 0;
    for is_drawn in &is_drawn {
        numbers.push(next);
        next += u32::from(*is_drawn);
    }
    order.iter_mut().for_each(|n| *n = numbers[*n as usize]);
    let lessons =
        lessons.into_iter().zip(is_drawn).filter_map(|(l, is_drawn)| is_drawn.then_some(l));
    (lessons.collect(), order)
}
