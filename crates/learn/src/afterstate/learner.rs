use super::{PositionLesson, PositionLessons};
use crate::cpu::parallel::each;
use crate::{LearnerState, Optimizer, Trouble};
use kontra_agents::ontop::network::{LAST_STONES, OUTPUTS, SCORES, WINS, softmax};
use kontra_nets::Weights;
use kontra_nets::sparse::{SparseNetwork, SparseShape, Trace};

/// A learner of sparse networks, on some threads.
///
/// A batch is cut into parts, the same on any number of threads; their gradients are added in order.
#[derive(Clone, Debug)]
pub struct SparseLearner {
    network: SparseNetwork,
    average: Vec<f32>,
    moments: [Vec<f32>; 2],
    step: u64,
    gradients: Vec<Vec<f32>>,
    losses: Vec<LessonLosses>,
    threads: usize,
}

/// How much each thing that is learned counts, beside the chances to win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LessonWeights {
    /// Final points less stones.
    pub scores: f32,
    /// Last stones.
    pub last_stones: f32,
}

/// How a step is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// The learning rate.
    pub rate: f32,
    /// The share of the weights that is lost, times the rate.
    pub decay: f32,
    /// How much of the average is kept.
    pub average: f32,
    /// What counts how much.
    pub weights: LessonWeights,
}

/// How far the network was from what it should have said: sums over lessons.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct LessonLosses {
    /// Squared error of the first side's share of a win.
    wins: f64,
    /// Squared error of final scores, in tens.
    scores: f64,
    /// Lessons.
    count: u64,
}

/// Numbers that one thread updates at a time.
const STRETCH: usize = 1 << 13;
/// The moments of Adam.
const BETAS: [f32; 2] = [0.9, 0.999];

impl SparseLearner {
    /// A learner that begins with these numbers, and divides a batch into this many parts.
    pub fn new(network: SparseNetwork, parts: usize, threads: usize) -> SparseLearner {
        let zeros = vec![0.0; network.numbers().len()];
        SparseLearner {
            average: network.numbers().to_vec(),
            moments: [zeros.clone(), zeros.clone()],
            step: 0,
            gradients: vec![zeros; parts.max(1)],
            losses: vec![LessonLosses::default(); parts.max(1)],
            network,
            threads,
        }
    }

    /// First numbers: rows as for `active` bits that are set, heads that say nothing.
    pub fn first(shape: SparseShape, active: usize, seed: u64) -> Option<SparseNetwork> {
        use crate::{First, first_weights};
        let graph = shape.graph();
        let mut weights = first_weights(&graph, First::He, true, seed);
        let scale = (shape.inputs as f32 / active as f32).sqrt();
        let rows = shape.inputs * shape.width;
        weights.parameters_mut()[..rows].iter_mut().for_each(|w| *w *= scale);
        SparseNetwork::new(shape, shape.to_flat(weights.parameters()))
    }

    /// The network.
    pub fn network(&self) -> &SparseNetwork {
        &self.network
    }

    /// The network with averaged numbers.
    pub fn averaged(&self) -> Option<SparseNetwork> {
        SparseNetwork::new(self.network.shape(), self.average.clone())
    }

    /// Steps made.
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// One step on these lessons.
    pub fn learn(&mut self, lessons: &PositionLessons, numbers: &[u32], step: Step) {
        let size = numbers.len().div_ceil(self.gradients.len()).max(1);
        let network = &self.network;
        let parts = self.gradients.iter_mut().zip(&mut self.losses).zip(numbers.chunks(size));
        let jobs: Vec<_> = parts.collect();
        each(self.threads, jobs.into_iter(), |((gradient, losses), numbers)| {
            for &number in numbers {
                let lesson = lessons.get(number as usize);
                let head = usize::from(lesson.answer.head);
                let trace = network.trace(lesson.rows, head);
                let outputs = error(&lesson, &trace, step.weights, losses);
                network.add_gradient(lesson.rows, head, &trace, &outputs, gradient);
            }
        });
        self.step += 1;
        self.update(1.0 / numbers.len().max(1) as f32, step);
    }

