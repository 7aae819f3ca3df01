//! Forward passes against a slow and obvious one in 64 bits.

use kontra_nets::{
    Activation, Builder, EPSILON, Graph, Instructions, Layout, Network, Op, Slot, Value, Weights,
};

const EVERY: [Instructions; 5] = [
    Instructions::Plain,
    Instructions::Avx2,
    Instructions::Avx512,
    Instructions::Avx512Bf16,
    Instructions::Amx,
];

/// Numbers between -1 and 1 that follow from a seed.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }
}

fn random_weights(graph: &Graph, seed: u64) -> Weights {
    let mut numbers = Numbers(seed);
    let layout = Layout::new(graph);
    let mut weights = Weights::zeros(graph);
    for slot in &layout.parameters {
        let inputs = *slot.shape.last().unwrap() as f32;
        let scale = if slot.shape.len() == 2 { (3.0 / inputs).sqrt() } else { 0.7 };
        weights.parameters_mut()[slot.range.clone()]
            .iter_mut()
            .for_each(|x| *x = scale * numbers.next());
    }
    for slot in &layout.statistics {
        let least = if slot.name.ends_with("variance") { 1.5 } else { 0.0 };
        weights.statistics_mut()[slot.range.clone()]
            .iter_mut()
            .for_each(|x| *x = least + numbers.next());
    }
    weights
}

/// The plain forward pass of one sample.
fn plainly(graph: &Graph, weights: &Weights, inputs: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let layout = Layout::new(graph);
    let list = |slot: Option<&Slot>| -> Vec<f64> {
        slot.map_or(vec![], |s| {
            weights.parameters()[s.range.clone()].iter().map(|x| f64::from(*x)).collect()
        })
    };
    let statistics = |slot: Option<&Slot>| -> Vec<f64> {
        slot.map_or(vec![], |s| {
            weights.statistics()[s.range.clone()].iter().map(|x| f64::from(*x)).collect()
        })
    };
    let mut inputs = inputs.iter();
    let mut values: Vec<Vec<f64>> = vec![];
    for (place, node) in graph.nodes().iter().enumerate() {
        let (value, width) = (Value(place), node.shape.width);
        let of = |v: Value| &values[v.0];
        let next = match node.op {
            Op::Bits | Op::Dense => inputs.next().unwrap().clone(),
            Op::Linear { from, bias } => {
                let (w, b) = (list(layout.weight(value)), list(layout.bias(value)));
                let k = graph.shape(from).width;
                let output = |row: &[f64], o: usize| {
                    let sum: f64 = row.iter().zip(&w[o * k..]).map(|(x, w)| x * w).sum();
                    sum + if bias { b[o] } else { 0.0 }
                };
                of(from)
                    .chunks(k)
                    .flat_map(|row| (0..width).map(move |o| (row, o)))
                    .map(|(r, o)| output(r, o))
                    .collect()
            }
            Op::BatchNorm { from, .. } => {
                let (scale, shift) = (list(layout.weight(value)), list(layout.bias(value)));
                let (mean, variance) =
                    (statistics(layout.mean(value)), statistics(layout.variance(value)));
                let column = |(i, x): (usize, &f64)| {
                    let c = i % width;
                    (x - mean[c]) / (variance[c] + f64::from(EPSILON)).sqrt() * scale[c] + shift[c]
                };
                of(from).iter().enumerate().map(column).collect()
            }
            Op::LayerNorm { from } => {
                let (scale, shift) = (list(layout.weight(value)), list(layout.bias(value)));
                let mut out = vec![];
                for row in of(from).chunks(width) {
                    let mean = row.iter().sum::<f64>() / width as f64;
                    let variance =
                        row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / width as f64;
                    let factor = 1.0 / (variance + f64::from(EPSILON)).sqrt();
                    out.extend(
                        row.iter()
                            .enumerate()
                            .map(|(c, x)| (x - mean) * factor * scale[c] + shift[c]),
                    );
                }
                out
            }
            Op::Act { from, function } => of(from).iter().map(|x| act(function, *x)).collect(),
            Op::Add { a, b } => of(a).iter().zip(of(b)).map(|(a, b)| a + b).collect(),
            Op::Concat { a, b } => {
                let (left, right) = (graph.shape(a).width, graph.shape(b).width);
                let parts = of(a).chunks(left).zip(of(b).chunks(right));
                parts.flat_map(|(a, b)| a.iter().chain(b).copied().collect::<Vec<_>>()).collect()
            }
            Op::Patches { from, side } => {
                let (side, channels) = (side as i64, graph.shape(from).width);
                let at = |v: i64, h: i64, c: usize| {
                    let inside = (0..side).contains(&v) && (0..side).contains(&h);
                    if inside { of(from)[(v * side + h) as usize * channels + c] } else { 0.0 }
                };
                let mut out = vec![];
                for cell in 0..side * side {
                    for tap in 0..9 {
                        let (v, h) = (cell / side + tap / 3 - 1, cell % side + tap % 3 - 1);
                        out.extend((0..channels).map(|c| at(v, h, c)));
                    }
                }
                out
            }
            Op::Flatten { from } | Op::Dropout { from, .. } => of(from).clone(),
        };
        values.push(next);
    }
    values
}

