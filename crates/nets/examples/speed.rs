//! How many positions a second one core evaluates: the three shapes that other programs were measured with, and the network
//! of the Doppelkopf player. `cargo run --release -p kontra-nets --example speed`

use kontra_nets::{Activation, Builder, Graph, Instructions, Network, Weights};
use std::time::Instant;

fn layers(b: &mut Builder, mut h: kontra_nets::Value, widths: &[usize]) -> kontra_nets::Value {
    for (i, width) in widths.iter().enumerate() {
        h = b.linear(h, *width);
        if i + 1 < widths.len() {
            h = b.activation(h, Activation::Relu);
        }
    }
    h
}

fn dense(inputs: usize, widths: &[usize]) -> Graph {
    let mut b = Builder::new();
    let x = b.dense(1, inputs);
    let out = layers(&mut b, x, widths);
    b.finish(&[("out", out)])
}

fn fieldnet() -> Graph {
    let mut b = Builder::new();
    let board = b.dense(36, 11);
    let h = b.residual_tower(board, 16, 3);
    let policy = b.linear(h, 6);
    let policy = b.activation(policy, Activation::Relu);
    let policy = b.flatten(policy);
    let policy = b.linear(policy, 36);
    let value = b.linear(h, 8);
    let value = b.activation(value, Activation::Relu);
    let value = b.flatten(value);
    let value = layers(&mut b, value, &[8, 1]);
    let value = b.activation(value, Activation::Tanh);
    b.finish(&[("policy", policy), ("value", value)])
}

fn player() -> Graph {
    let mut b = Builder::new();
    let bits = b.bits(1216);
    let mut h = b.linear(bits, 1024);
    h = b.activation(h, Activation::Relu);
    for _ in 0..3 {
        let next = b.linear(h, 1024);
        let next = b.activation(next, Activation::Relu);
        h = b.add(h, next);
    }
    let (values, flags) = (b.linear(h, 64), b.linear(h, 168));
    b.finish(&[("values", values), ("flags", flags)])
}

fn measure(name: &str, graph: &Graph, batches: &[usize]) {
    let mut weights = Weights::zeros(graph);
    for (i, w) in weights.parameters_mut().iter_mut().enumerate() {
        *w = ((i * 7919 % 1000) as f32 - 500.0) * 1e-4;
    }
    for instructions in [Instructions::Avx2, Instructions::best(), Instructions::Amx] {
        let network = Network::with_instructions(graph, &weights, instructions);
        for &batch in batches {
            let mut evaluator = network.evaluator();
            let bits: Vec<u64> = (0..batch * 19)
                .map(|i| (i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) & 0x1111_1111_1111_1111)
                .collect();
            let inputs: Vec<f32> = (0..batch * 600).map(|i| (i % 7) as f32 * 0.1).collect();
            let len = graph.inputs().next().map_or(0, |(value, _)| graph.shape(value).len());
            let mut once = || match name {
                "player" => evaluator.evaluate_bits(&bits, batch),
                _ => evaluator.evaluate_dense(&[&inputs[..batch * len]], batch),
            };
            once();
            let mut best = 0.0_f64;
            for _ in 0..5 {
                let (start, mut count) = (Instant::now(), 0);
                while start.elapsed().as_secs_f64() < 0.2 {
                    once();
                    count += batch;
                }
                best = best.max(f64::from(count as u32) / start.elapsed().as_secs_f64());
            }
            println!(
                "{name:>9} {:?} batch {batch:>4}: {best:>9.0} positions/s",
                network.instructions()
            );
        }
    }
}

fn main() {
    measure("fieldnet", &fieldnet(), &[1, 32, 512]);
    measure("nn2", &dense(406, &[812, 406, 24]), &[1, 128]);
    measure("mlp", &dense(600, &[1024, 1024, 1024, 512, 64]), &[1, 128, 512]);
    measure("player", &player(), &[1, 16, 128, 512]);
}
