use super::device::{Arg::*, Device};
use super::forward::InputRows;
use super::memory::Buffer;
use super::network::{DeviceNetwork, Parameters};
use super::padding::Padding;
use super::program::DeviceProgram;
use super::steps::RecordedSteps;
use crate::imitation::{Hits, ImitationLearner, ImitationSamples, ImitationSetup, check_order};
use crate::loss::ClassError;
use crate::{LearnerState, Optimizer, Trouble};
use kontra_nets::Value;
use std::sync::Arc;

/// An imitating learner on a CUDA device: all samples lie there, and one step is one recorded piece of work.
pub struct CudaImitation {
    setup: ImitationSetup,
    output: Value,
    padding: Padding,
    device: Arc<Device>,
    /// Dropped before what it reads.
    recorded: Option<RecordedSteps>,
    training: DeviceNetwork,
    playing: DeviceNetwork,
    parameters: Parameters,
    moments: [Buffer; 2],
    /// Seed, step, and the steps before this stretch.
    clock: Buffer,
    /// The rate; what else Adam would need is not used.
    numbers: Buffer,
    data: Option<Data>,
    order: Buffer,
    index: Buffer,
    losses: Buffer,
    totals: Buffer,
    hits: Buffer,
    steps: u64,
    seen: u64,
}

/// The samples on the device.
struct Data {
    count: usize,
    bits: Buffer,
    legal: Buffer,
    answers: Buffer,
}

/// Samples that are looked at together.
const LOOK: usize = 16_384;

impl CudaImitation {
    /// A learner with the setup's first weights.
    pub fn new(device: &Arc<Device>, setup: &ImitationSetup) -> Result<CudaImitation, Trouble> {
        let output = setup.check()?;
        if let Optimizer::AdamW { .. } = setup.optimizer {
            return Err(Trouble("learner: expected AdaDelta or plain descent".to_owned()));
        }
        let padding = Padding::new(&setup.graph);
        padding.check(&setup.first)?;
        let plan = Arc::new(DeviceProgram::new(&padding.wide));
        let parameters = Parameters::new(device, &padding.widen_weights(&setup.first))?;
        let floats = |count: usize| Buffer::of::<f32>(device, count);
        let learner = CudaImitation {
            recorded: None,
            training: DeviceNetwork::new(device, &plan, setup.batch, true)?,
            playing: DeviceNetwork::new(device, &plan, LOOK, false)?,
            moments: [floats(parameters.count)?, floats(parameters.count)?],
            parameters,
            clock: Buffer::from(device, &[setup.seed, 0, 0])?,
            numbers: floats(4)?,
            data: None,
            order: floats(0)?,
            index: Buffer::of::<u32>(device, LOOK.max(setup.batch))?,
            losses: floats(3 * setup.batch)?,
            totals: Buffer::of::<f64>(device, 4)?,
            hits: Buffer::of::<u8>(device, LOOK)?,
            steps: 0,
            seen: 0,
            device: Arc::clone(device),
            setup: setup.clone(),
            padding,
            output,
        };
        device.wait()?;
        Ok(learner)
    }

    fn rows(&self, data: &Data) -> InputRows {
        InputRows { at: data.bits.at(), words: self.setup.words() }
    }

    fn width(&self) -> i32 {
        self.padding.wide.shape(self.output).width as i32
    }

    /// One step, as a list of work for the device.
    fn one_step(&self, data: &Data) -> Result<(), Trouble> {
        let (batch, network) = (self.setup.batch, &self.training);
        let (clock, numbers) = (Address(self.clock.at()), Address(self.numbers.at()));
        let index = Address(self.index.at());
        // Adam's corrections are computed and not used.
        let args = [clock, numbers, Float(0.5), Float(0.5)];
        self.device.grid("tick", (1, 1), (1, 1), &args)?;
        let args = [Address(self.order.at()), clock, index, Int(batch as i32)];
        self.device.each("in_order", batch, &args)?;
        let at = Some(self.clock.at());
        network.forward(&self.parameters, batch, &[self.rows(data)], self.index.at(), at)?;
        let args = [
            Address(network.at(self.output)),
            index,
            Address(data.answers.at()),
            Address(network.gradient_at(self.output)),
            Address(self.losses.at()),
            Int(batch as i32),
            Int(self.width()),
            Int(self.setup.answers() as i32),
            Int(i32::from(self.setup.error == ClassError::Squared)),
        ];
        self.device.rows("class_loss", batch, &args)?;
        self.device.gather_losses(self.losses.at(), self.totals.at(), batch)?;
        network.backward(&self.parameters, self.clock.at())?;
        self.update()
    }