fn act(function: Activation, x: f64) -> f64 {
    let leak = |slope: f64| if x < 0.0 { x * slope } else { x };
    match function {
        Activation::Relu => x.max(0.0),
        Activation::LeakyRelu(slope) => leak(f64::from(slope)),
        Activation::RandomizedLeakyRelu(low, high) => {
            leak(0.5 * (f64::from(low) + f64::from(high)))
        }
        Activation::Selu => {
            1.050_700_987_355_480_5 * if x > 0.0 { x } else { 1.673_263_242_354_377_2 * x.exp_m1() }
        }
        Activation::Tanh => x.tanh(),
        Activation::Sigmoid => 1.0 / (1.0 + (-x).exp()),
    }
}

/// Every output of every sample is that of the plain pass, with all kinds of instructions and in batches of several sizes.
fn check(graph: &Graph) {
    let weights = random_weights(graph, 7);
    let mut numbers = Numbers(11);
    let bits = matches!(graph.inputs().next(), Some((_, Op::Bits)));
    for batch in [1, 2, 3, 7, 13, 37] {
        let inputs: Vec<(Vec<f32>, usize)> = graph
            .inputs()
            .map(|(value, _)| {
                let len = graph.shape(value).len();
                let number = |numbers: &mut Numbers| {
                    let x = numbers.next();
                    if bits { f32::from(u8::from(x > 0.3)) } else { x }
                };
                ((0..batch * len).map(|_| number(&mut numbers)).collect(), len)
            })
            .collect();
        for instructions in EVERY {
            // Tiles round inputs and weights to 8 bits.
            let exact = if instructions.round() { 3e-2 } else { 1e-4 };
            let mut evaluator =
                Network::with_instructions(graph, &weights, instructions).evaluator();
            if bits {
                let width = inputs[0].1;
                let words: Vec<u64> = inputs[0].0.chunks(width).flat_map(pack).collect();
                evaluator.evaluate_bits(&words, batch);
            } else {
                let lists: Vec<&[f32]> = inputs.iter().map(|(list, _)| &list[..]).collect();
                evaluator.evaluate_dense(&lists, batch);
            }
            for sample in 0..batch {
                let one: Vec<Vec<f64>> = inputs
                    .iter()
                    .map(|(list, len)| {
                        list[sample * len..][..*len].iter().map(|x| f64::from(*x)).collect()
                    })
                    .collect();
                let expected = plainly(graph, &weights, &one);
                for (name, value) in graph.outputs() {
                    let expected = &expected[value.0];
                    let found = &evaluator.output(name).unwrap()[sample * expected.len()..]
                        [..expected.len()];
                    for (place, (e, f)) in expected.iter().zip(found).enumerate() {
                        let near = (e - f64::from(*f)).abs() < exact * (1.0 + e.abs());
                        assert!(
                            near,
                            "{instructions:?} batch {batch} sample {sample} {name}[{place}]: {e} {f}"
                        );
                    }
                }
            }
        }
    }
}

fn pack(row: &[f32]) -> Vec<u64> {
    row.chunks(64)
        .map(|part| part.iter().enumerate().fold(0, |w, (i, x)| w | u64::from(*x > 0.5) << i))
        .collect()
}

fn residual_network() -> Graph {
    let mut b = Builder::new();
    let bits = b.bits(192);
    let mut h = b.linear(bits, 72);
    h = b.activation(h, Activation::Relu);
    for _ in 0..2 {
        let next = b.linear(h, 72);
        let next = b.activation(next, Activation::Relu);
        h = b.add(h, next);
    }
    let (values, flags) = (b.linear(h, 41), b.linear(h, 9));
    b.finish(&[("values", values), ("flags", flags)])
}

#[test]
fn a_residual_network_of_bits() {
    check(&residual_network());
}

