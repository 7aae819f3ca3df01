//! Losses over a batch: each adds its gradient to those of the outputs, and gives its sum over the samples.
//!
//! `scale` multiplies the gradient, and only that: for the mean over a batch it is one over the batch's size.
//! Bits lie in words of 64, as many words in a row as its columns need.

use crate::cpu::{Number, sigmoid};
use kontra_nets::{Graph, Layout, Op, Value};
use serde::{Deserialize, Serialize};

/// A matrix of outputs, row by row, with the gradient that a loss adds to.
pub struct LossOutput<'a, T> {
    /// Numbers in a row.
    pub columns: usize,
    /// The outputs.
    pub values: &'a [T],
    /// Their gradient.
    pub gradient: &'a mut [T],
}

/// The bit of one row and column.
fn bit(words: &[u64], row: usize, columns: usize, column: usize) -> bool {
    words[row * columns.div_ceil(64) + column / 64] >> (column % 64) & 1 == 1
}

/// The squared error of the value of the answer that was given: its own column plus the last one, which all answers share.
pub fn chosen_value<T: Number>(
    output: LossOutput<'_, T>,
    answers: &[u8],
    targets: &[f32],
    scale: T,
) -> f64 {
    let LossOutput { columns, values, gradient } = output;
    let rows = values.chunks_exact(columns).zip(gradient.chunks_exact_mut(columns));
    let mut sum = 0.0;
    for ((values, gradient), (answer, target)) in rows.zip(answers.iter().zip(targets)) {
        let answer = *answer as usize;
        let error = values[answer] + values[columns - 1] - T::of(*target);
        sum += error.wide() * error.wide();
        let slope = error * scale * T::of(2.0);
        gradient[answer] += slope;
        gradient[columns - 1] += slope;
    }
    sum
}

/// The same beside a critic: the answer's own column learns `gains`, by how much things turned out better than the critic expected, and counts
/// `weight` times as much; the last column learns the target. Gives the squared error of their sum.
pub fn beside_critic<T: Number>(
    output: LossOutput<'_, T>,
    answers: &[u8],
    targets: &[f32],
    gains: &[T],
    weight: f32,
    scale: T,
) -> f64 {
    let LossOutput { columns, values, gradient } = output;
    let rows = values.chunks_exact(columns).zip(gradient.chunks_exact_mut(columns));
    let mut sum = 0.0;
    for (row, (values, gradient)) in rows.enumerate() {
        let (answer, target) = (answers[row] as usize, T::of(targets[row]));
        let (own, shared) = (values[answer], values[columns - 1]);
        let error = own + shared - target;
        sum += error.wide() * error.wide();
        gradient[answer] += (own - gains[row]) * scale * T::of(2.0 * weight);
        gradient[columns - 1] += (shared - target) * scale * T::of(2.0);
    }
    sum
}

/// What a teacher says of a batch.
pub struct TeacherValues<'a> {
    /// Legal answers, as bits.
    pub legal: &'a [u64],
    /// The value of every answer of every row; only legal ones count.
    pub values: &'a [f32],
    /// Which answers count: one that is worse than the best one by this much counts a third of it, and so on.
    pub reach: f32,
    /// How much differences between answers count beside the mean, which all answers share.
    pub weight: f32,
}

