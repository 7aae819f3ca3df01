use super::batch_player::BatchPlayer;
use super::critic::CpuCritic;
use super::engine::{Batch, LossSums, PassEngine};
use super::parallel;
use super::tape::Tape;
use super::taught::TaughtRing;
use crate::loss::{self, LossOutput};
use crate::random::{self, BATCH};
use crate::{
    AnswerNoise, Learner, LearnerSetup, LearnerState, Losses, Optimizer, Ring, Samples, Teacher,
    Trouble, choose,
};
use kontra_nets::{Graph, Value, Weights};

/// A learner on the CPU: the reference for other devices.
///
/// Questions are answered at once. Weights, answers and losses are the same on any number of threads.
pub struct CpuLearner {
    setup: LearnerSetup,
    engine: PassEngine<f32>,
    /// For a look ahead of the samples of a batch.
    critic: Option<CpuCritic>,
    teacher: Option<TaughtRing>,
    optimizer: Optimizer,
    ring: Ring,
    weights: Weights,
    average: Weights,
    moments: [Vec<f32>; 2],
    gradient: Vec<f32>,
    step: u64,
    players: Vec<BatchPlayer>,
    values: Vec<f32>,
    answers: Vec<Vec<u8>>,
    seen: Seen,
}

/// Sums over the steps since the last look.
#[derive(Default)]
struct Seen {
    sums: LossSums,
    steps: u64,
}

impl CpuLearner {
    /// A learner with first weights, on some threads.
    pub fn new(setup: &LearnerSetup, threads: usize) -> Result<CpuLearner, Trouble> {
        setup.check()?;
        let weights = setup.first_weights();
        let zeros = || vec![0.0; weights.parameters().len()];
        let engine: PassEngine<f32> = PassEngine::new(setup.training_graph(), threads);
        let playing = setup.playing_weights(&weights);
        let player = || BatchPlayer::new(&setup.graph, &playing, setup.words, engine.threads());
        Ok(CpuLearner {
            players: (0..=setup.others).map(|_| player()).collect(),
            values: vec![],
            critic: CpuCritic::new(setup, threads),
            teacher: None,
            engine,
            optimizer: Optimizer::AdamW { betas: setup.betas, decay: setup.decay },
            ring: Ring::new(setup),
            average: weights.clone(),
            moments: [zeros(), zeros()],
            gradient: zeros(),
            step: 0,
            answers: vec![vec![]; setup.groups],
            seen: Seen::default(),
            weights,
            setup: setup.clone(),
        })
    }

    /// The same learner, which learns the values of a teacher in place of final scores. Facts are learnt from games as before.
    pub fn taught_by(mut self, teacher: Teacher) -> Result<CpuLearner, Trouble> {
        self.teacher = Some(TaughtRing::new(teacher, &self.setup, self.engine.threads())?);
        Ok(self)
    }

    /// Checks a question; gives the number of positions.
    fn count(&self, player: usize, bits: &[u64]) -> Result<usize, Trouble> {
        let (words, players) = (self.setup.words, self.players.len());
        if !bits.len().is_multiple_of(words) {
            return Err(Trouble(format!("question: expected positions of {words} words")));
        }
        if player >= players {
            return Err(Trouble(format!(
                "question: expected a player below {players}, found {player}"
            )));
        }
        Ok(bits.len() / words)
    }

    fn player(&self, weights: &Weights) -> BatchPlayer {
        BatchPlayer::new(&self.setup.graph, weights, self.setup.words, self.engine.threads())
    }

