//! Writes small networks with a batch, our gradient and our weights after three steps, for `check_against_pytorch.py`.
//!
//! `cargo run --release -p kontra-learn --example export_check -- FOLDER`

use kontra_learn::cpu::{Batch, LossSums, PassEngine, Tape};
use kontra_learn::loss::{self, LossOutput, Policy};
use kontra_learn::random::{below, normal, word};
use kontra_learn::{First, Optimizer, first_weights};
use kontra_nets::{Activation, Builder, Graph, Layout, Value, Weights};
use safetensors::tensor::{Dtype, TensorView};
use std::collections::BTreeMap;
use std::error::Error;
use std::ops::Range;
use std::path::Path;

const SAMPLES: usize = 200;
const STEPS: u64 = 3;
const RATE: f32 = 1e-3;
const FLAG_WEIGHT: f32 = 0.5;
const PENALTY: f32 = 0.7;
const SQUARES: f32 = 1e-4;

/// What a network learns from: the answers of Doppelkopf with flags, or a policy and a value.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Answers,
    Policy,
}

struct Case {
    name: &'static str,
    graph: Graph,
    kind: Kind,
    optimizer: Optimizer,
}

/// A list of numbers with its dimensions.
type Tensor = (String, Vec<usize>, Vec<f32>);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("expected a folder")?;
    std::fs::create_dir_all(&folder)?;
    let adam = Optimizer::AdamW { betas: [0.9, 0.999], decay: 0.01 };
    let ada = Optimizer::AdaDelta { keep: 0.9, decay: 1e-3 };
    let cases = [
        Case { name: "mlp", graph: mlp(), kind: Kind::Answers, optimizer: adam },
        Case { name: "residual", graph: residual(), kind: Kind::Answers, optimizer: adam },
        Case { name: "functions", graph: functions(), kind: Kind::Answers, optimizer: ada },
        Case { name: "fieldnet", graph: fieldnet(), kind: Kind::Policy, optimizer: adam },
        Case { name: "fieldnet-adadelta", graph: fieldnet(), kind: Kind::Policy, optimizer: ada },
    ];
    for case in cases {
        write(&case, Path::new(&folder))?;
    }
    Ok(())
}

/// Batch normalization, as in Dockhorn's networks.
fn mlp() -> Graph {
    let mut b = Builder::new();
    let mut x = b.bits(100);
    for width in [64, 48] {
        x = b.linear_without_bias(x, width);
        x = b.batch_norm(x);
        x = b.activation(x, Activation::Relu);
    }
    let (values, flags) = (b.linear(x, 11), b.linear(x, 5));
    b.finish(&[("values", values), ("flags", flags)])
}

/// Residual blocks with layer normalization.
fn residual() -> Graph {
    let mut b = Builder::new();
    let x = b.bits(100);
    let mut x = b.linear(x, 64);
    for _ in 0..3 {
        let y = b.layer_norm(x);
        let y = b.linear(y, 64);
        let y = b.activation(y, Activation::Relu);
        let y = b.linear(y, 64);
        x = b.add(x, y);
    }
    let x = b.activation(x, Activation::Relu);
    let (values, flags) = (b.linear(x, 11), b.linear(x, 5));
    b.finish(&[("values", values), ("flags", flags)])
}

/// All functions side by side.
fn functions() -> Graph {
    let mut b = Builder::new();
    let x = b.bits(100);
    let all = [
        Activation::Relu,
        Activation::LeakyRelu(0.1),
        Activation::RandomizedLeakyRelu(0.2, 0.2),
        Activation::Selu,
        Activation::Tanh,
        Activation::Sigmoid,
    ];
    let parts = all.map(|function| {
        let y = b.linear(x, 16);
        b.activation(y, function)
    });
    let x = parts.into_iter().reduce(|a, c| b.concat(a, c)).expect("there are six");
    let x = b.dropout(x, 0.0);
    let (values, flags) = (b.linear(x, 11), b.linear(x, 5));
    b.finish(&[("values", values), ("flags", flags)])
}

/// Convolutions, batch normalization, residuals, two heads.
fn fieldnet() -> Graph {
    let mut b = Builder::new();
    let x = b.dense(36, 11);
    let y = b.convolution(x, 16);
    let y = b.batch_norm(y);
    let mut x = b.activation(y, Activation::Relu);
    for _ in 0..2 {
        let y = b.convolution(x, 16);
        let y = b.batch_norm(y);
        let y = b.activation(y, Activation::Relu);
        let y = b.convolution(y, 16);
        let y = b.batch_norm(y);
        let y = b.add(x, y);
        x = b.activation(y, Activation::Relu);
    }
    let p = b.linear_without_bias(x, 6);
    let p = b.batch_norm(p);
    let p = b.activation(p, Activation::Relu);
    let p = b.flatten(p);
    let policy = b.linear(p, 36);
    let v = b.linear_without_bias(x, 8);
    let v = b.batch_norm(v);
    let v = b.activation(v, Activation::Relu);
    let v = b.flatten(v);
    let v = b.linear(v, 8);
    let v = b.activation(v, Activation::Relu);
    let v = b.linear(v, 1);
    let value = b.activation(v, Activation::Tanh);
    b.finish(&[("policy", policy), ("value", value)])
}