    fn update(&self) -> Result<(), Trouble> {
        let (p, gradient) = (&self.parameters, Address(self.training.gradient().at()));
        let (weights, copy) = (Address(p.weights.at()), Address(p.copy_at()));
        let (numbers, count) = (Address(self.numbers.at()), Long(p.count as u64));
        match self.setup.optimizer {
            Optimizer::AdaDelta { keep, decay } => {
                let [square, moved] = self.moments.each_ref().map(|list| Address(list.at()));
                let (keep, decay) = (Float(keep), Float(decay));
                let args = [weights, gradient, square, moved, copy, numbers, count, keep, decay];
                self.device.each("ada_delta", p.count, &args)
            }
            Optimizer::Sgd | Optimizer::AdamW { .. } => {
                self.device.each("sgd", p.count, &[weights, gradient, copy, numbers, count])
            }
        }
    }

    /// Records a step. Before, everything is computed once, so that no library loads something while it is recorded.
    fn record(&mut self) -> Result<(), Trouble> {
        let Some(data) = &self.data else { return Ok(()) };
        let bits = [self.rows(data)];
        self.training.forward(&self.parameters, self.setup.batch, &bits, self.index.at(), None)?;
        self.training.backward(&self.parameters, self.clock.at())?;
        self.device.wait()?;
        self.recorded = Some(RecordedSteps::new(&self.device, || self.one_step(data))?);
        Ok(())
    }
}

impl ImitationLearner for CudaImitation {
    fn load(&mut self, samples: &ImitationSamples) -> Result<(), Trouble> {
        samples.check(self.setup.words(), self.setup.answers())?;
        // What was recorded reads the old samples.
        (self.recorded, self.data) = (None, None);
        let device = &self.device;
        self.data = Some(Data {
            count: samples.len(),
            bits: Buffer::from(device, &samples.bits)?,
            legal: Buffer::from(device, &samples.legal)?,
            answers: Buffer::from(device, &samples.answers)?,
        });
        self.device.wait()
    }

    fn train(&mut self, order: &[u32], rate: f32) -> Result<(), Trouble> {
        check_order(order, self.data.as_ref().map_or(0, |data| data.count))?;
        let steps = order.len() / self.setup.batch;
        if steps == 0 {
            return Ok(());
        }
        if self.order.len() < size_of_val(order) {
            self.recorded = None;
            self.order = Buffer::of::<u32>(&self.device, order.len())?;
        }
        self.order.write(0, order)?;
        // A first pass looks at samples, whichever they are.
        if self.recorded.is_none() {
            self.record()?;
        }
        self.clock.write(0, &[self.setup.seed, self.steps, self.steps])?;
        self.numbers.write(0, &[rate])?;
        if let Some(recorded) = &self.recorded {
            recorded.start(&self.device, steps)?;
        }
        self.steps += steps as u64;
        self.seen += (steps * self.setup.batch) as u64;
        self.device.wait()
    }

    fn loss(&mut self) -> Result<f32, Trouble> {
        let totals: Vec<f64> = self.totals.read(4)?;
        self.totals.clear()?;
        let seen = std::mem::take(&mut self.seen);
        Ok((totals[0] / seen.max(1) as f64) as f32)
    }

    fn hits(&mut self, samples: &[u32]) -> Result<Hits, Trouble> {
        check_order(samples, self.data.as_ref().map_or(0, |data| data.count))?;
        let Some(data) = &self.data else { return Ok(Hits::default()) };
        let mut hits = Hits::default();
        for part in samples.chunks(LOOK) {
            let count = part.len();
            self.index.write(0, part)?;
            let (bits, index) = ([self.rows(data)], self.index.at());
            self.playing.forward(&self.parameters, count, &bits, index, None)?;
            let args = [
                Address(self.playing.at(self.output)),
                Address(index),
                Address(data.answers.at()),
                Address(data.legal.at()),
                Address(self.hits.at()),
                Int(count as i32),
                Int(self.width()),
                Int(self.setup.answers() as i32),
            ];
            self.device.each("class_hits", count, &args)?;
            for found in self.hits.read::<u8>(count)? {
                hits.of += 1;
                hits.any += u64::from(found & 1);
                hits.legal += u64::from(found >> 1 & 1);
            }
        }
        Ok(hits)
    }

    fn state(&mut self) -> Result<LearnerState, Trouble> {
        let (p, padding) = (&self.parameters, &self.padding);
        let weights = padding.narrow_weights(&p.read(&padding.wide, &p.weights)?);
        let moments = self.moments.iter().map(|list| Ok(padding.narrow(&list.read(p.count)?)));
        let moments = moments.collect::<Result<_, Trouble>>()?;
        Ok(LearnerState { average: weights.clone(), weights, moments, step: self.steps })
    }

    fn restore(&mut self, state: &LearnerState) -> Result<(), Trouble> {
        let padding = &self.padding;
        padding.check(&state.weights)?;
        let count = state.weights.parameters().len();
        if state.moments.len() != 2 || state.moments.iter().any(|list| list.len() != count) {
            return Err(Trouble(format!("state: expected two lists of {count} moments")));
        }
        self.parameters.set(&self.device, &padding.widen_weights(&state.weights))?;
        for (buffer, list) in self.moments.iter().zip(&state.moments) {
            buffer.write(0, &padding.widen(list))?;
        }
        (self.steps, self.seen) = (state.step, 0);
        self.totals.clear()?;
        self.device.wait()
    }
}
