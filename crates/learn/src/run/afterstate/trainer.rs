use super::benchmark::win_rate;
use super::{AfterstateFolder, AfterstateRun};
use crate::afterstate::{LessonWeights, PositionLessons, SelfGames, SparseLearner, Step};
use crate::checkpoint::changed_field;
use crate::run::run_folder::read_network_for;
use crate::run::{BadRun, Fault, TrainingLimits};
use crate::searched::order;
use crate::selfplay::mix;
use crate::{LearnerState, Trouble};
use kontra_agents::ontop::network::{LAYOUT, PositionNetwork, VERSION};
use kontra_nets::sparse::SparseNetwork;
use std::path::Path;
use std::time::Instant;

/// Where a run stands.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AfterstateProgress {
    /// Rounds that are done.
    pub round: u64,
    /// Training steps.
    pub step: u64,
    /// Games.
    pub games: u64,
    /// Lessons.
    pub lessons: u64,
}

/// What a run came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AfterstateSummary {
    /// Where it stands.
    pub progress: AfterstateProgress,
    /// Whether that is the last round.
    pub complete: bool,
    /// The share of games won in the last benchmark, and half the width of its interval.
    pub benchmark: Option<(f64, f64)>,
}

/// A run that can be stopped at any moment and resumed.
///
/// A round is games, then learning from them. At the end of each segment of some rounds a checkpoint is written; a run that
/// was stopped and resumed gives the same weights, bit by bit, as one that was not.
#[derive(Debug)]
pub struct AfterstateTrainer {
    run: AfterstateRun,
    text: String,
    learner: SparseLearner,
    output: AfterstateFolder,
    threads: usize,
    progress: AfterstateProgress,
}

/// What may change between a run and its continuation.
const FREE: [&str; 3] = ["benchmark.every", "benchmark.deals", "benchmark.opponent"];
/// Bits that a position sets, about: it only scales the first weights.
const ACTIVE: usize = 300;

impl AfterstateTrainer {
    /// Begins a run in an empty folder, or resumes the one that is there.
    pub fn new(
        text: &str,
        folder: &Path,
        resume: bool,
        threads: usize,
        mut note: impl FnMut(&str),
    ) -> Result<AfterstateTrainer, Fault> {
        let run = AfterstateRun::read(text)?;
        let shape = PositionNetwork::shape(run.width);
        let output = AfterstateFolder::new(folder);
        let found = if resume { output.load(&shape.graph())? } else { None };
        BadRun::check_folder(folder, found.is_some(), resume, output.is_begun())?;
        let first = SparseLearner::first(shape, ACTIVE, mix(run.seed));
        let first = first.ok_or_else(|| Trouble("network: its sizes cannot be used".to_owned()))?;
        let mut learner = SparseLearner::new(first, run.training.parts, threads);
        let mut progress = AfterstateProgress::default();
        if let Some((checkpoint, found, refused)) = found {
            refused.iter().for_each(|sentence| note(sentence));
            if let Some(sentence) = changed_field(&checkpoint.configuration, text, &FREE)? {
                return Err(BadRun(sentence).into());
            }
            learner.restore(&checkpoint.state)?;
            progress = found;
        } else if let Some(path) = &run.start {
            let start = read_network_for(path, &shape.graph(), (LAYOUT, VERSION))?;
            learner.restore(&LearnerState::fresh(start))?;
        }
        Ok(AfterstateTrainer { run, text: text.to_owned(), learner, output, threads, progress })
    }

    /// The same run, written by this program: checkpoints and networks tell it.
    pub fn made_by(mut self, program: &str) -> AfterstateTrainer {
        program.clone_into(&mut self.output.program);
        self
    }

    /// The run.
    pub fn run(&self) -> &AfterstateRun {
        &self.run
    }

    /// How many numbers the network has.
    pub fn parameters(&self) -> usize {
        let graph = self.learner.network().shape().graph();
        kontra_nets::Layout::new(&graph).parameter_count()
    }

    /// Where it stands.
    pub fn progress(&self) -> AfterstateProgress {
        self.progress
    }

    /// Learns up to the end or a limit. `say` is told a line for each segment.
    pub fn train(
        &mut self,
        limits: TrainingLimits,
        mut say: impl FnMut(&str),
    ) -> Result<AfterstateSummary, Trouble> {
        let (begin, mut longest, mut done) = (Instant::now(), 0.0_f64, 0);
        let mut benchmark = None;
        if self.progress.round > 0 {
            // A run that was killed right after its last checkpoint has the networks of the one before.
            self.write_networks(&self.learner.state()?)?;
        }
        while self.progress.round < self.run.rounds
            && limits.segments.is_none_or(|most| done < most)
        {
            let now = begin.elapsed().as_secs_f64();
            if limits.minutes.is_some_and(|minutes| now + longest > 60.0 * minutes) {
                break;
            }
            benchmark = self.segment(begin, &mut say)?.or(benchmark);
            longest = longest.max(begin.elapsed().as_secs_f64() - now);
            done += 1;
        }
        let complete = self.progress.round >= self.run.rounds;
        Ok(AfterstateSummary { progress: self.progress, complete, benchmark })
    }