/// A batch that follows from the seed of its numbers.
struct Data {
    input: Vec<f32>,
    answers: Vec<u8>,
    targets: Vec<f32>,
    flags: Vec<u64>,
    known: Vec<u64>,
    legal: Vec<u64>,
    policy: Vec<f32>,
    weights: Vec<f32>,
}

fn random(purpose: u32, n: usize) -> u32 {
    word(42, purpose, n as u64, 0)
}

fn number(purpose: u32, n: usize) -> f32 {
    normal(random(purpose, n), word(42, purpose, n as u64, 1)) as f32
}

fn data(case: &Case) -> Data {
    let input = case.graph.inputs().next().map_or(Value(0), |(value, _)| value);
    let length = SAMPLES * case.graph.shape(input).len();
    let bit = |n| (below(random(200, n), 4) == 0) as u8 as f32;
    let legal: Vec<u64> = (0..SAMPLES)
        .map(|n| u64::from(random(205, n)) << 4 | u64::from(random(206, n) & 15) | 1)
        .collect();
    let policy = legal.iter().enumerate().flat_map(|(row, legal)| {
        let odds = (0..36).map(|c| (legal >> c & 1) as f32 * number(207, 36 * row + c).exp());
        let odds: Vec<f32> = odds.collect();
        let all: f32 = odds.iter().sum();
        odds.into_iter().map(move |x| x / all)
    });
    Data {
        input: match case.kind {
            Kind::Answers => (0..length).map(bit).collect(),
            Kind::Policy => (0..length).map(|n| number(200, n)).collect(),
        },
        answers: (0..SAMPLES).map(|n| below(random(201, n), 10) as u8).collect(),
        targets: (0..SAMPLES).map(|n| number(202, n).clamp(-1.0, 1.0)).collect(),
        flags: (0..SAMPLES).map(|n| u64::from(random(203, n)) & 31).collect(),
        known: (0..SAMPLES).map(|n| u64::from(random(204, n)) & 31).collect(),
        policy: policy.collect(),
        weights: (0..SAMPLES).map(|n| 0.5 + (random(208, n) % 3) as f32).collect(),
        legal,
    }
}

fn loss_of(case: &Case, data: &Data, tape: &mut Tape<f32>) -> LossSums {
    let (rows, scale) = (tape.samples.clone(), 1.0 / SAMPLES as f32);
    let mut output = |name: &str, columns, apply: &dyn Fn(LossOutput<'_, f32>) -> [f64; 2]| {
        let Some(value) = case.graph.output(name) else { return [0.0; 2] };
        let (values, gradient) = tape.with_gradient(value);
        apply(LossOutput { columns, values, gradient })
    };
    let sums = match case.kind {
        Kind::Answers => {
            let (answers, targets) = (&data.answers[rows.clone()], &data.targets[rows.clone()]);
            let (flags, known) = (&data.flags[rows.clone()], &data.known[rows]);
            let [a, _] = output("values", 11, &|out| {
                [loss::chosen_value(out, answers, targets, scale), 0.0]
            });
            let [b, _] = output("flags", 5, &|out| {
                [loss::flags(out, flags, known, scale * FLAG_WEIGHT), 0.0]
            });
            [a, f64::from(FLAG_WEIGHT) * b]
        }
        Kind::Policy => {
            let (targets, weights) = (&data.targets[rows.clone()], &data.weights[rows.clone()]);
            let policy = Policy {
                legal: &data.legal[rows.clone()],
                targets: &data.policy[36 * rows.start..36 * rows.end],
                weights,
                penalty: PENALTY,
            };
            let [a, b] = output("policy", 36, &|out| loss::policy(out, &policy, scale));
            let [c, _] =
                output("value", 1, &|out| [loss::squared(out, targets, weights, scale), 0.0]);
            [a + f64::from(PENALTY) * b, c]
        }
    };
    [sums[0] + sums[1], 0.0, 0.0, 0.0, 0.0]
}

