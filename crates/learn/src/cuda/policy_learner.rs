use super::device::{Arg::*, Device};
use super::memory::Buffer;
use super::network::{DeviceNetwork, Parameters};
use super::program::DeviceProgram;
use super::steps::RecordedSteps;
use crate::policy::{PolicyLearner, PolicyLosses, PolicySamples, PolicySetup, Stretch};
use crate::{LearnerState, Trouble};
use kontra_nets::{Layout, Op, Value};
use std::sync::Arc;

/// A policy learner on a CUDA device: all samples lie there, and one step is one recorded piece of work.
pub struct CudaPolicyLearner {
    setup: PolicySetup,
    outputs: [Value; 2],
    device: Arc<Device>,
    plan: Arc<DeviceProgram>,
    /// Dropped before what it reads.
    recorded: Option<Recorded>,
    network: Option<DeviceNetwork>,
    parameters: Parameters,
    moments: [Buffer; 2],
    /// 1 for weights of linear layers, 0 for all others.
    mask: Buffer,
    /// Seed, step, and the steps before this stretch.
    clock: Buffer,
    /// Rate, both corrections, penalty, strength of the squares.
    numbers: Buffer,
    data: Option<Data>,
    order: Buffer,
    losses: Buffer,
    totals: Buffer,
    steps: u64,
    seen: [u64; 2],
}

/// Steps with this batch.
struct Recorded {
    batch: usize,
    steps: RecordedSteps,
}

/// The samples on the device.
struct Data {
    count: usize,
    inputs: Vec<Buffer>,
    legal: Buffer,
    policies: Buffer,
    values: Buffer,
    weights: Buffer,
}

const BETAS: [f32; 2] = [0.9, 0.999];

impl CudaPolicyLearner {
    /// A learner with the setup's first weights.
    pub fn new(device: &Arc<Device>, setup: &PolicySetup) -> Result<CudaPolicyLearner, Trouble> {
        let outputs = setup.check()?;
        device.sleep_while_waiting()?;
        let count = setup.first.parameters().len();
        let floats = |count: usize| Buffer::of::<f32>(device, count);
        let learner = CudaPolicyLearner {
            plan: Arc::new(DeviceProgram::new(&setup.graph)),
            recorded: None,
            network: None,
            parameters: Parameters::new(device, &setup.first)?,
            moments: [floats(count)?, floats(count)?],
            mask: Buffer::from(device, &linear_mask(setup))?,
            clock: Buffer::from(device, &[setup.seed, 0, 0])?,
            numbers: floats(8)?,
            data: None,
            order: floats(0)?,
            losses: floats(0)?,
            totals: Buffer::of::<f64>(device, 4)?,
            steps: 0,
            seen: [0; 2],
            device: Arc::clone(device),
            setup: setup.clone(),
            outputs,
        };
        device.wait()?;
        Ok(learner)
    }

    /// One step, as a list of work for the device.
    fn one_step(&self, network: &DeviceNetwork, data: &Data) -> Result<(), Trouble> {
        let (batch, p) = (network.samples, &self.parameters);
        let (clock, order) = (Address(self.clock.at()), Address(self.order.at()));
        let [policy, value] = self.outputs;
        let numbers = Address(self.numbers.at());
        let args = [clock, numbers, Float(BETAS[0]), Float(BETAS[1])];
        self.device.grid("tick", (1, 1), (1, 1), &args)?;
        for ((input, _), rows) in self.setup.graph.inputs().zip(&data.inputs) {
            let width = network.plan.len(input);
            let out = Address(network.at(input));
            let args =
                [Address(rows.at()), order, clock, out, Int(batch as i32), Int(width as i32)];
            self.device.each("gather", batch * width, &args)?;
        }
        network.forward(p, batch, &[], 0, Some(self.clock.at()))?;
        let args = [
            Address(network.at(policy)),
            Address(network.at(value)),
            order,
            clock,
            Address(data.legal.at()),
            Address(data.policies.at()),
            Address(data.values.at()),
            Address(data.weights.at()),
            numbers,
            Address(network.gradient_at(policy)),
            Address(network.gradient_at(value)),
            Address(self.losses.at()),
            Int(batch as i32),
            Int(self.setup.answers as i32),
        ];
        self.device.rows("searched_loss", batch, &args)?;
        self.device.gather_losses(self.losses.at(), self.totals.at(), batch)?;
        network.backward(p, self.clock.at())?;
        self.update(network)
    }

    fn update(&self, network: &DeviceNetwork) -> Result<(), Trouble> {
        let (p, gradient) = (&self.parameters, Address(network.gradient().at()));
        let (weights, numbers) = (Address(p.weights.at()), Address(self.numbers.at()));
        let count = Long(p.count as u64);
        let args = [
            weights,
            gradient,
            Address(self.mask.at()),
            Address(self.moments[0].at()),
            Address(self.moments[1].at()),
            // There is no average: nothing is written there.
            Address(self.moments[0].at()),
            Address(p.copy_at()),
            numbers,
            count,
            Float(BETAS[0]),
            Float(BETAS[1]),
            Float(0.0),
            Float(0.0),
        ];
        self.device.each("adamw", p.count, &args)
    }

