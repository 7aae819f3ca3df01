//! Samples a second that a CUDA device learns from, for the networks that PyTorch was measured with, and for the Doppelkopf
//! player: `cargo run --release -p kontra-learn --example device_speed`. With names (`mlp`, `residual`, `fieldnet`, `player`) only
//! those.

use kontra_learn::cuda::{Arithmetic, CudaLearner, CudaPolicyLearner, Device, PolicyTraining};
use kontra_learn::policy::{PolicyLearner, PolicySamples, PolicySetup, Stretch};
use kontra_learn::{AnswerNoise, First, Learner, LearnerSetup, Samples, Trouble, first_weights};
use kontra_nets::{Activation, Builder, Graph, Value};
use std::time::Instant;

fn main() {
    if let Err(trouble) = run() {
        println!("{trouble}");
        std::process::exit(2);
    }
}

fn run() -> Result<(), Trouble> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |name: &str| names.is_empty() || names.iter().any(|n| n == name);
    for arithmetic in [Arithmetic::Fast, Arithmetic::Half] {
        for (name, graph, batch) in [("mlp", mlp(), 4096), ("residual", residual(), 8192)] {
            if wanted(name) {
                policy_speed(arithmetic, name, &graph, batch)?;
            }
        }
        for batch in [64, 1024] {
            if wanted("fieldnet") {
                board_speed(arithmetic, batch)?;
            }
        }
    }
    for batch in [8192, 16384, 32768] {
        if wanted("player") {
            player_speed(1024, batch)?;
        }
    }
    Ok(())
}

fn heads(mut b: Builder, h: Value) -> Graph {
    let policy = b.linear(h, 64);
    let value = b.linear(h, 1);
    let value = b.activation(value, Activation::Tanh);
    b.finish(&[("policy", policy), ("value", value)])
}

fn mlp() -> Graph {
    let mut b = Builder::new();
    let mut h = b.dense(1, 600);
    for width in [1024, 1024, 1024, 512] {
        h = b.linear_without_bias(h, width);
        h = b.batch_norm(h);
        h = b.activation(h, Activation::Relu);
    }
    heads(b, h)
}

fn residual() -> Graph {
    let mut b = Builder::new();
    let x = b.dense(1, 600);
    let mut h = b.linear(x, 512);
    for _ in 0..7 {
        let mut next = b.layer_norm(h);
        next = b.linear(next, 512);
        next = b.activation(next, Activation::Relu);
        next = b.linear(next, 512);
        h = b.add(h, next);
    }
    h = b.activation(h, Activation::Relu);
    heads(b, h)
}

fn fieldnet() -> Graph {
    let mut b = Builder::new();
    let board = b.dense(36, 11);
    let h = b.residual_tower(board, 16, 3);
    let mut head = |width| {
        let x = b.linear_without_bias(h, width);
        let x = b.batch_norm(x);
        let x = b.activation(x, Activation::Relu);
        b.flatten(x)
    };
    let (policy, value) = (head(6), head(8));
    let policy = b.linear(policy, 36);
    let value = b.linear(value, 8);
    let value = b.activation(value, Activation::Relu);
    let value = b.linear(value, 1);
    let value = b.activation(value, Activation::Tanh);
    b.finish(&[("policy", policy), ("value", value)])
}

/// Steps on one batch.
fn policy_speed(
    arithmetic: Arithmetic,
    name: &str,
    graph: &Graph,
    batch: usize,
) -> Result<(), Trouble> {
    let device = Device::find(arithmetic)?;
    let weights = first_weights(graph, First::He, false, 1);
    let mut training = PolicyTraining::new(&device, graph, &weights, batch, 1)?;
    let len = graph.inputs().next().map_or(0, |(v, _)| graph.shape(v).len());
    let width = graph.output("policy").map_or(0, |v| graph.shape(v).len());
    let input: Vec<f32> = (0..batch * len).map(|i| (i * 7919 % 1000) as f32 * 1e-3).collect();
    let policy = vec![1.0 / width as f32; batch * width];
    let results: Vec<f32> = (0..batch).map(|i| (i % 3) as f32 - 1.0).collect();
    training.set_batch(&[&input], &policy, &results)?;
    let rate = speed(batch, || training.train(STEPS, 1e-4))?;
    println!("{name} batch {batch} {arithmetic:?}: {rate:.0} samples/s");
    Ok(())
}

/// Steps that are made together.
const STEPS: usize = 200;

