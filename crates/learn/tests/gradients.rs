//! The gradient of every operation against differences, in double precision.

use kontra_learn::cpu::{Batch, LossSums, PassEngine, Tape};
use kontra_learn::random::{normal, unit, word};
use kontra_nets::{Activation, Builder, Graph, Layout, Value};
use std::ops::Range;

/// More than one part, the last one smaller.
const SAMPLES: usize = 70;

fn number(purpose: u32, n: usize) -> f64 {
    normal(word(11, purpose, n as u64, 0), word(11, purpose, n as u64, 1))
}

/// A loss that is different for every number of every output: the sum of `c y + y² / 2`.
fn loss(graph: &Graph, tape: &mut Tape<f64>) -> LossSums {
    let mut sum = 0.0;
    let first = tape.samples.start;
    for (index, (_, value)) in graph.outputs().enumerate() {
        let start = first * graph.shape(value).len();
        let (values, gradient) = tape.with_gradient(value);
        for (n, (y, g)) in values.iter().zip(gradient).enumerate() {
            let c = number(100 + index as u32, start + n);
            sum += c * y + y * y / 2.0;
            *g += c + y;
        }
    }
    [sum, 0.0, 0.0, 0.0, 0.0]
}

fn fill(value: Value, samples: Range<usize>, out: &mut [f64]) {
    let start = samples.start * out.len() / samples.len();
    for (n, x) in out.iter_mut().enumerate() {
        *x = number(50 + value.0 as u32, start + n);
    }
}

fn total(
    engine: &mut PassEngine<f64>,
    graph: &Graph,
    parameters: &[f64],
    gradient: &mut [f64],
    statistics: &mut [f64],
) -> f64 {
    let loss = |tape: &mut Tape<f64>| loss(graph, tape);
    let batch = Batch { samples: SAMPLES, seed: 3, step: 4, fill: &fill, loss: &loss };
    engine.train(parameters, statistics, batch, gradient)[0]
}

/// Compares the gradient of every parameter with `(f(x + h) − f(x − h)) / 2 h`.
fn check(graph: &Graph) {
    let count = Layout::new(graph).parameter_count();
    let mut statistics = vec![0.0; Layout::new(graph).statistic_count()];
    let mut parameters: Vec<f64> = (0..count).map(|n| 0.5 * number(1, n)).collect();
    let mut engine = PassEngine::new(graph, 2);
    let mut gradient = vec![0.0; count];
    total(&mut engine, graph, &parameters, &mut gradient, &mut statistics);
    let (h, mut unused) = (1e-5, vec![0.0; count]);
    let mut moved = 0;
    for n in 0..count {
        let mut at = |x: f64| {
            let old = std::mem::replace(&mut parameters[n], x);
            let y = total(&mut engine, graph, &parameters, &mut unused, &mut statistics);
            parameters[n] = old;
            y
        };
        let x = 0.5 * number(1, n);
        let difference = (at(x + h) - at(x - h)) / (2.0 * h);
        let size = 1.0 + difference.abs().max(gradient[n].abs());
        let error = (difference - gradient[n]).abs() / size;
        assert!(error < 2e-6, "parameter {n}: {} by differences {difference}", gradient[n]);
        moved += usize::from(gradient[n].abs() > 1e-3);
    }
    assert!(moved * 2 > count, "most parameters matter: {moved} of {count}");
}

/// A linear layer, then what is tested, then a linear layer: gradients must come through it and past it.
fn between(middle: impl Fn(&mut Builder, Value) -> Value) {
    let mut b = Builder::new();
    let x = b.dense(1, 3);
    let x = b.linear(x, 4);
    let y = middle(&mut b, x);
    let z = b.linear(y, 2);
    check(&b.finish(&[("z", z)]));
}

/// The same on a board of 3 × 3 cells.
fn on_board(middle: impl Fn(&mut Builder, Value) -> Value) {
    let mut b = Builder::new();
    let x = b.dense(9, 2);
    let x = b.linear(x, 2);
    let y = middle(&mut b, x);
    let z = b.linear_without_bias(y, 2);
    check(&b.finish(&[("z", z)]));
}