    fn make_step(&mut self, rate: f32) {
        let setup = &self.setup;
        // everything random in a step goes by the step's number, counted from 1
        self.step += 1;
        let (samples, seed, step) = (self.ring.samples(), setup.seed, self.step);
        let drawn: Vec<usize> = (0..setup.batch as u32)
            .map(|lane| random::word(seed, BATCH, step, lane))
            .map(|word| random::below(word, samples.len() as u32) as usize)
            .collect();
        let fill = |input: Value, rows: std::ops::Range<usize>, out: &mut [f32]| {
            // The second input is a critic's.
            fill_bits(samples, setup.graph.nodes().get(input.0).is_none(), &drawn[rows], out);
        };
        let later = self.critic.as_mut().map(|critic| {
            critic.later_values(setup, samples, &drawn, step, self.weights.parameters())
        });
        let (teacher, later) = (self.teacher.as_ref(), later.as_deref());
        let loss = |tape: &mut Tape<f32>| loss_of(setup, samples, &drawn, later, teacher, tape);
        let batch = Batch { samples: setup.batch, seed, step, fill: &fill, loss: &loss };
        let (parameters, statistics) = self.weights.lists_mut();
        let sums = self.engine.train(parameters, statistics, batch, &mut self.gradient);
        self.seen.sums.iter_mut().zip(sums).for_each(|(all, x)| *all += x);
        self.seen.steps += 1;
        self.update(rate);
    }

    /// Moves the weights along the gradient, and their average after them.
    fn update(&mut self, rate: f32) {
        const SIZE: usize = 1 << 14;
        let (optimizer, step, keep) = (self.optimizer, self.step, self.setup.average);
        let (parameters, statistics) = self.weights.lists_mut();
        let (averages, average_statistics) = self.average.lists_mut();
        let [first, second] = &mut self.moments;
        let moments = first.chunks_mut(SIZE).zip(second.chunks_mut(SIZE));
        let weights = parameters.chunks_mut(SIZE).zip(averages.chunks_mut(SIZE));
        let jobs = weights.zip(self.gradient.chunks(SIZE)).zip(moments);
        parallel::each(self.engine.threads(), jobs, |(((w, average), g), (m, v))| {
            optimizer.step(step, rate, w, g, [m, v]);
            follow(average, w, keep);
        });
        // statistics follow the batches by themselves
        average_statistics.copy_from_slice(statistics);
    }
}

/// Moves an average towards the newest numbers.
fn follow(average: &mut [f32], newest: &[f32], keep: f32) {
    for (a, x) in average.iter_mut().zip(newest) {
        *a = if keep == 0.0 { *x } else { *a + (*x - *a) * (1.0 - keep) };
    }
}

/// Writes positions, or what is hidden in them, which comes first among the flags.
pub(super) fn fill_bits(samples: &Samples, hidden: bool, drawn: &[usize], out: &mut [f32]) {
    let width = out.len() / drawn.len().max(1);
    let (list, words) = match hidden {
        false => (&samples.bits, samples.words),
        true => (&samples.flags, samples.flag_words),
    };
    for (n, out) in drawn.iter().zip(out.chunks_exact_mut(width)) {
        expand(&list[n * words..][..words], out);
    }
}

/// Bits as zeros and ones.
pub(super) fn expand(bits: &[u64], out: &mut [f32]) {
    for (word, out) in bits.iter().zip(out.chunks_mut(64)) {
        for (bit, x) in out.iter_mut().enumerate() {
            *x = (word >> bit & 1) as f32;
        }
    }
}

/// How far behind the best answer others still count beside a teacher, in the network's unit.
const REACH: f32 = 0.25;