/// Samples a second in steps of this batch, where `steps` makes [`STEPS`] of them.
fn speed(batch: usize, mut steps: impl FnMut() -> Result<(), Trouble>) -> Result<f64, Trouble> {
    steps()?;
    let (start, mut samples) = (Instant::now(), 0);
    while start.elapsed().as_secs_f64() < 1.0 {
        steps()?;
        samples += STEPS * batch;
    }
    Ok(samples as f64 / start.elapsed().as_secs_f64())
}

/// FieldNet on samples that lie on the device in any order: what a run of Just 4 Fun does.
fn board_speed(arithmetic: Arithmetic, batch: usize) -> Result<(), Trouble> {
    let device = Device::find(arithmetic)?;
    let graph = fieldnet();
    let first = first_weights(&graph, First::He, false, 1);
    let setup = PolicySetup { graph, first, answers: 36, seed: 1 };
    let mut learner = CudaPolicyLearner::new(&device, &setup)?;
    let count = 50_000;
    learner.load(&PolicySamples {
        inputs: vec![(0..count * 36 * 11).map(|i| (i * 7919 % 1000) as f32 * 1e-3).collect()],
        legal: vec![(1 << 36) - 1; count],
        policies: vec![1.0 / 36.0; count * 36],
        values: (0..count).map(|i| (i % 3) as f32 - 1.0).collect(),
        weights: vec![1.0; count],
    })?;
    let order: Vec<u32> = (0..STEPS * batch).map(|i| (i * 7919 % count) as u32).collect();
    let stretch = Stretch { batch, rate: 1e-4, penalty: 0.1, l2: 1e-4 };
    let rate = speed(batch, || learner.train(&order, stretch))?;
    println!("fieldnet batch {batch} {arithmetic:?}: {rate:.0} samples/s");
    Ok(())
}

fn player_speed(width: usize, batch: usize) -> Result<(), Trouble> {
    let mut b = Builder::new();
    let bits = b.bits(1216);
    let mut h = b.linear(bits, width);
    h = b.activation(h, Activation::Relu);
    for _ in 0..3 {
        let next = b.linear(h, width);
        let next = b.activation(next, Activation::Relu);
        h = b.add(h, next);
    }
    let (values, flags) = (b.linear(h, 64), b.linear(h, 168));
    let graph = b.finish(&[("values", values), ("flags", flags)]);
    let setup = LearnerSetup {
        graph,
        words: 19,
        answers: 63,
        flags: 168,
        flag_weight: 0.1,
        batch,
        ring: 1 << 20,
        ask: 32768,
        groups: 2,
        others: 0,
        betas: [0.9, 0.99],
        decay: 0.01,
        average: 0.999,
        seed: 1,
        critic: None,
    };
    let device = Device::find(Arithmetic::Half)?;
    let mut learner = CudaLearner::new(&device, &setup, &setup.first_weights())?;
    let count = 1 << 18;
    let mut samples = Samples::new(19, 3);
    samples.bits = (0..count as u64 * 19)
        .map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) & i.rotate_left(17))
        .collect();
    samples.answers = (0..count).map(|i| (i % 40) as u8).collect();
    samples.targets = (0..count).map(|i| (i % 5) as f32 * 0.25 - 0.5).collect();
    samples.flags = (0..count as u64 * 3).collect();
    samples.known = vec![u64::MAX >> 24; count * 3];
    samples.next = vec![0; count];
    let start = Instant::now();
    learner.remember(&samples)?;
    learner.state()?;
    println!("upload: {:.1} M samples/s", count as f64 / start.elapsed().as_secs_f64() / 1e6);
    learner.train(20, 1e-4)?;
    learner.state()?;
    let (start, steps) = (Instant::now(), 20_000_000 / batch);
    learner.train(steps, 1e-4)?;
    learner.losses()?;
    println!(
        "player batch {batch}: {:.2} M samples/s",
        (steps * batch) as f64 / start.elapsed().as_secs_f64() / 1e6
    );
    let (bits, legal) = (&samples.bits[..32768 * 19], vec![0xFFFF_FFFF_u64; 32768]);
    let mut answers = vec![0; 32768];
    let start = Instant::now();
    for turn in 0..200 {
        learner.ask(0, turn % 2, bits, &legal, &AnswerNoise::NONE, turn as u64)?;
        if turn > 0 {
            learner.answers((turn + 1) % 2, &mut answers)?;
        }
    }
    learner.losses()?;
    println!(
        "player, questions: {:.2} M positions/s",
        200.0 * 32768.0 / start.elapsed().as_secs_f64() / 1e6
    );
    Ok(())
}