#[test]
fn linear() {
    between(|b, x| b.linear(x, 5));
    between(|b, x| b.linear_without_bias(x, 5));
    on_board(|b, x| b.linear(x, 3));
}

#[test]
fn batch_norm() {
    between(Builder::batch_norm);
    on_board(Builder::batch_norm);
}

#[test]
fn layer_norm() {
    between(Builder::layer_norm);
    // 2 numbers normalized are always −1 and 1, so that nothing would flow back
    on_board(|b, x| {
        let x = b.linear(x, 4);
        b.layer_norm(x)
    });
}

#[test]
fn activations() {
    let all = [
        Activation::Relu,
        Activation::LeakyRelu(0.1),
        Activation::RandomizedLeakyRelu(0.125, 0.333),
        Activation::Selu,
        Activation::Tanh,
        Activation::Sigmoid,
    ];
    for function in all {
        between(|b, x| b.activation(x, function));
    }
}

#[test]
fn add() {
    between(|b, x| {
        let y = b.linear(x, 4);
        b.add(x, y)
    });
    between(|b, x| b.add(x, x));
}

#[test]
fn concat() {
    between(|b, x| {
        let y = b.linear(x, 3);
        b.concat(x, y)
    });
    on_board(|b, x| {
        let y = b.linear(x, 3);
        b.concat(y, x)
    });
}

#[test]
fn patches() {
    on_board(Builder::patches);
}

#[test]
fn flatten() {
    on_board(Builder::flatten);
}

#[test]
fn dropout() {
    between(|b, x| b.dropout(x, 0.4));
    on_board(|b, x| b.dropout(x, 0.2));
}

/// A small FieldNet: convolutions, batch norm, a residual, two heads on the same board.
#[test]
fn a_whole_network() {
    let mut b = Builder::new();
    let board = b.dense(9, 2);
    let y = b.convolution(board, 3);
    let y = b.batch_norm(y);
    let x = b.activation(y, Activation::Tanh);
    let y = b.convolution(x, 3);
    let y = b.batch_norm(y);
    let y = b.add(x, y);
    let y = b.activation(y, Activation::Selu);
    let policy = b.linear(y, 1);
    let policy = b.flatten(policy);
    let value = b.flatten(y);
    let value = b.layer_norm(value);
    let value = b.dropout(value, 0.1);
    let value = b.linear(value, 1);
    let value = b.activation(value, Activation::Tanh);
    check(&b.finish(&[("policy", policy), ("value", value)]));
}