    /// Adds the gradients up, steps along them and empties them.
    fn update(&mut self, scale: f32, step: Step) {
        let [first, second] = &mut self.moments;
        let mut gradients: Vec<_> =
            self.gradients.iter_mut().map(|part| part.chunks_mut(STRETCH)).collect();
        let weights = self.network.numbers_mut().chunks_mut(STRETCH);
        let lists = weights
            .zip(self.average.chunks_mut(STRETCH))
            .zip(first.chunks_mut(STRETCH).zip(second.chunks_mut(STRETCH)));
        let jobs: Vec<_> = lists
            .map(|lists| {
                let parts: Vec<&mut [f32]> =
                    gradients.iter_mut().filter_map(Iterator::next).collect();
                (lists, parts)
            })
            .collect();
        let (number, optimizer) = (self.step, Optimizer::AdamW { betas: BETAS, decay: step.decay });
        each(self.threads, jobs.into_iter(), |(((weights, average), (m, v)), mut parts)| {
            let mut sum = [0.0; STRETCH];
            let sum = &mut sum[..weights.len()];
            for part in &mut parts {
                for (sum, g) in sum.iter_mut().zip(part.iter_mut()) {
                    *sum += std::mem::take(g);
                }
            }
            sum.iter_mut().for_each(|g| *g *= scale);
            optimizer.step(number, step.rate, weights, sum, [m, v]);
            for (a, w) in average.iter_mut().zip(weights.iter()) {
                *a += (*w - *a) * (1.0 - step.average);
            }
        });
    }

    /// What was lost since the last call, on average.
    pub fn losses(&mut self) -> [f64; 2] {
        let mut all = LessonLosses::default();
        for part in &mut self.losses {
            let LessonLosses { wins, scores, count } = std::mem::take(part);
            all.wins += wins;
            all.scores += scores;
            all.count += count;
        }
        [all.wins, all.scores].map(|sum| sum / all.count.max(1) as f64)
    }

    /// What a checkpoint keeps, in the order of files.
    pub fn state(&self) -> Result<LearnerState, Trouble> {
        let shape = self.network.shape();
        let weights = |list: &[f32]| {
            let found = shape.weights(list);
            found.ok_or_else(|| Trouble("network: expected numbers of its shape".to_owned()))
        };
        Ok(LearnerState {
            weights: weights(self.network.numbers())?,
            average: weights(&self.average)?,
            moments: self.moments.iter().map(|list| shape.to_weights(list)).collect(),
            step: self.step,
        })
    }

    /// Continues from a checkpoint.
    pub fn restore(&mut self, state: &LearnerState) -> Result<(), Trouble> {
        let shape = self.network.shape();
        let [first, second] = &state.moments[..] else {
            let found = state.moments.len();
            return Err(Trouble(format!(
                "checkpoint: expected two lists of moments, found {found}"
            )));
        };
        let flat = |weights: &Weights| shape.to_flat(weights.parameters());
        self.network.numbers_mut().copy_from_slice(&flat(&state.weights));
        self.average = flat(&state.average);
        self.moments = [shape.to_flat(first), shape.to_flat(second)];
        self.step = state.step;
        Ok(())
    }
}

/// How the outputs should change, and what was lost.
fn error(
    lesson: &PositionLesson<'_>,
    trace: &Trace,
    weights: LessonWeights,
    losses: &mut LessonLosses,
) -> [f32; kontra_nets::sparse::OUTPUTS] {
    let (answer, said) = (lesson.answer, &trace.outputs);
    let mut error = [0.0; kontra_nets::sparse::OUTPUTS];
    let sides = usize::from(answer.sides);
    let wins = softmax(&said[WINS..WINS + 4], sides);
    for side in 0..sides {
        error[WINS + side] = wins[side] - answer.wins[side];
    }
    losses.wins += f64::from((wins[0] - answer.wins[0]).powi(2));
    for slot in 0..4 {
        let off = said[SCORES + slot] - answer.scores[slot];
        error[SCORES + slot] = weights.scores * off;
        losses.scores += f64::from(off * off) / 4.0;
        let placed = f32::from(answer.last_stones >> slot & 1);
        let likely = 1.0 / (1.0 + (-said[LAST_STONES + slot]).exp());
        error[LAST_STONES + slot] = weights.last_stones * (likely - placed);
    }
    losses.count += 1;
    const { assert!(LAST_STONES + 4 == OUTPUTS) };
    error
}