/// Three steps. Gives the loss and the gradient of the first.
fn train(case: &Case, data: &Data, weights: &mut Weights) -> (f64, Vec<f32>) {
    let length = weights.parameters().len();
    let (mut gradient, mut moments) = (vec![0.0; length], [vec![0.0; length], vec![0.0; length]]);
    let mut engine = PassEngine::<f32>::new(&case.graph, 2);
    let fill = |_: Value, rows: Range<usize>, out: &mut [f32]| {
        let width = out.len() / rows.len();
        out.copy_from_slice(&data.input[rows.start * width..rows.end * width]);
    };
    let loss = |tape: &mut Tape<f32>| loss_of(case, data, tape);
    let mut first = None;
    for step in 1..=STEPS {
        let batch = Batch { samples: SAMPLES, seed: 1, step, fill: &fill, loss: &loss };
        let (parameters, statistics) = weights.lists_mut();
        let [sum, ..] = engine.train(parameters, statistics, batch, &mut gradient);
        let mut mean = sum / SAMPLES as f64;
        if case.kind == Kind::Policy {
            let squares = loss::squares(&case.graph, parameters, SQUARES, &mut gradient);
            mean += f64::from(SQUARES) * squares;
        }
        first.get_or_insert_with(|| (mean, gradient.clone()));
        let [a, b] = &mut moments;
        case.optimizer.step(step, RATE, parameters, &gradient, [a, b]);
    }
    first.unwrap_or_default()
}

fn write(case: &Case, folder: &Path) -> Result<(), Box<dyn Error>> {
    let data = data(case);
    let mut weights = first_weights(&case.graph, First::Glorot, false, 5);
    let mut tensors = parts("before", &case.graph, &weights);
    let (loss, gradient) = train(case, &data, &mut weights);
    tensors.extend(parts("after", &case.graph, &weights));
    for slot in &Layout::new(&case.graph).parameters {
        let name = format!("gradient.{}", slot.name);
        tensors.push((name, slot.shape.clone(), gradient[slot.range.clone()].to_vec()));
    }
    let floats = |list: &[u64], columns: u32| -> Vec<f32> {
        list.iter().flat_map(|w| (0..columns).map(move |c| (w >> c & 1) as f32)).collect()
    };
    let columns = |name: &str, list: Vec<f32>| {
        (format!("data.{name}"), vec![SAMPLES, list.len() / SAMPLES], list)
    };
    tensors.extend([
        columns("input", data.input.clone()),
        columns("answers", data.answers.iter().map(|a| f32::from(*a)).collect()),
        columns("targets", data.targets.clone()),
        columns("flags", floats(&data.flags, 5)),
        columns("known", floats(&data.known, 5)),
        columns("legal", floats(&data.legal, 36)),
        columns("policy", data.policy.clone()),
        columns("weights", data.weights.clone()),
    ]);
    let facts = [
        ("graph", serde_json::to_string(&case.graph)?),
        ("optimizer", serde_json::to_string(&case.optimizer)?),
        ("kind", if case.kind == Kind::Policy { "policy" } else { "answers" }.to_owned()),
        ("loss", loss.to_string()),
        ("steps", STEPS.to_string()),
        ("rate", RATE.to_string()),
        ("flag-weight", FLAG_WEIGHT.to_string()),
        ("penalty", PENALTY.to_string()),
        ("squares", SQUARES.to_string()),
    ];
    let facts: BTreeMap<String, String> =
        facts.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
    let path = folder.join(format!("{}.safetensors", case.name));
    std::fs::write(&path, to_bytes(&tensors, facts)?)?;
    println!("{}: loss {loss:.6}", path.display());
    Ok(())
}

fn parts(before: &str, graph: &Graph, weights: &Weights) -> Vec<Tensor> {
    let layout = Layout::new(graph);
    let learned = layout.parameters.iter().map(|slot| (slot, weights.parameters()));
    let all = learned.chain(layout.statistics.iter().map(|slot| (slot, weights.statistics())));
    let tensor = |(slot, list): (&kontra_nets::Slot, &[f32])| {
        (format!("{before}.{}", slot.name), slot.shape.clone(), list[slot.range.clone()].to_vec())
    };
    all.map(tensor).collect()
}

fn to_bytes(
    tensors: &[Tensor],
    facts: BTreeMap<String, String>,
) -> Result<Vec<u8>, Box<dyn Error>> {
    let bytes = tensors.iter().map(|(_, _, list)| list.iter().flat_map(|x| x.to_le_bytes()));
    let bytes: Vec<Vec<u8>> = bytes.map(Iterator::collect).collect();
    let mut views = vec![];
    for ((name, shape, _), bytes) in tensors.iter().zip(&bytes) {
        views.push((name.clone(), TensorView::new(Dtype::F32, shape.clone(), bytes)?));
    }
    let bytes = safetensors::serialize(views, Some(facts.into_iter().collect()))?;
    Ok(kontra_nets::sorted_metadata(bytes))
}