#[test]
fn running_statistics_move_a_tenth_of_the_way_to_those_of_the_batch() {
    let mut b = Builder::new();
    let x = b.dense(1, 3);
    let y = b.batch_norm(x);
    let graph = b.finish(&[("y", y)]);
    let (parameters, mut statistics) = (vec![1.0; 6], vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
    let mut engine = PassEngine::new(&graph, 1);
    total(&mut engine, &graph, &parameters, &mut [0.0; 6], &mut statistics);
    let mut x = vec![0.0; 3 * SAMPLES];
    fill(Value(0), 0..SAMPLES, &mut x);
    for column in 0..3 {
        let of = || x.iter().skip(column).step_by(3);
        let mean = of().sum::<f64>() / SAMPLES as f64;
        let variance = of().map(|x| (x - mean).powi(2)).sum::<f64>() / (SAMPLES - 1) as f64;
        assert!((statistics[column] - 0.1 * mean).abs() < 1e-8);
        assert!((statistics[3 + column] - (0.9 + 0.1 * variance)).abs() < 1e-8);
    }
    // in inference, these are what counts
    engine.infer(&parameters, &statistics, SAMPLES, &fill);
    let out: Vec<f64> = engine.tapes().flat_map(|t| t.value(Value(1)).to_vec()).collect();
    for (n, y) in out.iter().enumerate() {
        let (mean, variance) = (statistics[n % 3], statistics[3 + n % 3]);
        let expected = (x[n] - mean) / (variance + f64::from(kontra_nets::EPSILON)).sqrt() + 1.0;
        assert!((y - expected).abs() < 1e-12);
    }
}

#[test]
fn dropout_keeps_the_mean_and_does_nothing_in_inference() {
    let mut b = Builder::new();
    let x = b.dense(1, 1000);
    let y = b.dropout(x, 0.3);
    let graph = b.finish(&[("y", y)]);
    let ones = |_: Value, _: Range<usize>, out: &mut [f32]| out.fill(1.0);
    let mut engine = PassEngine::<f32>::new(&graph, 1);
    let quiet = |_: &mut Tape<f32>| LossSums::default();
    let batch = Batch { samples: 40, seed: 1, step: 2, fill: &ones, loss: &quiet };
    engine.train(&[], &mut [], batch, &mut []);
    let out: Vec<f32> = engine.tapes().flat_map(|t| t.value(y).to_vec()).collect();
    let zeros = out.iter().filter(|y| **y == 0.0).count() as f64 / out.len() as f64;
    assert!((zeros - 0.3).abs() < 0.01, "{zeros}");
    assert!(out.iter().all(|y| *y == 0.0 || (*y - 1.0 / 0.7).abs() < 1e-6));
    engine.infer(&[], &[], 40, &ones);
    assert!(engine.tapes().all(|t| t.value(y).iter().all(|y| *y == 1.0)));
}

#[test]
fn random_slopes_are_within_their_bounds_and_their_middle_in_inference() {
    let mut b = Builder::new();
    let x = b.dense(1, 1000);
    let y = b.activation(x, Activation::RandomizedLeakyRelu(0.1, 0.3));
    let graph = b.finish(&[("y", y)]);
    let minus = |_: Value, _: Range<usize>, out: &mut [f32]| out.fill(-1.0);
    let mut engine = PassEngine::<f32>::new(&graph, 1);
    let quiet = |_: &mut Tape<f32>| LossSums::default();
    let batch = Batch { samples: 1, seed: 1, step: 2, fill: &minus, loss: &quiet };
    engine.train(&[], &mut [], batch, &mut []);
    let out: Vec<f32> = engine.tapes().flat_map(|t| t.value(y).to_vec()).collect();
    assert!(out.iter().all(|y| (-0.3..-0.1).contains(y)));
    let mean = out.iter().sum::<f32>() / 1000.0;
    assert!((mean + 0.2).abs() < 0.01, "{mean}");
    engine.infer(&[], &[], 1, &minus);
    assert!(engine.tapes().all(|t| t.value(y).iter().all(|y| (*y + 0.2).abs() < 1e-7)));
}

/// The words are those of the table in `random`, whatever part of the batch a sample is in.
#[test]
fn dropout_follows_from_the_place_in_the_batch() {
    let mut b = Builder::new();
    let x = b.dense(2, 3);
    let y = b.dropout(x, 0.5);
    let graph = b.finish(&[("y", y)]);
    let ones = |_: Value, _: Range<usize>, out: &mut [f32]| out.fill(1.0);
    let quiet = |_: &mut Tape<f32>| LossSums::default();
    let mut engine = PassEngine::<f32>::new(&graph, 2);
    let batch = Batch { samples: SAMPLES, seed: 8, step: 9, fill: &ones, loss: &quiet };
    engine.train(&[], &mut [], batch, &mut []);
    let out: Vec<f32> = engine.tapes().flat_map(|t| t.value(y).to_vec()).collect();
    assert_eq!(out.len(), SAMPLES * 6);
    for (n, y) in out.iter().enumerate() {
        let zero = unit(word(8, 256 + 2, 9, n as u32)) < 0.5;
        assert_eq!(*y, if zero { 0.0 } else { 2.0 });
    }
}