/// The loss of one part of a batch: sums of squared errors, cross-entropies, targets and their squares, and the critic's squared errors.
fn loss_of(
    setup: &LearnerSetup,
    samples: &Samples,
    drawn: &[usize],
    later: Option<&[f32]>,
    teacher: Option<&TaughtRing>,
    tape: &mut Tape<f32>,
) -> LossSums {
    let drawn = &drawn[tape.samples.clone()];
    let answers: Vec<u8> = drawn.iter().map(|n| samples.answers[*n]).collect();
    let told = teacher.map(|teacher| teacher.gather(drawn));
    let targets: Vec<f32> = match &told {
        Some(told) => told.best().collect(),
        None => drawn.iter().map(|n| samples.targets[*n]).collect(),
    };
    let scale = 1.0 / setup.batch as f32;
    let mut sums = LossSums::default();
    let critic = setup.critic.as_ref().and_then(|critic| {
        let value = critic.graph.output("critic")?;
        let (values, gradient) = tape.with_gradient(value);
        let output = LossOutput { columns: 1, values, gradient };
        sums[4] = loss::squared(output, &targets, &vec![1.0; targets.len()], scale);
        let outcomes = later.map_or(&targets[..], |later| &later[tape.samples.clone()]);
        let gains = outcomes.iter().zip(tape.value(value)).map(|(outcome, v)| outcome - v);
        Some((gains.collect::<Vec<f32>>(), critic.weight))
    });
    if let Some(value) = setup.graph.output("values") {
        let (values, gradient) = tape.with_gradient(value);
        let output = LossOutput { columns: setup.answers + 1, values, gradient };
        sums[0] = match (critic, &told) {
            (Some((gains, weight)), _) => {
                loss::beside_critic(output, &answers, &targets, &gains, weight, scale)
            }
            (None, Some(told)) => loss::taught(output, &told.lesson(REACH), scale),
            (None, None) => loss::chosen_value(output, &answers, &targets, scale),
        };
    }
    if let Some(value) = setup.graph.output("flags").filter(|_| setup.flags > 0) {
        let words = samples.flag_words;
        let gather = |list: &[u64]| -> Vec<u64> {
            drawn.iter().flat_map(|n| &list[n * words..][..words]).copied().collect()
        };
        let (flags, known) = (gather(&samples.flags), gather(&samples.known));
        let (values, gradient) = tape.with_gradient(value);
        let output = LossOutput { columns: setup.flags, values, gradient };
        sums[1] = loss::flags(output, &flags, &known, scale * setup.flag_weight);
    }
    sums[2] = targets.iter().map(|t| f64::from(*t)).sum();
    sums[3] = targets.iter().map(|t| f64::from(*t).powi(2)).sum();
    sums
}

/// Both moments of a state, each with this many numbers.
pub(super) fn moments_of(state: &LearnerState, length: usize) -> Result<[Vec<f32>; 2], Trouble> {
    let [first, second] = &state.moments[..] else {
        let found = state.moments.len();
        return Err(Trouble(format!("state: expected 2 moments, found {found}")));
    };
    if first.len() != length || second.len() != length {
        return Err(Trouble(format!("state: expected moments of {length} numbers")));
    }
    Ok([first.clone(), second.clone()])
}

pub(super) fn same_shape(graph: &Graph, weights: &Weights) -> Result<(), Trouble> {
    let wanted = Weights::zeros(graph);
    let fits = wanted.parameters().len() == weights.parameters().len()
        && wanted.statistics().len() == weights.statistics().len();
    fits.then_some(()).ok_or_else(|| {
        let (wanted, found) = (wanted.parameters().len(), weights.parameters().len());
        Trouble(format!("weights: expected {wanted} for this network, found {found}"))
    })
}

impl Learner for CpuLearner {
    fn ask(
        &mut self,
        player: usize,
        group: usize,
        bits: &[u64],
        legal: &[u64],
        noise: &AnswerNoise,
        seed: u64,
    ) -> Result<(), Trouble> {
        let count = self.count(player, bits)?;
        if legal.len() != count || group >= self.answers.len() {
            return Err(Trouble(format!(
                "question: expected {count} sets of legal answers and a group below {}, found {} and {group}",
                self.answers.len(),
                legal.len()
            )));
        }
        let columns = self.setup.answers + 1;
        self.values.resize(count * columns, 0.0);
        self.players[player].evaluate(bits, vec![("values", &mut self.values)]);
        let mask = u64::MAX >> (64 - self.setup.answers);
        let rows = self.values.chunks_exact(columns).zip(legal).enumerate();
        let answers = rows.map(|(n, (values, legal))| choose(values, legal & mask, noise, seed, n));
        let answers: Option<Vec<u8>> = answers.collect();
        self.answers[group] = answers.ok_or_else(|| {
            Trouble("question: expected a legal answer to every position".to_owned())
        })?;
        Ok(())
    }