/// The squared error of the values of all legal answers beside a teacher's, each by how close it comes to the best one: what is
/// far behind will not be played, and need not be known well. Where the weight is 1, that is all; with more, the part of the
/// error in which answers differ counts as many times as much, because it decides what is played.
pub fn taught<T: Number>(output: LossOutput<'_, T>, taught: &TeacherValues<'_>, scale: T) -> f64 {
    let LossOutput { columns, values, gradient } = output;
    let answers = columns - 1;
    let rows = values.chunks_exact(columns).zip(gradient.chunks_exact_mut(columns));
    let told = taught.legal.iter().zip(taught.values.chunks_exact(answers));
    let mut sum = 0.0;
    for ((values, gradient), (legal, targets)) in rows.zip(told) {
        let legal = || (0..answers).filter(|answer| legal >> answer & 1 == 1);
        let best = legal().map(|answer| targets[answer]).fold(f32::NEG_INFINITY, f32::max);
        let weight = |answer: usize| f64::from((targets[answer] - best) / taught.reach).exp();
        let all: f64 = legal().map(weight).sum();
        let share = |answer: usize| weight(answer) / all;
        let error =
            |answer: usize| (values[answer] + values[answers] - T::of(targets[answer])).wide();
        let mean: f64 = legal().map(|answer| share(answer) * error(answer)).sum();
        sum += mean * mean;
        for answer in legal() {
            let apart = error(answer) - mean;
            let counted = f64::from(taught.weight) * apart;
            sum += share(answer) * counted * apart;
            let slope = scale * T::round(2.0 * share(answer) * (mean + counted));
            gradient[answer] += slope;
            gradient[answers] += slope;
        }
    }
    sum
}

/// The squared error of a column of values, each sample with its weight.
pub fn squared<T: Number>(
    output: LossOutput<'_, T>,
    targets: &[f32],
    weights: &[f32],
    scale: T,
) -> f64 {
    let LossOutput { columns, values, gradient } = output;
    let mut sum = 0.0;
    for (row, (target, weight)) in targets.iter().zip(weights).enumerate() {
        let error = values[row * columns] - T::of(*target);
        sum += error.wide() * error.wide() * f64::from(*weight);
        gradient[row * columns] += error * scale * T::of(2.0 * weight);
    }
    sum
}

/// For every sample, the mean over its known flags of the cross-entropy of the logistic function; 0 where none is known.
pub fn flags<T: Number>(output: LossOutput<'_, T>, flags: &[u64], known: &[u64], scale: T) -> f64 {
    let LossOutput { columns, values, gradient } = output;
    let (mut sum, one) = (0.0, T::of(1.0));
    for row in 0..values.len() / columns {
        let counted = (0..columns).filter(|c| bit(known, row, columns, *c));
        let count = counted.clone().count();
        let mut entropy = 0.0;
        for column in counted {
            let x = values[row * columns + column];
            let is = bit(flags, row, columns, column);
            // ln(1 + eˣ) − x where the flag is set, without overflow
            let wide = x.wide();
            entropy += (-wide.abs()).exp().ln_1p() + wide.max(0.0);
            entropy -= if is { wide } else { 0.0 };
            let target = if is { one } else { T::of(0.0) };
            let share = scale * T::round(1.0 / count as f64);
            gradient[row * columns + column] += (sigmoid(x) - target) * share;
        }
        sum += entropy / count.max(1) as f64;
    }
    sum
}

/// What a policy learns from.
pub struct Policy<'a> {
    /// Legal answers, as bits.
    pub legal: &'a [u64],
    /// The distribution to come close to; zero where an answer is not legal.
    pub targets: &'a [f32],
    /// How much each sample counts.
    pub weights: &'a [f32],
    /// Gastegger 2024 (tables C.5 to C.12), 'non-validity penalty': how much the probability of answers that are not legal
    /// counts. It is that of the softmax over all answers.
    pub penalty: f32,
}