    /// Records a step for this batch. Before, everything is computed once, so that no library loads something while it is
    /// recorded.
    fn record(&mut self, batch: usize) -> Result<(), Trouble> {
        self.recorded = None;
        let fresh = self.network.as_ref().is_none_or(|network| network.samples != batch);
        if fresh {
            self.network = Some(DeviceNetwork::new(&self.device, &self.plan, batch, true)?);
            self.losses = Buffer::of::<f32>(&self.device, 3 * batch)?;
        }
        let (Some(network), Some(data)) = (&self.network, &self.data) else { return Ok(()) };
        network.forward(&self.parameters, batch, &[], 0, None)?;
        network.backward(&self.parameters, self.clock.at())?;
        self.device.wait()?;
        let steps = RecordedSteps::new(&self.device, || self.one_step(network, data))?;
        self.recorded = Some(Recorded { batch, steps });
        Ok(())
    }
}

/// Which parameters are weights of linear layers.
fn linear_mask(setup: &PolicySetup) -> Vec<f32> {
    let layout = Layout::new(&setup.graph);
    let mut mask = vec![0.0; layout.parameter_count()];
    for (place, node) in setup.graph.nodes().iter().enumerate() {
        if let (Op::Linear { .. }, Some(slot)) = (node.op, layout.weight(Value(place))) {
            mask[slot.range.clone()].fill(1.0);
        }
    }
    mask
}

impl PolicyLearner for CudaPolicyLearner {
    fn load(&mut self, samples: &PolicySamples) -> Result<(), Trouble> {
        samples.check(&self.setup.widths(), self.setup.answers)?;
        // What was recorded reads the old samples.
        (self.recorded, self.data) = (None, None);
        let device = &self.device;
        let inputs = samples.inputs.iter().map(|numbers| Buffer::from(device, numbers));
        self.data = Some(Data {
            count: samples.len(),
            inputs: inputs.collect::<Result<_, _>>()?,
            legal: Buffer::from(device, &samples.legal)?,
            policies: Buffer::from(device, &samples.policies)?,
            values: Buffer::from(device, &samples.values)?,
            weights: Buffer::from(device, &samples.weights)?,
        });
        self.device.wait()
    }

    fn train(&mut self, order: &[u32], stretch: Stretch) -> Result<(), Trouble> {
        let count = self.data.as_ref().map_or(0, |data| data.count);
        if let Some(n) = order.iter().find(|n| **n as usize >= count) {
            return Err(Trouble(format!("order: expected samples below {count}, found {n}")));
        }
        let batch = stretch.batch.max(1);
        let steps = order.len() / batch;
        if steps == 0 {
            return Ok(());
        }
        if self.order.len() < size_of_val(order) {
            self.recorded = None;
            self.order = Buffer::of::<u32>(&self.device, order.len())?;
        }
        self.order.write(0, order)?;
        if self.recorded.as_ref().is_none_or(|recorded| recorded.batch != batch) {
            self.record(batch)?;
        }
        self.clock.write(0, &[self.setup.seed, self.steps, self.steps])?;
        self.numbers.write(0, &[stretch.rate])?;
        self.numbers.write(3, &[stretch.penalty, stretch.l2])?;
        if let Some(recorded) = &self.recorded {
            recorded.steps.start(&self.device, steps)?;
        }
        self.steps += steps as u64;
        self.seen[0] += steps as u64;
        self.seen[1] += (steps * batch) as u64;
        self.device.wait()
    }

    fn losses(&mut self) -> Result<PolicyLosses, Trouble> {
        let totals: Vec<f64> = self.totals.read(4)?;
        self.totals.clear()?;
        let [steps, samples] = std::mem::take(&mut self.seen);
        let mean = |sum: f64| (sum / samples.max(1) as f64) as f32;
        let (value, policy, invalid) = (mean(totals[0]), mean(totals[1]), mean(totals[2]));
        Ok(PolicyLosses { value, policy, invalid, steps })
    }

    fn state(&mut self) -> Result<LearnerState, Trouble> {
        let p = &self.parameters;
        let weights = p.read(&self.setup.graph, &p.weights)?;
        let moments = self.moments.iter().map(|list| list.read::<f32>(p.count));
        let moments = moments.collect::<Result<_, _>>()?;
        Ok(LearnerState { average: weights.clone(), weights, moments, step: self.steps })
    }

    fn restore(&mut self, state: &LearnerState) -> Result<(), Trouble> {
        let p = &self.parameters;
        let fits = |list: &[f32]| list.len() == p.count;
        if !fits(state.weights.parameters())
            || state.moments.len() != 2
            || !state.moments.iter().all(|list| fits(list))
        {
            return Err(Trouble(format!(
                "state: expected weights and two lists of moments of {} numbers",
                p.count
            )));
        }
        p.set(&self.device, &state.weights)?;
        for (buffer, list) in self.moments.iter().zip(&state.moments) {
            buffer.write(0, list)?;
        }
        (self.steps, self.seen) = (state.step, [0; 2]);
        self.totals.clear()?;
        self.device.wait()
    }
}
