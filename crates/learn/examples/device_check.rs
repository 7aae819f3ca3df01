//! Compares a CUDA device with the CPU, operation by operation, and shows that training repeats bit by bit:
//! `cargo run --release -p kontra-learn --example device_check`. Exit code 1 where something differs.

use kontra_agents::just4fun::network::{CardFieldNet, FieldNet};
use kontra_learn::cpu::{Batch, CpuImitation, CpuLearner, CpuPolicyLearner, PassEngine, Tape};
use kontra_learn::cuda::{
    Arithmetic, CudaImitation, CudaLearner, CudaPolicyLearner, Device, PolicyTraining,
};
use kontra_learn::imitation::{ImitationLearner, ImitationSamples, ImitationSetup};
use kontra_learn::loss::{self, ClassError, LossOutput, Policy};
use kontra_learn::policy::{PolicyLearner, PolicySamples, PolicySetup, Stretch};
use kontra_learn::random::{unit, word};
use kontra_learn::run::{critic_alone, residual as residual_player, with_critic};
use kontra_learn::{
    AnswerNoise, CriticSetup, First, Learner, LearnerSetup, LearnerState, Optimizer, Samples,
    Trouble, first_weights,
};
use kontra_nets::{Activation, Builder, Graph, Value, Weights};
use std::ops::Range;
use std::process::ExitCode;
use std::sync::Arc;

