use super::activation::apply;
use super::normalize::{inverse_root, of_row};
use super::number::{Number, multiply, rows, transposed};
use super::tape::Tape;
use super::training_graph::TrainingGraph;
use crate::random::{self, DROPOUT, LEAK};
use kontra_nets::{Activation, Op, Value};

/// What a pass through the network is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassMode {
    /// Statistics of the batch, dropout, random slopes: these follow from the seed and the step.
    Training {
        /// The seed of the learner.
        seed: u64,
        /// Steps made before.
        step: u64,
    },
    /// Running statistics, nothing random.
    Inference,
}

/// The numbers of a network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<'a, T> {
    pub parameters: &'a [T],
    pub statistics: &'a [T],
}

/// Computes one operation. In training, a batch normalization finds the statistics of the batch in what was saved.
pub(super) fn forward<T: Number>(
    plan: &TrainingGraph,
    numbers: Numbers<'_, T>,
    pass: PassMode,
    tape: &mut Tape<T>,
    place: usize,
) {
    let width = plan.graph.nodes()[place].shape.width;
    let first = tape.samples.start * plan.len(Value(place));
    let (before, rest) = tape.values.split_at_mut(place);
    let (out, saved) = (&mut rest[0][..], &mut tape.saved[place]);
    let value = |v: Value| &before[v.0][..];
    let (weight, bias) =
        (plan.weight(place, numbers.parameters), plan.bias(place, numbers.parameters));
    match plan.graph.nodes()[place].op {
        Op::Bits | Op::Dense => {}
        Op::Linear { from, .. } => linear(value(from), weight, bias, out, width),
        Op::BatchNorm { from, .. } => {
            if pass == PassMode::Inference {
                *saved = running(plan, numbers.statistics, place);
            }
            let (mean, inverse) = saved.split_at(width);
            for (x, y) in value(from).chunks_exact(width).zip(out.chunks_exact_mut(width)) {
                for c in 0..width {
                    y[c] = (x[c] - mean[c]) * inverse[c] * weight[c] + bias[c];
                }
            }
        }
        Op::LayerNorm { from } => {
            saved.clear();
            for (x, y) in value(from).chunks_exact(width).zip(out.chunks_exact_mut(width)) {
                let (mean, inverse) = of_row(x);
                saved.extend([mean, inverse]);
                for c in 0..width {
                    y[c] = (x[c] - mean) * inverse * weight[c] + bias[c];
                }
            }
        }
        Op::Act { from, function } => activate(value(from), out, saved, function, pass, |n| {
            (random::at(LEAK, place), (first + n) as u32)
        }),
        Op::Add { a, b } => {
            for ((y, a), b) in out.iter_mut().zip(value(a)).zip(value(b)) {
                *y = *a + *b;
            }
        }
        Op::Concat { a, b } => {
            let left = plan.graph.shape(a).width;
            let parts = value(a).chunks_exact(left).zip(value(b).chunks_exact(width - left));
            for (y, (a, b)) in out.chunks_exact_mut(width).zip(parts) {
                y[..left].copy_from_slice(a);
                y[left..].copy_from_slice(b);
            }
        }
        Op::Patches { from, side } => {
            let width = width / 9;
            out.fill(T::default());
            patches(value(from).len() / width, side, |cell, tap, neighbour| {
                let to = (9 * cell + tap) * width;
                let from = &value(from)[neighbour * width..][..width];
                out[to..to + width].copy_from_slice(from);
            });
        }
        Op::Flatten { from } => out.copy_from_slice(value(from)),
        Op::Dropout { from, rate } => {
            let PassMode::Training { seed, step } = pass else {
                return out.copy_from_slice(value(from));
            };
            let purpose = random::at(DROPOUT, place);
            let scale = T::of(1.0) / (T::of(1.0) - T::of(rate));
            saved.clear();
            saved.extend((0..out.len()).map(|n| {
                let word = random::word(seed, purpose, step, (first + n) as u32);
                if random::unit(word) < rate { T::of(0.0) } else { scale }
            }));
            for ((y, x), factor) in out.iter_mut().zip(value(from)).zip(saved) {
                *y = *x * *factor;
            }
        }
    }
}

fn linear<T: Number>(x: &[T], weight: &[T], bias: &[T], out: &mut [T], width: usize) {
    let k = weight.len() / width;
    multiply([out.len() / width, k, width], rows(x, k), transposed(weight, k), false, out);
    if !bias.is_empty() {
        for y in out.chunks_exact_mut(width) {
            for (y, b) in y.iter_mut().zip(bias) {
                *y += *b;
            }
        }
    }
}

/// Running statistics: means, then one over the standard deviations.
fn running<T: Number>(plan: &TrainingGraph, statistics: &[T], place: usize) -> Vec<T> {
    let list = |slot: Option<&kontra_nets::Slot>| {
        slot.map_or(&[][..], |slot| &statistics[slot.range.clone()])
    };
    let mean = list(plan.layout.mean(Value(place))).iter().copied();
    let variance = list(plan.layout.variance(Value(place))).iter();
    mean.chain(variance.map(|v| inverse_root(*v))).collect()
}

/// Applies the function; `saved` keeps the slopes of randomized leaky ReLU.
fn activate<T: Number>(
    x: &[T],
    out: &mut [T],
    saved: &mut Vec<T>,
    function: Activation,
    pass: PassMode,
    lane: impl Fn(usize) -> (u32, u32),
) {
    let Activation::RandomizedLeakyRelu(low, high) = function else {
        for (y, x) in out.iter_mut().zip(x) {
            *y = apply(function, *x, T::default());
        }
        return;
    };
    saved.clear();
    saved.extend((0..x.len()).map(|n| match pass {
        PassMode::Inference => T::of((low + high) / 2.0),
        PassMode::Training { seed, step } => {
            let (purpose, lane) = lane(n);
            let share = random::unit(random::word(seed, purpose, step, lane));
            T::of(low + (high - low) * share)
        }
    }));
    for ((y, x), slope) in out.iter_mut().zip(x).zip(saved) {
        *y = apply(function, *x, *slope);
    }
}

/// Calls `visit(cell, tap, neighbour)` for every cell of all boards and each of its neighbours on the board.
pub(super) fn patches(cells: usize, side: usize, mut visit: impl FnMut(usize, usize, usize)) {
    for cell in 0..cells {
        let (row, column) = (cell / side % side, cell % side);
        for tap in 0..9 {
            let (down, right) = (tap / 3, tap % 3);
            let on_board =
                (1..=side).contains(&(row + down)) && (1..=side).contains(&(column + right));
            if on_board {
                visit(cell, tap, cell + down * side + right - side - 1);
            }
        }
    }
}