    fn answers(&mut self, group: usize, out: &mut [u8]) -> Result<(), Trouble> {
        match self.answers.get(group) {
            Some(answers) if answers.len() == out.len() => {
                out.copy_from_slice(answers);
                Ok(())
            }
            _ => Err(Trouble(format!(
                "answers: group {group} has not asked {} positions",
                out.len()
            ))),
        }
    }

    fn evaluate(
        &mut self,
        bits: &[u64],
        values: &mut Vec<f32>,
        flags: &mut Vec<f32>,
    ) -> Result<(), Trouble> {
        let count = self.count(0, bits)?;
        for out in [&mut *values, &mut *flags] {
            out.clear();
        }
        values.resize(count * (self.setup.answers + 1), 0.0);
        flags.resize(count * self.setup.flags, 0.0);
        let mut outputs = vec![("values", &mut values[..])];
        if self.setup.flags > 0 {
            outputs.push(("flags", &mut flags[..]));
        }
        self.players[0].evaluate(bits, outputs);
        Ok(())
    }

    fn remember(&mut self, samples: &Samples) -> Result<(), Trouble> {
        let bad = samples.answers.iter().find(|a| usize::from(**a) >= self.setup.answers);
        if let Some(answer) = bad {
            let answers = self.setup.answers;
            return Err(Trouble(format!(
                "samples: expected answers below {answers}, found {answer}"
            )));
        }
        self.ring.add(samples)?;
        if let Some(teacher) = &mut self.teacher {
            teacher.add(samples);
        }
        Ok(())
    }

    fn forget(&mut self) {
        self.ring.clear();
        if let Some(teacher) = &mut self.teacher {
            teacher.clear();
        }
    }

    fn train(&mut self, steps: usize, rate: f32) -> Result<(), Trouble> {
        if self.ring.is_empty() {
            return Ok(());
        }
        for _ in 0..steps {
            self.make_step(rate);
        }
        Ok(())
    }

    fn refresh(&mut self, averaged: bool) -> Result<(), Trouble> {
        let weights = if averaged { &self.average } else { &self.weights };
        self.players[0] = self.player(&self.setup.playing_weights(weights));
        Ok(())
    }

    fn seat(&mut self, player: usize, weights: &Weights) -> Result<(), Trouble> {
        same_shape(&self.setup.graph, weights)?;
        if !(1..self.players.len()).contains(&player) {
            let end = self.players.len();
            return Err(Trouble(format!("players: expected 1 to below {end}, found {player}")));
        }
        self.players[player] = self.player(weights);
        Ok(())
    }

    fn losses(&mut self) -> Result<Losses, Trouble> {
        let Seen { sums, steps } = std::mem::take(&mut self.seen);
        let samples = (steps * self.setup.batch as u64).max(1) as f64;
        let [value, flags, target, square, critic] = sums.map(|sum| sum / samples);
        let variance = (square - target * target) as f32;
        let [value, flags, critic] = [value, flags, critic].map(|mean| mean as f32);
        Ok(Losses { value, critic, flags, variance, steps })
    }

    fn state(&mut self) -> Result<LearnerState, Trouble> {
        Ok(LearnerState {
            weights: self.weights.clone(),
            average: self.average.clone(),
            moments: self.moments.to_vec(),
            step: self.step,
        })
    }

    fn restore(&mut self, state: &LearnerState) -> Result<(), Trouble> {
        same_shape(self.setup.training_graph(), &state.weights)?;
        same_shape(self.setup.training_graph(), &state.average)?;
        let moments = moments_of(state, self.weights.parameters().len())?;
        self.weights.clone_from(&state.weights);
        self.average.clone_from(&state.average);
        self.moments = moments;
        self.step = state.step;
        self.seen = Seen::default();
        self.refresh(false)
    }
}