const BATCH: usize = 512;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(trouble) => {
            println!("{trouble}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool, Trouble> {
    let exact = Device::find(Arithmetic::Exact)?;
    println!("{}", exact.name());
    let mut good = true;
    let learners = [
        ("residual", residual(0.0)),
        ("beside a critic", beside_critic(0.0)),
        ("norms and functions", norms()),
        ("wide batch norms", wide_norms()),
    ];
    for (name, setup) in learners {
        let steps = [1, 3];
        for count in steps {
            let difference = learners_differ(&exact, &setup, count)?;
            good &= report(&format!("{name}, {count} steps: weights"), difference, 1e-4);
        }
        good &= report(&format!("{name}: answers"), answers_differ(&exact, &setup)?, 0.01);
    }
    good &= report("board: gradient", board_differs(&exact)?, 1e-4);
    for (name, graph) in [
        ("FieldNet", FieldNet::BENCHMARK.graph()),
        ("CardFieldNet", CardFieldNet::BENCHMARK.graph()),
        ("the champion of Just 4 Fun", FieldNet::CHAMPION.graph()),
    ] {
        for steps in [1, 20] {
            let difference = policies_differ(&exact, &graph, steps)?;
            good &= report(&format!("{name}, {steps} steps: gradient"), difference, 1e-4);
        }
        let same = policies_repeat(&exact, &graph)?;
        let words = if same { "bit by bit" } else { "DIFFERENT" };
        println!("{name}: the same steps again, and resumed: {words}");
        good &= same;
    }
    let half = Device::find(Arithmetic::Half)?;
    let loose = learners_differ(&half, &residual(0.0), 1)?;
    println!("residual in bfloat16, 1 step: weights differ by at most {loose:.2e} of a step");
    let learners = [
        ("residual", residual(0.999)),
        ("beside a critic", beside_critic(0.999)),
        ("norms and functions", norms()),
        ("wide batch norms", wide_norms()),
    ];
    for (name, setup) in learners {
        let same = repeats(&half, &setup)? && repeats(&exact, &setup)?;
        println!(
            "{name}: the same steps again, and resumed from a checkpoint: {}",
            if same { "bit by bit" } else { "DIFFERENT" }
        );
        good &= same;
    }
    let differs = imitations_differ(&exact)?;
    good &= report("cards, 3 steps: weights", differs, 1e-4);
    let same = imitations_repeat(&exact)? && imitations_repeat(&half)?;
    println!(
        "cards: the same steps again, and resumed: {}",
        if same { "bit by bit" } else { "DIFFERENT" }
    );
    good &= same;
    Ok(good)
}

/// A network that learns to imitate, and samples of noise for it.
fn cards() -> (ImitationSetup, ImitationSamples) {
    let mut b = Builder::new();
    let mut h = b.bits(192);
    for _ in 0..2 {
        h = b.linear(h, 120);
        h = b.batch_norm(h);
        h = b.activation(h, Activation::Relu);
        h = b.dropout(h, 0.2);
    }
    let cards = b.linear(h, 24);
    let graph = b.finish(&[("cards", cards)]);
    let setup = ImitationSetup {
        first: first_weights(&graph, First::Glorot, false, 3),
        graph,
        output: "cards",
        batch: 64,
        optimizer: Optimizer::Sgd,
        error: ClassError::CrossEntropy,
        seed: 4,
    };
    let count = 500;
    let noise = |lane: usize, n: usize| u64::from(word(9, 2, n as u64, lane as u32));
    let samples = ImitationSamples {
        bits: (0..3 * count).map(|n| noise(0, n) << 32 | noise(1, n)).collect(),
        legal: vec![(1 << 24) - 1; count],
        answers: (0..count).map(|n| (noise(2, n) % 24) as u8).collect(),
        ends: vec![],
    };
    (setup, samples)
}

fn cards_in_order(steps: usize) -> Vec<u32> {
    (0..steps * 64).map(|n| (n * 37 % 500) as u32).collect()
}

/// By how much weights differ after a few steps, as a share of the largest step.
fn imitations_differ(device: &Arc<Device>) -> Result<f64, Trouble> {
    let (setup, samples) = cards();
    let mut ours = CudaImitation::new(device, &setup)?;
    let mut theirs = CpuImitation::new(&setup, 8)?;
    let order = cards_in_order(3);
    ours.load(&samples)?;
    theirs.load(&samples)?;
    ours.train(&order, 0.1)?;
    theirs.train(&order, 0.1)?;
    let (ours, theirs) = (ours.state()?.weights, theirs.state()?.weights);
    let steps = theirs.parameters().iter().zip(setup.first.parameters());
    let largest = steps.fold(0.0_f64, |most, (a, b)| most.max(f64::from((a - b).abs())));
    let pairs = ours.parameters().iter().zip(theirs.parameters());
    Ok(pairs.fold(0.0, |most, (a, b)| f64::max(most, f64::from((a - b).abs()) / largest)))
}

fn imitations_repeat(device: &Arc<Device>) -> Result<bool, Trouble> {
    let (setup, samples) = cards();
    let fresh = || -> Result<CudaImitation, Trouble> {
        let mut learner = CudaImitation::new(device, &setup)?;
        learner.load(&samples)?;
        Ok(learner)
    };
    let (early, late) = (cards_in_order(14), cards_in_order(23));
    let mut whole = fresh()?;
    whole.train(&early, 0.1)?;
    whole.train(&late, 0.1)?;
    let mut first = fresh()?;
    first.train(&early, 0.1)?;
    let mut resumed = fresh()?;
    resumed.restore(&first.state()?)?;
    resumed.train(&late, 0.1)?;
    Ok(whole.state()? == resumed.state()?)
}

const STRETCH: Stretch = Stretch { batch: 64, rate: 1e-3, penalty: 0.7, l2: 1e-4 };

/// A network that learns a policy, and samples of noise for it.
fn policies(graph: &Graph) -> (PolicySetup, PolicySamples) {
    let first = first_weights(graph, First::Glorot, false, 3);
    let setup = PolicySetup { graph: graph.clone(), first, answers: 36, seed: 4 };
    let count = 200;
    let noise = |lane: usize, n: usize| unit(word(9, 1, n as u64, lane as u32));
    let mut samples = PolicySamples::default();
    for (lane, width) in setup.widths().into_iter().enumerate() {
        samples.inputs.push((0..count * width).map(|n| 2.0 * noise(lane, n)).collect());
    }
    for n in 0..count {
        let legal = (0..36).filter(|a| a % 3 == n % 3).fold(0, |legal, a| legal | 1 << a);
        let share = |a: usize| if a % 3 == n % 3 { 1.0 / 12.0 } else { 0.0 };
        samples.legal.push(legal);
        samples.policies.extend((0..36).map(share));
        samples.values.push(2.0 * noise(7, n) - 1.0);
        samples.weights.push(0.5 + noise(8, n));
    }
    (setup, samples)
}

fn order(steps: usize) -> Vec<u32> {
    (0..steps * STRETCH.batch).map(|n| (n * 37 % 200) as u32).collect()
}

/// By how much the gradients of a step differ, as a share of the largest: the median over the steps. Both learners begin each
/// step with the same weights: where a gradient is noise, Adam's first steps follow its sign, and the weights part. Single
/// steps differ more, where a number lies so near to the kink of a function that rounding decides on its side.
fn policies_differ(device: &Arc<Device>, graph: &Graph, steps: usize) -> Result<f64, Trouble> {
    let (setup, samples) = policies(graph);
    let mut ours = CudaPolicyLearner::new(device, &setup)?;
    let mut theirs = CpuPolicyLearner::new(&setup, 1)?;
    ours.load(&samples)?;
    theirs.load(&samples)?;
    let mut all = vec![];
    for batch in order(steps).chunks_exact(STRETCH.batch) {
        let before = theirs.state()?;
        ours.restore(&before)?;
        ours.train(batch, STRETCH)?;
        theirs.train(batch, STRETCH)?;
        let gradient = |state: LearnerState| -> Vec<f64> {
            let moments = state.moments[0].iter().zip(&before.moments[0]);
            moments.map(|(after, m)| (f64::from(*after) - 0.9 * f64::from(*m)) / 0.1).collect()
        };
        let (ours, theirs) = (gradient(ours.state()?), gradient(theirs.state()?));
        let largest = theirs.iter().fold(0.0_f64, |most, g| most.max(g.abs()));
        let differences = ours.iter().zip(&theirs).map(|(a, b)| (a - b).abs() / largest);
        all.push(differences.fold(0.0, f64::max));
    }
    all.sort_by(f64::total_cmp);
    println!("  at most {:.2e}", all[all.len() - 1]);
    Ok(all[all.len() / 2])
}

fn policies_repeat(device: &Arc<Device>, graph: &Graph) -> Result<bool, Trouble> {
    let (setup, samples) = policies(graph);
    let fresh = || -> Result<CudaPolicyLearner, Trouble> {
        let mut learner = CudaPolicyLearner::new(device, &setup)?;
        learner.load(&samples)?;
        Ok(learner)
    };
    let mut whole = fresh()?;
    whole.train(&order(14), STRETCH)?;
    whole.train(&order(26), STRETCH)?;
    let mut first = fresh()?;
    first.train(&order(14), STRETCH)?;
    let mut resumed = fresh()?;
    resumed.restore(&first.state()?)?;
    resumed.train(&order(26), STRETCH)?;
    Ok(whole.state()? == resumed.state()?)
}

fn report(name: &str, difference: f64, most: f64) -> bool {
    let good = difference <= most;
    println!(
        "{name}: {difference:.2e} (at most {most:.0e}){}",
        if good { "" } else { "  TOO MUCH" }
    );
    good
}

fn setup(graph: Graph, answers: usize, flags: usize, average: f32) -> LearnerSetup {
    LearnerSetup {
        graph,
        words: 3,
        answers,
        flags,
        flag_weight: 0.3,
        batch: BATCH,
        ring: 2048,
        ask: 700,
        groups: 2,
        others: 1,
        betas: [0.9, 0.99],
        decay: 0.01,
        average,
        seed: 5,
        critic: None,
    }
}

fn residual(average: f32) -> LearnerSetup {
    let mut b = Builder::new();
    let bits = b.bits(192);
    let mut h = b.linear(bits, 128);
    h = b.activation(h, Activation::Relu);
    for _ in 0..2 {
        let next = b.linear(h, 128);
        let next = b.activation(next, Activation::Relu);
        h = b.add(h, next);
    }
    let (values, flags) = (b.linear(h, 24), b.linear(h, 77));
    setup(b.finish(&[("values", values), ("flags", flags)]), 23, 77, average)
}

fn beside_critic(average: f32) -> LearnerSetup {
    let graph = with_critic([192, 72], [64, 40], [1, 2], 23, 77);
    let alone = critic_alone([192, 72], 40, 2);
    let critic = Some(CriticSetup { graph, alone, weight: 2.0, ahead: 0.6 });
    LearnerSetup { critic, ..setup(residual_player(192, 64, 1, 23, 77), 23, 77, average) }
}

fn norms() -> LearnerSetup {
    let mut b = Builder::new();
    let bits = b.bits(192);
    let mut h = b.linear(bits, 61);
    h = b.batch_norm(h);
    for function in [
        Activation::Relu,
        Activation::LeakyRelu(0.1),
        Activation::RandomizedLeakyRelu(0.1, 0.3),
        Activation::Selu,
        Activation::Tanh,
        Activation::Sigmoid,
    ] {
        let mut next = b.linear(h, 61);
        next = b.layer_norm(next);
        next = b.activation(next, function);
        next = b.dropout(next, 0.1);
        let both = b.concat(h, next);
        let next = b.linear(both, 61);
        h = b.add(next, h);
    }
    let values = b.linear(h, 9);
    setup(b.finish(&[("values", values)]), 8, 0, 0.0)
}

/// Layers that are too wide for one kernel, with batch normalization and a function behind it.
fn wide_norms() -> LearnerSetup {
    let mut b = Builder::new();
    let mut h = b.bits(192);
    for (width, function) in [
        (128, Activation::Relu),
        (260, Activation::RandomizedLeakyRelu(0.1, 0.3)),
        (101, Activation::Tanh),
    ] {
        h = b.linear_without_bias(h, width);
        h = b.batch_norm(h);
        h = b.activation(h, function);
    }
    let values = b.linear(h, 9);
    setup(b.finish(&[("values", values)]), 8, 0, 0.0)
}

/// Samples whose targets follow from their bits, so that there is something to learn.
fn samples(setup: &LearnerSetup, count: usize) -> Samples {
    let mut samples = Samples::new(setup.words, setup.flags.div_ceil(64));
    let mut lane = 0;
    let mut next = || {
        lane += 2;
        u64::from(word(9, 77, 0, lane)) << 32 | u64::from(word(9, 77, 0, lane + 1))
    };
    for _ in 0..count {
        let bits: Vec<u64> = (0..setup.words).map(|_| next() & next()).collect();
        samples.targets.push((bits[0] & 255).count_ones() as f32 - 2.0);
        samples.bits.extend(bits);
        samples.answers.push((next() % setup.answers as u64) as u8);
        samples.next.push((next() % 3) as u8);
        for _ in 0..setup.flags.div_ceil(64) {
            samples.flags.push(next());
            samples.known.push(next());
        }
    }
    // Nothing comes after the last samples.
    samples.next.iter_mut().rev().take(2).for_each(|next| *next = 0);
    // Flags beyond the last column do not exist.
    if !setup.flags.is_multiple_of(64) && setup.flags > 0 {
        let words = setup.flags.div_ceil(64);
        samples
            .known
            .chunks_exact_mut(words)
            .for_each(|w| w[words - 1] &= (1 << (setup.flags % 64)) - 1);
    }
    samples
}

fn cuda(device: &Arc<Device>, setup: &LearnerSetup) -> Result<CudaLearner, Trouble> {
    CudaLearner::new(device, setup, &setup.first_weights())
}

fn trained(
    learner: &mut dyn Learner,
    setup: &LearnerSetup,
    steps: usize,
) -> Result<LearnerState, Trouble> {
    learner.remember(&samples(setup, 1500))?;
    learner.train(steps, 1e-2)?;
    learner.state()
}

/// The largest difference of a weight, in steps: AdamW moves a weight by about the rate.
fn learners_differ(
    device: &Arc<Device>,
    setup: &LearnerSetup,
    steps: usize,
) -> Result<f64, Trouble> {
    let ours = trained(&mut cuda(device, setup)?, setup, steps)?;
    let theirs = trained(&mut CpuLearner::new(setup, 8)?, setup, steps)?;
    // A weight with (almost) no gradient is moved by the sign of noise: gradients are compared where they are not noise.
    let moments = ours.moments[0].iter().zip(&theirs.moments[0]);
    let largest = theirs.moments[0].iter().fold(0.0_f64, |most, m| most.max(f64::from(m.abs())));
    Ok(moments.fold(0.0_f64, |most, (a, b)| most.max(f64::from((a - b).abs()) / largest)))
}

/// The share of positions that are answered otherwise.
fn answers_differ(device: &Arc<Device>, setup: &LearnerSetup) -> Result<f64, Trouble> {
    let noise = AnswerNoise { temperature: [0.2; 64], random: [0.1; 64] };
    let questions = samples(setup, 700);
    let legal: Vec<u64> = questions
        .bits
        .chunks_exact(setup.words)
        .map(|w| w[0] & ((1 << setup.answers) - 1) | 1)
        .collect();
    let mut lists = vec![];
    let mut learners: [Box<dyn Learner>; 2] =
        [Box::new(cuda(device, setup)?), Box::new(CpuLearner::new(setup, 8)?)];
    for learner in &mut learners {
        trained(&mut **learner, setup, 2)?;
        learner.refresh(false)?;
        learner.ask(0, 1, &questions.bits, &legal, &noise, 33)?;
        let mut answers = vec![0; legal.len()];
        learner.answers(1, &mut answers)?;
        lists.push(answers);
    }
    let other = lists[0].iter().zip(&lists[1]).filter(|(a, b)| a != b).count();
    Ok(other as f64 / legal.len() as f64)
}

fn board_graph() -> Graph {
    let mut b = Builder::new();
    let (board, cards) = (b.dense(36, 11), b.dense(1, 20));
    let mut h = b.convolution(board, 16);
    h = b.batch_norm(h);
    h = b.activation(h, Activation::Relu);
    for _ in 0..2 {
        let mut next = b.convolution(h, 16);
        next = b.batch_norm(next);
        next = b.activation(next, Activation::Relu);
        next = b.convolution(next, 16);
        next = b.batch_norm(next);
        next = b.add(next, h);
        h = b.activation(next, Activation::Relu);
    }
    let flat = b.flatten(h);
    let both = b.concat(flat, cards);
    let policy = b.linear(both, 36);
    let value = b.linear(both, 1);
    let value = b.activation(value, Activation::Tanh);
    b.finish(&[("policy", policy), ("value", value)])
}

fn numbers(count: usize, purpose: u32) -> Vec<f32> {
    (0..count as u32).map(|lane| 2.0 * unit(word(3, purpose, 0, lane)) - 1.0).collect()
}

/// The largest difference of a gradient, as a share of the largest gradient.
fn board_differs(device: &Arc<Device>) -> Result<f64, Trouble> {
    let graph = board_graph();
    let weights: Weights = first_weights(&graph, First::Glorot, false, 3);
    let batch = 64;
    let inputs: Vec<Vec<f32>> = graph
        .inputs()
        .map(|(value, _)| numbers(batch * graph.shape(value).len(), value.0 as u32))
        .collect();
    let mut policies = numbers(batch * 36, 100);
    for row in policies.chunks_exact_mut(36) {
        row.iter_mut().for_each(|x| *x = (3.0 * *x).exp());
        let sum: f32 = row.iter().sum();
        row.iter_mut().for_each(|x| *x /= sum);
    }
    let results = numbers(batch, 101);
    let mut training = PolicyTraining::new(device, &graph, &weights, batch, 3)?;
    let lists: Vec<&[f32]> = inputs.iter().map(|list| &list[..]).collect();
    training.set_batch(&lists, &policies, &results)?;
    let (ours, _) = training.gradient()?;

    let mut engine = PassEngine::<f32>::new(&graph, 8);
    let places: Vec<Value> = graph.inputs().map(|(value, _)| value).collect();
    let fill = |value: Value, samples: Range<usize>, out: &mut [f32]| {
        let which = places.iter().position(|v| *v == value).unwrap_or(0);
        let len = graph.shape(value).len();
        out.copy_from_slice(&inputs[which][samples.start * len..samples.end * len]);
    };
    let (policy, value) =
        (graph.output("policy").unwrap_or(Value(0)), graph.output("value").unwrap_or(Value(0)));
    let loss = |tape: &mut Tape<f32>| {
        let range = tape.samples.clone();
        let ones = vec![1.0; range.len()];
        let legal = vec![(1 << 36) - 1; range.len()];
        let targets = &policies[range.start * 36..range.end * 36];
        let of = Policy { legal: &legal, targets, weights: &ones, penalty: 0.0 };
        let (values, gradient) = tape.with_gradient(policy);
        let [entropy, _] =
            loss::policy(LossOutput { columns: 36, values, gradient }, &of, 1.0 / batch as f32);
        let (values, gradient) = tape.with_gradient(value);
        let output = LossOutput { columns: 1, values, gradient };
        [entropy, loss::squared(output, &results[range], &ones, 1.0 / batch as f32), 0.0, 0.0, 0.0]
    };
    let mut theirs = vec![0.0; ours.len()];
    let mut statistics = weights.statistics().to_vec();
    let batch = Batch { samples: batch, seed: 3, step: 1, fill: &fill, loss: &loss };
    engine.train(weights.parameters(), &mut statistics, batch, &mut theirs);
    let largest = theirs.iter().fold(0.0_f64, |most, g| most.max(f64::from(g.abs())));
    let pairs = ours.iter().zip(&theirs);
    Ok(pairs.fold(0.0, |most, (a, b)| f64::max(most, f64::from((a - b).abs()) / largest)))
}

/// Whether the same steps give the same bits, and a learner that continues from a checkpoint too.
fn repeats(device: &Arc<Device>, setup: &LearnerSetup) -> Result<bool, Trouble> {
    let all = samples(setup, 1500);
    let mut whole = cuda(device, setup)?;
    whole.remember(&all)?;
    whole.train(7, 1e-3)?;
    let middle = whole.state()?;
    whole.train(9, 1e-3)?;
    let end = whole.state()?;
    let mut again = cuda(device, setup)?;
    again.remember(&all)?;
    again.train(16, 1e-3)?;
    let mut resumed = cuda(device, setup)?;
    resumed.restore(&middle)?;
    resumed.remember(&all)?;
    resumed.train(9, 1e-3)?;
    Ok(again.state()? == end && resumed.state()? == end)
}