    /// Some rounds, with their checkpoint.
    fn segment(
        &mut self,
        begin: Instant,
        say: &mut impl FnMut(&str),
    ) -> Result<Option<(f64, f64)>, Trouble> {
        let end = (self.progress.round / self.run.segment + 1) * self.run.segment;
        let (start, games) = (Instant::now(), self.progress.games);
        let (mut playing, mut learning) = (0.0, 0.0);
        while self.progress.round < end.min(self.run.rounds) {
            let now = Instant::now();
            let lessons = self.play()?;
            playing += now.elapsed().as_secs_f64();
            let now = Instant::now();
            self.learn(&lessons);
            learning += now.elapsed().as_secs_f64();
        }
        let losses = self.learner.losses();
        let state = self.learner.state()?;
        // The checkpoint first: what follows can be made again from it.
        self.output.save(&state, &self.text, self.progress)?;
        self.write_networks(&state)?;
        // Of the round that was played last.
        let rate = self.run.training.rate.at(self.progress.round - 1);
        let benchmark = self.benchmark()?;
        let seconds = begin.elapsed().as_secs_f64();
        self.output.log(self.progress, seconds, rate, losses, benchmark)?;
        let won = benchmark.map_or(String::new(), |(won, half)| {
            format!(", won {:.1} ± {:.1} %", 100.0 * won, 100.0 * half)
        });
        say(&format!(
            "round {} of {}: {} games, {:.0} games/s, playing {playing:.1} s, learning {learning:.1} s, losses {:.5} and {:.4}, \
             rate {rate:.1e}{won}",
            self.progress.round,
            self.run.rounds,
            self.progress.games,
            (self.progress.games - games) as f64 / start.elapsed().as_secs_f64().max(1e-9),
            losses[0],
            losses[1],
        ));
        Ok(benchmark)
    }

    fn write_networks(&self, state: &LearnerState) -> Result<(), Trouble> {
        let graph = self.learner.network().shape().graph();
        self.output.write_networks(&graph, &state.average, &self.run, self.progress)
    }

    /// The games of a round.
    fn play(&mut self) -> Result<PositionLessons, Trouble> {
        let network = playable(Some(self.learner.network().clone()))?;
        let selfplay = &self.run.selfplay;
        let games = SelfGames {
            games: selfplay.games,
            lineups: selfplay.lineups,
            lambda: selfplay.lambda.at(self.progress.round),
            curiosity: selfplay.curiosity,
            seed: mix(self.run.seed ^ mix(self.progress.round + 1)),
            threads: self.threads,
        };
        let lessons = games.play(&network);
        self.progress.games += selfplay.games;
        self.progress.lessons += lessons.len() as u64;
        Ok(lessons)
    }

    /// Learns from the games of a round.
    fn learn(&mut self, lessons: &PositionLessons) {
        let training = &self.run.training;
        let step = Step {
            rate: training.rate.at(self.progress.round),
            decay: training.decay,
            average: training.average,
            weights: LessonWeights { scores: training.scores, last_stones: training.last_stones },
        };
        let seed = mix(self.run.seed ^ mix(self.progress.round) ^ 0x6f72_6465);
        let all = lessons.len() * training.uses as usize;
        let order = order(lessons.len(), all, seed);
        // A rest too small for a step is left out.
        for numbers in order.chunks_exact(training.batch.min(order.len().max(1))) {
            self.learner.learn(lessons, numbers, step);
        }
        self.progress.step = self.learner.steps();
        self.progress.round += 1;
    }

    /// The network as it stands, with averaged weights.
    pub fn network(&self) -> Result<PositionNetwork, Trouble> {
        playable(self.learner.averaged())
    }

    fn benchmark(&self) -> Result<Option<(f64, f64)>, Trouble> {
        let wanted = &self.run.benchmark;
        let segment = self.progress.round.div_ceil(self.run.segment);
        let last = self.progress.round >= self.run.rounds;
        if wanted.every == 0 || wanted.deals == 0 || !(last || segment.is_multiple_of(wanted.every))
        {
            return Ok(None);
        }
        let seed = mix(self.run.seed ^ 0x6265_6e63);
        win_rate(wanted, &self.network()?, seed, self.threads).map(Some)
    }
}

fn playable(network: Option<SparseNetwork>) -> Result<PositionNetwork, Trouble> {
    let found = network.and_then(PositionNetwork::new);
    found.ok_or_else(|| Trouble("network: its sizes cannot be used".to_owned()))
}
