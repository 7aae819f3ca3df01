use super::device::{Arg::*, Device};
use super::memory::Buffer;
use super::network::{DeviceNetwork, Parameters};
use super::program::DeviceProgram;
use super::steps::RecordedSteps;
use crate::Trouble;
use kontra_nets::{Graph, Value, Weights};
use std::sync::Arc;

/// Supervised training of a network with inputs of numbers and the outputs `policy` (before the softmax) and `value`: the loss
/// is the mean over a batch of the cross-entropy and the squared error.
pub struct PolicyTraining {
    device: Arc<Device>,
    recorded: Option<RecordedSteps>,
    network: DeviceNetwork,
    parameters: Parameters,
    moments: [Buffer; 2],
    average: Buffer,
    clock: Buffer,
    numbers: Buffer,
    policies: Buffer,
    results: Buffer,
    losses: Buffer,
    totals: Buffer,
    policy: Value,
    value: Value,
}

const BETAS: [f32; 2] = [0.9, 0.999];

impl PolicyTraining {
    /// A network that learns from batches of this size. The seed decides dropout and random slopes.
    pub fn new(
        device: &Arc<Device>,
        graph: &Graph,
        weights: &Weights,
        batch: usize,
        seed: u64,
    ) -> Result<PolicyTraining, Trouble> {
        let plan = Arc::new(DeviceProgram::new(graph));
        let output = |name: &str| {
            graph
                .output(name)
                .ok_or_else(|| Trouble(format!("network: expected the output '{name}'")))
        };
        let (policy, value, count) =
            (output("policy")?, output("value")?, weights.parameters().len());
        let floats = |count: usize| Buffer::of::<f32>(device, count);
        Ok(PolicyTraining {
            network: DeviceNetwork::new(device, &plan, batch, true)?,
            parameters: Parameters::new(device, weights)?,
            moments: [floats(count)?, floats(count)?],
            average: floats(1)?,
            clock: Buffer::from(device, &[seed, 0])?,
            numbers: floats(4)?,
            policies: floats(batch * graph.shape(policy).len())?,
            results: floats(batch)?,
            losses: floats(3 * batch)?,
            totals: Buffer::of::<f64>(device, 4)?,
            device: Arc::clone(device),
            recorded: None,
            policy,
            value,
        })
    }

    /// The batch that all following steps learn from.
    pub fn set_batch(
        &mut self,
        inputs: &[&[f32]],
        policies: &[f32],
        results: &[f32],
    ) -> Result<(), Trouble> {
        let network = &self.network;
        for ((value, _), numbers) in network.plan.graph.inputs().zip(inputs) {
            let wanted = network.samples * network.plan.len(value);
            assert_eq!(numbers.len(), wanted, "the numbers of a batch");
            let from = Buffer::from(&self.device, numbers)?;
            let count = Long(numbers.len() as u64);
            let args = [Address(from.at()), Address(network.at(value)), count];
            self.device.each("from_float", numbers.len(), &args)?;
            // Before `from` is gone.
            self.device.wait()?;
        }
        self.policies.write(0, policies)?;
        self.results.write(0, results)?;
        self.device.wait()
    }

    fn forward_and_back(&self) -> Result<(), Trouble> {
        let (network, batch) = (&self.network, self.network.samples);
        let clock = self.clock.at();
        let args = [Address(clock), Address(self.numbers.at()), Float(BETAS[0]), Float(BETAS[1])];
        self.device.grid("tick", (1, 1), (1, 1), &args)?;
        network.forward(&self.parameters, batch, &[], 0, Some(clock))?;
        let args = [
            Address(network.at(self.policy)),
            Address(network.at(self.value)),
            Address(self.policies.at()),
            Address(self.results.at()),
            Address(network.gradient_at(self.policy)),
            Address(network.gradient_at(self.value)),
            Address(self.losses.at()),
            Int(batch as i32),
            Int(network.plan.len(self.policy) as i32),
        ];
        self.device.rows("policy_loss", batch, &args)?;
        self.device.gather_losses(self.losses.at(), self.totals.at(), batch)?;
        network.backward(&self.parameters, clock)
    }

    /// The gradient of the loss at the present weights, and the loss (squared error, cross-entropy). Counts as a step.
    pub fn gradient(&mut self) -> Result<(Vec<f32>, [f64; 2]), Trouble> {
        self.totals.clear()?;
        self.forward_and_back()?;
        let totals: Vec<f64> = self.totals.read(4)?;
        let mean = |total: f64| total / self.network.samples as f64;
        Ok((
            self.network.gradient().read(self.parameters.count)?,
            [mean(totals[0]), mean(totals[1])],
        ))
    }

    /// Makes steps of AdamW on the batch.
    pub fn train(&mut self, steps: usize, rate: f32) -> Result<(), Trouble> {
        if self.recorded.is_none() {
            self.network.forward(&self.parameters, self.network.samples, &[], 0, None)?;
            self.network.backward(&self.parameters, self.clock.at())?;
            self.device.wait()?;
            let step = || self.forward_and_back().and_then(|()| self.update());
            self.recorded = Some(RecordedSteps::new(&self.device, step)?);
        }
        self.numbers.write(0, &[rate])?;
        if let Some(recorded) = &self.recorded {
            recorded.start(&self.device, steps)?;
        }
        self.device.wait()
    }

    fn update(&self) -> Result<(), Trouble> {
        let p = &self.parameters;
        let args = [
            Address(p.weights.at()),
            Address(self.network.gradient().at()),
            // No squares in the loss.
            Address(0),
            Address(self.moments[0].at()),
            Address(self.moments[1].at()),
            Address(self.average.at()),
            Address(p.copy_at()),
            Address(self.numbers.at()),
            Long(p.count as u64),
            Float(BETAS[0]),
            Float(BETAS[1]),
            Float(0.0),
            Float(0.0),
        ];
        self.device.each("adamw", p.count, &args)
    }

    /// The present weights.
    pub fn weights(&self) -> Result<Weights, Trouble> {
        self.parameters.read(&self.network.plan.graph, &self.parameters.weights)
    }
}