/// Cross-entropy of the softmax over legal answers, and the penalty of what the softmax over all answers gives to others.
/// Gives both sums.
pub fn policy<T: Number>(output: LossOutput<'_, T>, policy: &Policy<'_>, scale: T) -> [f64; 2] {
    let LossOutput { columns, values, gradient } = output;
    let mut sums = [0.0; 2];
    let rows = values.chunks_exact(columns).zip(gradient.chunks_exact_mut(columns));
    for (row, (values, gradient)) in rows.enumerate() {
        let legal = |c: usize| bit(policy.legal, row, columns, c);
        let targets = &policy.targets[row * columns..][..columns];
        let weight = policy.weights[row];
        let highest = |only_legal: bool| {
            let of = (0..columns).filter(|c| !only_legal || legal(*c)).map(|c| values[c].wide());
            of.fold(f64::NEG_INFINITY, f64::max)
        };
        let (top, legal_top) = (highest(false), highest(true));
        let all: f64 = values.iter().map(|x| (x.wide() - top).exp()).sum();
        let among: f64 =
            (0..columns).filter(|c| legal(*c)).map(|c| (values[c].wide() - legal_top).exp()).sum();
        let probability = |c: usize| (values[c].wide() - top).exp() / all;
        let illegal: f64 = (0..columns).filter(|c| !legal(*c)).map(probability).sum();
        let mass: f64 = (0..columns).filter(|c| legal(*c)).map(|c| f64::from(targets[c])).sum();
        for c in 0..columns {
            let mut slope =
                f64::from(policy.penalty) * probability(c) * (f64::from(!legal(c)) - illegal);
            if legal(c) {
                let logarithm = values[c].wide() - legal_top - among.ln();
                sums[0] -= f64::from(weight) * f64::from(targets[c]) * logarithm;
                slope += mass * logarithm.exp() - f64::from(targets[c]);
            }
            gradient[c] += T::round(slope * f64::from(weight)) * scale;
        }
        sums[1] += f64::from(weight) * illegal;
    }
    sums
}

/// How far a softmax is from the one right class.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClassError {
    /// The negative logarithm of the right class's probability.
    #[default]
    CrossEntropy,
    /// The squared error of the probabilities, averaged over the classes.
    Squared,
}

/// The error of the softmax over all columns, of which `classes` says the right one.
pub fn classes<T: Number>(
    output: LossOutput<'_, T>,
    classes: &[u8],
    error: ClassError,
    scale: T,
) -> f64 {
    let LossOutput { columns, values, gradient } = output;
    let rows = values.chunks_exact(columns).zip(gradient.chunks_exact_mut(columns));
    let mut sum = 0.0;
    for ((values, gradient), class) in rows.zip(classes) {
        let top = values.iter().map(|x| x.wide()).fold(f64::NEG_INFINITY, f64::max);
        let all: f64 = values.iter().map(|x| (x.wide() - top).exp()).sum();
        let probability = |c: usize| (values[c].wide() - top).exp() / all;
        let off = |c: usize| probability(c) - f64::from(u8::from(c == usize::from(*class)));
        let slope: Box<dyn Fn(usize) -> f64> = match error {
            ClassError::CrossEntropy => {
                sum -= values[usize::from(*class)].wide() - top - all.ln();
                Box::new(off)
            }
            ClassError::Squared => {
                let (mut squares, mut mean) = (0.0, 0.0);
                for c in 0..columns {
                    squares += off(c) * off(c);
                    mean += probability(c) * off(c);
                }
                sum += squares / columns as f64;
                let share = 2.0 / columns as f64;
                Box::new(move |c| share * probability(c) * (off(c) - mean))
            }
        };
        for (c, gradient) in gradient.iter_mut().enumerate() {
            *gradient += T::round(slope(c)) * scale;
        }
    }
    sum
}

/// The sum of squares of all weights of linear layers (biases and normalizations do not count), `strength` times of which is
/// the loss: adds its gradient, and gives the sum.
pub fn squares<T: Number>(graph: &Graph, parameters: &[T], strength: T, gradient: &mut [T]) -> f64 {
    let layout = Layout::new(graph);
    let mut sum = 0.0;
    for (place, node) in graph.nodes().iter().enumerate() {
        let (Op::Linear { .. }, Some(slot)) = (node.op, layout.weight(Value(place))) else {
            continue;
        };
        for n in slot.range.clone() {
            sum += parameters[n].wide() * parameters[n].wide();
            gradient[n] += parameters[n] * strength * T::of(2.0);
        }
    }
    sum
}