/// Searches rely on it: what a position is worth does not depend on what is evaluated beside it.
#[test]
fn a_position_has_the_same_numbers_to_the_bit_in_every_batch() {
    let graph = residual_network();
    let weights = random_weights(&graph, 3);
    let words: Vec<u64> = (1..=45 * 3_u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
    for instructions in EVERY {
        let mut evaluator = Network::with_instructions(&graph, &weights, instructions).evaluator();
        evaluator.evaluate_bits(&words, 45);
        let all = evaluator.output("values").unwrap().to_vec();
        for (words, values) in words.chunks(5 * 3).zip(all.chunks(5 * 41)) {
            evaluator.evaluate_bits(words, 5);
            assert_eq!(evaluator.output("values").unwrap(), values, "{instructions:?}");
        }
    }
}

#[test]
fn wider_registers_change_no_bit() {
    let graph = residual_network();
    let weights = random_weights(&graph, 4);
    let words: Vec<u64> = (1..=45 * 3_u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
    let values = |instructions: Instructions| {
        let mut evaluator = Network::with_instructions(&graph, &weights, instructions).evaluator();
        evaluator.evaluate_bits(&words, 45);
        evaluator.output("values").unwrap().to_vec()
    };
    assert_eq!(values(Instructions::Avx512), values(Instructions::Avx2));
}

#[test]
fn bits_that_two_layers_read() {
    let mut b = Builder::new();
    let bits = b.bits(128);
    let (one, two) = (b.linear(bits, 20), b.linear(bits, 20));
    let sum = b.add(one, two);
    let out = b.activation(sum, Activation::Tanh);
    check(&b.finish(&[("out", out)]));
}

#[test]
fn a_residual_tower_on_a_board() {
    let mut b = Builder::new();
    let board = b.dense(36, 11);
    let h = b.residual_tower(board, 16, 2);
    let policy = b.linear_without_bias(h, 6);
    let policy = b.batch_norm(policy);
    let policy = b.flatten(policy);
    let policy = b.linear(policy, 36);
    let value = b.linear(h, 8);
    let value = b.flatten(value);
    let value = b.linear(value, 1);
    let value = b.activation(value, Activation::Tanh);
    check(&b.finish(&[("policy", policy), ("value", value)]));
}

/// Tiles cover 32 numbers; a field and its two neighbours in a line have three times its width.
#[test]
fn convolutions_of_every_kind_of_width_and_side() {
    for (side, width, filters) in [(6, 3, 16), (6, 11, 33), (4, 19, 32), (6, 32, 40), (7, 40, 5)] {
        let mut b = Builder::new();
        let board = b.dense(side * side, width);
        let out = b.convolution(board, filters);
        let out = b.activation(out, Activation::Relu);
        let out = b.convolution(out, 2);
        check(&b.finish(&[("out", out)]));
    }
}

#[test]
fn a_board_has_the_same_numbers_to_the_bit_in_every_batch() {
    let mut b = Builder::new();
    let board = b.dense(36, 19);
    let out = b.residual_tower(board, 24, 1);
    let graph = b.finish(&[("out", out)]);
    let weights = random_weights(&graph, 5);
    let mut numbers = Numbers(6);
    let boards: Vec<f32> = (0..21 * 36 * 19).map(|_| numbers.next()).collect();
    for instructions in EVERY {
        let mut evaluator = Network::with_instructions(&graph, &weights, instructions).evaluator();
        evaluator.evaluate_dense(&[&boards], 21);
        let all = evaluator.output("out").unwrap().to_vec();
        for (boards, values) in boards.chunks(3 * 36 * 19).zip(all.chunks(3 * 36 * 24)) {
            evaluator.evaluate_dense(&[boards], 3);
            assert_eq!(evaluator.output("out").unwrap(), values, "{instructions:?}");
        }
    }
}

#[test]
fn two_inputs_every_function_and_every_operation() {
    let mut b = Builder::new();
    let (cards, board) = (b.dense(1, 30), b.dense(25, 3));
    let patches = b.patches(board);
    let (one, two) = (b.linear(patches, 5), b.linear(patches, 5));
    let board = b.concat(one, two);
    let board = b.layer_norm(board);
    let board = b.flatten(board);
    let mut h = b.concat(cards, board);
    for function in [
        Activation::Relu,
        Activation::LeakyRelu(0.1),
        Activation::RandomizedLeakyRelu(0.1, 0.3),
        Activation::Selu,
        Activation::Tanh,
        Activation::Sigmoid,
    ] {
        h = b.linear(h, 24);
        h = b.layer_norm(h);
        h = b.activation(h, function);
        h = b.dropout(h, 0.3);
    }
    let normed = b.batch_norm(h);
    let both = b.add(h, normed);
    check(&b.finish(&[
        ("patches", patches),
        ("one", one),
        ("two", two),
        ("board", board),
        ("hidden", h),
        ("both", both),
    ]));
}
