//! Networks on one core, in shapes that other programs were measured with.

use super::Workload;
use kontra_nets::{
    Activation, BatchEvaluator, Builder, Graph, Instructions, Network, Value, Weights,
};
use std::cell::{OnceCell, RefCell};

/// What `kontra bench` calls them.
pub(super) const NAME: &str = "nets";

/// Name, shape, positions in a batch, positions in a measurement.
type Row = (&'static str, fn() -> Graph, usize, u64);

/// The workloads.
pub(super) fn workloads() -> Vec<Workload> {
    let rows: [Row; 8] = [
        ("fieldnet-1", fieldnet, 1, 200),
        ("fieldnet-32", fieldnet, 32, 320),
        ("nn2-1", nn2, 1, 100),
        ("nn2-128", nn2, 128, 256),
        ("mlp-1", mlp, 1, 16),
        ("mlp-128", mlp, 128, 128),
        ("player-1", player, 1, 16),
        ("player-128", player, 128, 128),
    ];
    rows.into_iter().map(|(name, graph, batch, work)| workload(name, graph, batch, work)).collect()
}

fn workload(name: &str, graph: fn() -> Graph, batch: usize, work: u64) -> Workload {
    let ready = OnceCell::new();
    let run = move |work: u64| {
        let (evaluator, agrees) = ready.get_or_init(|| prepare(&graph(), batch));
        let mut positions = Positions::new(&graph(), batch);
        for _ in 0..work.div_ceil(batch as u64) {
            positions.evaluate(&mut evaluator.borrow_mut());
        }
        // numbers differ in the last bits between processors; whether they are right does not
        u64::from(*agrees)
    };
    Workload { name: format!("{NAME}/{name}"), unit: "positions", work, run: Box::new(run) }
}

/// The network, and whether it computes what plain instructions compute.
fn prepare(graph: &Graph, batch: usize) -> (RefCell<BatchEvaluator>, bool) {
    let mut weights = Weights::zeros(graph);
    for (n, w) in weights.parameters_mut().iter_mut().enumerate() {
        *w = ((n * 7919 % 1000) as f32 - 500.0) * 1e-4;
    }
    let mut evaluator = Network::new(graph, &weights).evaluator();
    let mut plain = Network::with_instructions(graph, &weights, Instructions::Plain).evaluator();
    for evaluator in [&mut evaluator, &mut plain] {
        Positions::new(graph, batch).evaluate(evaluator);
    }
    let agrees = graph.outputs().all(|(name, _)| {
        let (a, b) = (evaluator.output(name), plain.output(name));
        let pairs = a.unwrap_or_default().iter().zip(b.unwrap_or_default());
        a.is_some() && pairs.into_iter().all(|(a, b)| (a - b).abs() <= 1e-4 * b.abs().max(1.0))
    });
    (RefCell::new(evaluator), agrees)
}

/// A batch of one kind or the other.
enum Positions {
    Bits(Vec<u64>, usize),
    Dense(Vec<f32>, usize),
}

impl Positions {
    fn new(graph: &Graph, batch: usize) -> Positions {
        let input = graph.inputs().next().map_or(Value(0), |(value, _)| value);
        let length = graph.shape(input).len();
        // one bit in eight is set, about as many as in a position of Doppelkopf
        let mix = |n: u64| {
            let n = (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            n.rotate_left(32).wrapping_mul(0xBF58_476D_1CE4_E5B9)
        };
        let word = |n: u64| mix(3 * n) & mix(3 * n + 1) & mix(3 * n + 2);
        match graph.inputs().next().map(|(_, op)| op) {
            Some(kontra_nets::Op::Bits) => {
                let words = (batch * length.div_ceil(64)) as u64;
                Positions::Bits((0..words).map(word).collect(), batch)
            }
            _ => {
                Positions::Dense((0..batch * length).map(|n| (n % 7) as f32 * 0.1).collect(), batch)
            }
        }
    }

    fn evaluate(&mut self, evaluator: &mut BatchEvaluator) {
        match self {
            Positions::Bits(bits, batch) => evaluator.evaluate_bits(bits, *batch),
            Positions::Dense(numbers, batch) => evaluator.evaluate_dense(&[numbers], *batch),
        }
    }
}

fn layers(b: &mut Builder, mut x: Value, widths: &[usize], last: usize) -> Value {
    for width in widths {
        x = b.linear(x, *width);
        x = b.activation(x, Activation::Relu);
    }
    b.linear(x, last)
}

fn dense(inputs: usize, widths: &[usize], last: usize) -> Graph {
    let mut b = Builder::new();
    let x = b.dense(1, inputs);
    let out = layers(&mut b, x, widths, last);
    b.finish(&[("out", out)])
}

/// Dockhorn et al. 2017: the second of their networks.
fn nn2() -> Graph {
    dense(406, &[812, 406], 24)
}

/// 3.3 million weights.
fn mlp() -> Graph {
    dense(600, &[1024, 1024, 1024, 512], 64)
}

/// Gastegger 2024: three residual blocks of 16 planes, two heads, 0.57 million multiplications.
fn fieldnet() -> Graph {
    let mut b = Builder::new();
    let board = b.dense(36, 11);
    let convolution = |b: &mut Builder, x| {
        let x = b.convolution(x, 16);
        b.batch_norm(x)
    };
    let x = convolution(&mut b, board);
    let mut x = b.activation(x, Activation::Relu);
    for _ in 0..3 {
        let y = convolution(&mut b, x);
        let y = b.activation(y, Activation::Relu);
        let y = convolution(&mut b, y);
        let y = b.add(y, x);
        x = b.activation(y, Activation::Relu);
    }
    let head = |b: &mut Builder, planes| {
        let y = b.linear(x, planes);
        let y = b.activation(y, Activation::Relu);
        b.flatten(y)
    };
    let policy = head(&mut b, 6);
    let policy = b.linear(policy, 36);
    let value = head(&mut b, 8);
    let value = layers(&mut b, value, &[8], 1);
    let value = b.activation(value, Activation::Tanh);
    b.finish(&[("policy", policy), ("value", value)])
}

/// A Doppelkopf player: bits, three residual blocks, values and flags.
fn player() -> Graph {
    let mut b = Builder::new();
    let bits = b.bits(1216);
    let x = b.linear(bits, 1024);
    let mut x = b.activation(x, Activation::Relu);
    for _ in 0..3 {
        let y = b.linear(x, 1024);
        let y = b.activation(y, Activation::Relu);
        x = b.add(x, y);
    }
    let (values, flags) = (b.linear(x, 64), b.linear(x, 168));
    b.finish(&[("values", values), ("flags", flags)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_bits_have_about_one_bit_in_eight() {
        let Positions::Bits(words, _) = Positions::new(&player(), 100) else { panic!("bits") };
        let share =
            words.iter().map(|w| w.count_ones()).sum::<u32>() as f64 / (64 * words.len()) as f64;
        assert!((0.1..0.15).contains(&share), "{share}");
    }

    #[test]
    fn every_row_agrees_with_plain_instructions() {
        for workload in workloads() {
            assert_eq!((workload.run)(1), 1, "{}", workload.name);
        }
    }
}
