use super::activation::derivative;
use super::forward::patches;
use super::normalize::column_sums;
use super::number::{Number, multiply, rows, transposed};
use super::tape::Tape;
use super::training_graph::TrainingGraph;
use kontra_nets::{Op, Value};
use std::ops::Range;

/// Adds the gradients of what one operation read, and of its own parameters.
///
/// `sums` are those of [`norm_sums`] over the whole batch, with the batch's rows, for a batch normalization.
pub(super) fn backward<T: Number>(
    plan: &TrainingGraph,
    parameters: &[T],
    tape: &mut Tape<T>,
    gradient: &mut [T],
    place: usize,
    sums: Option<(&[T], usize)>,
) {
    let node = plan.graph.nodes()[place];
    let width = node.shape.width;
    let (before, rest) = tape.gradients.split_at_mut(place);
    let (g, saved) = (&rest[0][..], &tape.saved[place][..]);
    let value = |v: Value| &tape.values[v.0][..];
    let mut add = |v: Value, term: &mut dyn FnMut(&mut [T])| {
        if plan.learned[v.0] {
            term(&mut before[v.0]);
        }
    };
    match node.op {
        Op::Bits | Op::Dense => {}
        Op::Linear { from, .. } => {
            let (k, count) = (plan.graph.shape(from).width, g.len() / width);
            let at = slot(plan, place);
            multiply(
                [width, count, k],
                transposed(g, width),
                rows(value(from), k),
                true,
                &mut gradient[at],
            );
            if let Some(bias) = plan.layout.bias(Value(place)) {
                sum_rows(g, &mut gradient[bias.range.clone()]);
            }
            let weight = plan.weight(place, parameters);
            add(from, &mut |dx| {
                multiply([count, width, k], rows(g, width), rows(weight, k), true, dx);
            });
        }
        Op::BatchNorm { from, .. } => {
            let (mean, inverse) = saved.split_at(width);
            let weight = plan.weight(place, parameters);
            let Some((sums, count)) = sums else { return };
            let (scale, shift) = sums.split_at(width);
            let share = T::round(1.0 / count as f64);
            add(from, &mut |dx| {
                let x = value(from).chunks_exact(width).zip(g.chunks_exact(width));
                for (dx, (x, g)) in dx.chunks_exact_mut(width).zip(x) {
                    for c in 0..width {
                        let normal = (x[c] - mean[c]) * inverse[c];
                        let rest = g[c] - (shift[c] + normal * scale[c]) * share;
                        dx[c] += weight[c] * inverse[c] * rest;
                    }
                }
            });
        }
        Op::LayerNorm { from } => {
            let weight = plan.weight(place, parameters);
            layer_norm_sums(plan, place, value(from), g, saved, gradient);
            add(from, &mut |dx| layer_norm(value(from), g, saved, weight, dx));
        }
        Op::Act { from, function } => add(from, &mut |dx| {
            let (x, y) = (value(from), value(Value(place)));
            for n in 0..g.len() {
                let slope = saved.get(n).copied().unwrap_or_default();
                dx[n] += g[n] * derivative(function, x[n], y[n], slope);
            }
        }),
        Op::Add { a, b } => {
            add(a, &mut |dx| sum(g, dx));
            add(b, &mut |dx| sum(g, dx));
        }
        Op::Concat { a, b } => {
            let left = plan.graph.shape(a).width;
            add(a, &mut |dx| columns(g, width, 0..left, dx));
            add(b, &mut |dx| columns(g, width, left..width, dx));
        }
        Op::Patches { from, side } => add(from, &mut |dx| {
            let width = width / 9;
            patches(dx.len() / width, side, |cell, tap, neighbour| {
                let g = &g[(9 * cell + tap) * width..][..width];
                sum(g, &mut dx[neighbour * width..][..width]);
            });
        }),
        Op::Flatten { from } => add(from, &mut |dx| sum(g, dx)),
        Op::Dropout { from, .. } => add(from, &mut |dx| {
            for ((dx, g), factor) in dx.iter_mut().zip(g).zip(saved) {
                *dx += *g * *factor;
            }
        }),
    }
}

fn slot(plan: &TrainingGraph, place: usize) -> Range<usize> {
    plan.layout.weight(Value(place)).map_or(0..0, |slot| slot.range.clone())
}

fn bias_slot(plan: &TrainingGraph, place: usize) -> Range<usize> {
    plan.layout.bias(Value(place)).map_or(0..0, |slot| slot.range.clone())
}

fn sum<T: Number>(from: &[T], to: &mut [T]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += *from;
    }
}

fn sum_rows<T: Number>(from: &[T], to: &mut [T]) {
    for row in from.chunks_exact(to.len()) {
        sum(row, to);
    }
}

/// Adds some columns of `from` to a matrix that has only these.
fn columns<T: Number>(from: &[T], width: usize, columns: Range<usize>, to: &mut [T]) {
    for (to, from) in to.chunks_exact_mut(columns.len()).zip(from.chunks_exact(width)) {
        sum(&from[columns.clone()], to);
    }
}

/// What one part of a batch adds to the sums of a batch normalization; they are also the gradients of its scale and shift.
pub(super) fn norm_sums<T: Number>(
    plan: &TrainingGraph,
    tape: &Tape<T>,
    gradient: &mut [T],
    place: usize,
    from: Value,
) -> Vec<T> {
    let width = plan.graph.shape(from).width;
    let (mean, inverse) = tape.saved[place].split_at(width);
    let sums = column_sums(&tape.values[from.0], &tape.gradients[place], mean, inverse);
    sum(&sums[..width], &mut gradient[slot(plan, place)]);
    sum(&sums[width..], &mut gradient[bias_slot(plan, place)]);
    sums
}

fn layer_norm_sums<T: Number>(
    plan: &TrainingGraph,
    place: usize,
    x: &[T],
    g: &[T],
    saved: &[T],
    gradient: &mut [T],
) {
    let (scale, shift) = (slot(plan, place), bias_slot(plan, place));
    let width = scale.len();
    for ((x, g), s) in
        x.chunks_exact(width).zip(g.chunks_exact(width)).zip(saved.as_chunks::<2>().0)
    {
        let scale = &mut gradient[scale.clone()];
        for c in 0..width {
            scale[c] += g[c] * (x[c] - s[0]) * s[1];
        }
    }
    sum_rows(g, &mut gradient[shift]);
}

fn layer_norm<T: Number>(x: &[T], g: &[T], saved: &[T], weight: &[T], dx: &mut [T]) {
    let width = weight.len();
    let share = T::round(1.0 / width as f64);
    let rows = x.chunks_exact(width).zip(g.chunks_exact(width)).zip(dx.chunks_exact_mut(width));
    for (((x, g), dx), [mean, inverse]) in rows.zip(saved.as_chunks::<2>().0) {
        let (mut plain, mut with_x) = (T::default(), T::default());
        for c in 0..width {
            let g = g[c] * weight[c];
            plain += g;
            with_x += g * (x[c] - *mean) * *inverse;
        }
        for c in 0..width {
            let normal = (x[c] - *mean) * *inverse;
            dx[c] += *inverse * (g[c] * weight[c] - (plain + normal * with_x) * share);
        }
    }
}
