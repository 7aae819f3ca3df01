use super::engine::{Batch, LossSums, PassEngine};
use super::learner::{moments_of, same_shape};
use super::tape::Tape;
use crate::loss::{self, LossOutput, Policy};
use crate::policy::{PolicyLearner, PolicyLosses, PolicySamples, PolicySetup, Stretch};
use crate::{LearnerState, Optimizer, Trouble};
use kontra_nets::{Value, Weights};

/// A policy learner on the CPU: the reference for other devices. The weights are the same on any number of threads.
pub struct CpuPolicyLearner {
    setup: PolicySetup,
    outputs: [Value; 2],
    engine: PassEngine<f32>,
    samples: PolicySamples,
    weights: Weights,
    moments: [Vec<f32>; 2],
    gradient: Vec<f32>,
    step: u64,
    sums: LossSums,
    seen: [u64; 2],
}

const ADAM: Optimizer = Optimizer::AdamW { betas: [0.9, 0.999], decay: 0.0 };

impl CpuPolicyLearner {
    /// A learner with the setup's first weights, on some threads.
    pub fn new(setup: &PolicySetup, threads: usize) -> Result<CpuPolicyLearner, Trouble> {
        let outputs = setup.check()?;
        let zeros = || vec![0.0; setup.first.parameters().len()];
        Ok(CpuPolicyLearner {
            engine: PassEngine::new(&setup.graph, threads),
            outputs,
            samples: PolicySamples::default(),
            weights: setup.first.clone(),
            moments: [zeros(), zeros()],
            gradient: zeros(),
            step: 0,
            sums: LossSums::default(),
            seen: [0; 2],
            setup: setup.clone(),
        })
    }

    fn make_step(&mut self, drawn: &[u32], stretch: Stretch) {
        self.step += 1;
        let (samples, graph) = (&self.samples, &self.setup.graph);
        let inputs: Vec<Value> = graph.inputs().map(|(value, _)| value).collect();
        let fill = |value: Value, rows: std::ops::Range<usize>, out: &mut [f32]| {
            let numbers = inputs.iter().position(|input| *input == value);
            let Some(numbers) = numbers.map(|place| &samples.inputs[place]) else { return };
            let width = graph.shape(value).len();
            for (n, out) in drawn[rows].iter().zip(out.chunks_exact_mut(width)) {
                out.copy_from_slice(&numbers[*n as usize * width..][..width]);
            }
        };
        let (outputs, answers) = (self.outputs, self.setup.answers);
        let loss =
            |tape: &mut Tape<f32>| loss_of(samples, drawn, (outputs, answers), stretch, tape);
        let batch = Batch {
            samples: drawn.len(),
            seed: self.setup.seed,
            step: self.step,
            fill: &fill,
            loss: &loss,
        };
        let (parameters, statistics) = self.weights.lists_mut();
        let sums = self.engine.train(parameters, statistics, batch, &mut self.gradient);
        self.sums.iter_mut().zip(sums).for_each(|(all, x)| *all += x);
        self.seen[0] += 1;
        self.seen[1] += drawn.len() as u64;
        if stretch.l2 > 0.0 {
            loss::squares(graph, parameters, stretch.l2, &mut self.gradient);
        }
        let [first, second] = &mut self.moments;
        ADAM.step(self.step, stretch.rate, parameters, &self.gradient, [first, second]);
    }
}

/// The loss of one part of a batch: sums of squared errors, cross-entropies and illegal probabilities.
fn loss_of(
    samples: &PolicySamples,
    drawn: &[u32],
    ([policy, value], answers): ([Value; 2], usize),
    stretch: Stretch,
    tape: &mut Tape<f32>,
) -> LossSums {
    let scale = 1.0 / drawn.len() as f32;
    let drawn = &drawn[tape.samples.clone()];
    let gather = |list: &[f32]| -> Vec<f32> { drawn.iter().map(|n| list[*n as usize]).collect() };
    let (targets, weights) = (gather(&samples.values), gather(&samples.weights));
    let legal: Vec<u64> = drawn.iter().map(|n| samples.legal[*n as usize]).collect();
    let rows = drawn.iter().map(|n| *n as usize * answers..(*n as usize + 1) * answers);
    let policies: Vec<f32> = rows.flat_map(|row| &samples.policies[row]).copied().collect();
    let (values, gradient) = tape.with_gradient(value);
    let error =
        loss::squared(LossOutput { columns: 1, values, gradient }, &targets, &weights, scale);
    let (values, gradient) = tape.with_gradient(policy);
    let of =
        Policy { legal: &legal, targets: &policies, weights: &weights, penalty: stretch.penalty };
    let [entropy, invalid] =
        loss::policy(LossOutput { columns: answers, values, gradient }, &of, scale);
    [error, entropy, invalid, 0.0, 0.0]
}

impl PolicyLearner for CpuPolicyLearner {
    fn load(&mut self, samples: &PolicySamples) -> Result<(), Trouble> {
        samples.check(&self.setup.widths(), self.setup.answers)?;
        self.samples.clone_from(samples);
        Ok(())
    }

    fn train(&mut self, order: &[u32], stretch: Stretch) -> Result<(), Trouble> {
        let count = self.samples.len();
        if let Some(n) = order.iter().find(|n| **n as usize >= count) {
            return Err(Trouble(format!("order: expected samples below {count}, found {n}")));
        }
        for drawn in order.chunks_exact(stretch.batch.max(1)) {
            self.make_step(drawn, stretch);
        }
        Ok(())
    }

    fn losses(&mut self) -> Result<PolicyLosses, Trouble> {
        let [steps, samples] = std::mem::take(&mut self.seen);
        let mean = |sum: f64| (sum / samples.max(1) as f64) as f32;
        let [value, policy, invalid, ..] = std::mem::take(&mut self.sums).map(mean);
        Ok(PolicyLosses { value, policy, invalid, steps })
    }

    fn state(&mut self) -> Result<LearnerState, Trouble> {
        Ok(LearnerState {
            weights: self.weights.clone(),
            average: self.weights.clone(),
            moments: self.moments.to_vec(),
            step: self.step,
        })
    }

    fn restore(&mut self, state: &LearnerState) -> Result<(), Trouble> {
        same_shape(&self.setup.graph, &state.weights)?;
        self.moments = moments_of(state, self.weights.parameters().len())?;
        self.weights.clone_from(&state.weights);
        self.step = state.step;
        (self.sums, self.seen) = (LossSums::default(), [0; 2]);
        Ok(())
    }
}
