use super::critic::DeviceCritic;
use super::device::{Arg::*, Device};
use super::forward::InputRows;
use super::memory::Buffer;
use super::network::{DeviceNetwork, Parameters};
use super::padding::Padding;
use super::program::DeviceProgram;
use super::ring::DeviceRing;
use super::staging::Staging;
use crate::{AnswerNoise, Learner, LearnerSetup, LearnerState, Losses, Samples, Trouble};
use cudarc::driver::CudaGraph;
use kontra_nets::{Value, Weights};
use std::sync::Arc;

/// A learner on a CUDA device.
pub struct CudaLearner {
    setup: LearnerSetup,
    padding: Padding,
    /// That of the network that plays.
    played: Padding,
    device: Arc<Device>,
    values: Value,
    flags: Option<Value>,
    critic: Option<Value>,
    /// The step as one piece of recorded work. Dropped before what it reads.
    step: Option<CudaGraph>,
    training: Training,
    /// For a look ahead of the samples of a batch.
    ahead: Option<DeviceCritic>,
    ring: DeviceRing,
    players: Vec<Parameters>,
    playing: DeviceNetwork,
    questions: Questions,
    groups: Vec<Group>,
    steps: u64,
    looked: u64,
}

/// The network that learns, and the optimizer's numbers.
struct Training {
    network: DeviceNetwork,
    parameters: Parameters,
    average: Buffer,
    moments: [Buffer; 2],
    /// Seed and step.
    clock: Buffer,
    /// The rate, and the corrections of both moments.
    numbers: Buffer,
    index: Buffer,
    losses: Buffer,
    totals: Buffer,
}

/// Questions on the device. All groups share them: work is done in order.
struct Questions {
    bits: Buffer,
    legal: Buffer,
    noise: Buffer,
    answers: Buffer,
    floats: Buffer,
}

/// What one group's questions and answers are copied through.
struct Group {
    bits: Staging<u64>,
    legal: Staging<u64>,
    noise: Staging<f32>,
    answers: Staging<u8>,
    count: usize,
}

impl CudaLearner {
    /// A learner with these first weights.
    pub fn new(
        device: &Arc<Device>,
        setup: &LearnerSetup,
        weights: &Weights,
    ) -> Result<CudaLearner, Trouble> {
        let padding = Padding::new(setup.training_graph());
        let playing = Padding::new(&setup.graph);
        padding.check(weights)?;
        let played = playing.widen_weights(&setup.playing_weights(weights));
        let weights = &padding.widen_weights(weights);
        let trained = Arc::new(DeviceProgram::new(&padding.wide));
        let plan = Arc::new(DeviceProgram::new(&playing.wide));
        let output = |name: &str| padding.wide.output(name);
        let values = output("values")
            .ok_or_else(|| Trouble("network: expected the output 'values'".to_owned()))?;
        let flags = output("flags").filter(|_| setup.flags > 0);
        let critic = output("critic");
        let width =
            setup.graph.shape(values).width + flags.map_or(0, |f| setup.graph.shape(f).width);
        let questions = Questions {
            bits: Buffer::of::<u64>(device, setup.ask * setup.words)?,
            legal: Buffer::of::<u64>(device, setup.ask)?,
            noise: Buffer::of::<f32>(device, 128)?,
            answers: Buffer::of::<u8>(device, setup.ask)?,
            floats: Buffer::of::<f32>(device, setup.ask * width)?,
        };
        let groups =
            (0..setup.groups).map(|_| Group::new(device, setup)).collect::<Result<_, _>>()?;
        let players = (0..=setup.others)
            .map(|_| Parameters::new(device, &played))
            .collect::<Result<Vec<_>, _>>()?;
        let learner = CudaLearner {
            training: Training::new(device, &trained, setup, weights)?,
            ahead: DeviceCritic::new(device, setup, weights.parameters().len())?,
            ring: DeviceRing::new(device, setup)?,
            playing: DeviceNetwork::new(device, &plan, setup.ask, false)?,
            device: Arc::clone(device),
            setup: setup.clone(),
            step: None,
            steps: 0,
            looked: 0,
            padding,
            played: playing,
            values,
            flags,
            critic,
            players,
            questions,
            groups,
        };
        device.wait()?;
        Ok(learner)
    }

    /// One step, as a list of work for the device.
    fn one_step(&self) -> Result<(), Trouble> {
        let (t, setup) = (&self.training, &self.setup);
        let [beta1, beta2] = setup.betas;
        let args = [Address(t.clock.at()), Address(t.numbers.at()), Float(beta1), Float(beta2)];
        self.device.grid("tick", (1, 1), (1, 1), &args)?;
        let batch = Int(setup.batch as i32);
        let args =
            [Address(t.index.at()), Address(self.ring.filled.at()), Address(t.clock.at()), batch];
        self.device.each("draw", setup.batch, &args)?;
        let (bits, clock) = (self.rows_of_bits(), t.clock.at());
        t.network.forward(&t.parameters, setup.batch, &bits, t.index.at(), Some(clock))?;
        if let Some(ahead) = &self.ahead {
            ahead.look(&t.parameters, &bits, &self.ring, [t.index.at(), clock])?;
        }
        self.losses_of_batch()?;
        t.network.backward(&t.parameters, t.clock.at())?;
        let args = [
            Address(t.parameters.weights.at()),
            Address(t.network.gradient().at()),
            // No squares in the loss.
            Address(0),
            Address(t.moments[0].at()),
            Address(t.moments[1].at()),
            Address(t.average.at()),
            Address(t.parameters.copy_at()),
            Address(t.numbers.at()),
            Long(t.parameters.count as u64),
            Float(beta1),
            Float(beta2),
            Float(setup.decay),
            Float(setup.average),
        ];
        self.device.each("adamw", t.parameters.count, &args)
    }

    /// What the networks that are trained see: positions, and for a critic what is hidden, which comes first among the flags.
    fn rows_of_bits(&self) -> [InputRows; 2] {
        let flag_words = self.setup.flags.div_ceil(64);
        [
            InputRows { at: self.ring.bits.at(), words: self.setup.words },
            InputRows { at: self.ring.flags.at(), words: flag_words },
        ]
    }

    fn losses_of_batch(&self) -> Result<(), Trouble> {
        let (t, setup, ring) = (&self.training, &self.setup, &self.ring);
        let width =
            |value: Option<Value>| value.map_or(0, |v| self.padding.wide.shape(v).width) as i32;
        let batch = Int(setup.batch as i32);
        let [later, over] = self.ahead.as_ref().map_or([0; 2], DeviceCritic::found);
        let critic_losses = t.losses.place::<f32>(3 * setup.batch);
        let args = [
            Address(t.network.at(self.values)),
            Address(self.flags.map_or(0, |f| t.network.at(f))),
            Address(self.critic.map_or(0, |c| t.network.at(c))),
            Address(later),
            Address(over),
            Address(t.index.at()),
            Address(ring.answers.at()),
            Address(ring.targets.at()),
            Address(ring.flags.at()),
            Address(ring.known.at()),
            Address(t.network.gradient_at(self.values)),
            Address(self.flags.map_or(0, |f| t.network.gradient_at(f))),
            Address(self.critic.map_or(0, |c| t.network.gradient_at(c))),
            Address(t.losses.at()),
            Address(critic_losses),
            batch,
            Int(width(Some(self.values))),
            Int(setup.answers as i32),
            Int(width(self.flags)),
            Int(setup.flags.div_ceil(64) as i32),
            Float(setup.flag_weight),
            Int(width(self.critic)),
            Float(setup.critic.as_ref().map_or(0.0, |critic| critic.weight)),
        ];
        self.device.rows("value_loss", setup.batch, &args)?;
        let gather = |from, totals| self.device.gather_losses(from, totals, setup.batch);
        gather(t.losses.at(), t.totals.at())?;
        self.critic.map_or(Ok(()), |_| gather(critic_losses, t.totals.place::<f64>(4)))
    }

    /// Records a step. Before, everything is computed once, so that no library loads something while it is recorded.
    fn record_step(&mut self) -> Result<(), Trouble> {
        let t = &self.training;
        t.network.forward(&t.parameters, self.setup.batch, &self.rows_of_bits(), 0, None)?;
        t.network.backward(&t.parameters, t.clock.at())?;
        if let Some(ahead) = &self.ahead {
            ahead.look(
                &t.parameters,
                &self.rows_of_bits(),
                &self.ring,
                [t.index.at(), t.clock.at()],
            )?;
        }
        self.device.wait()?;
        self.step = Some(self.device.record(|| self.one_step())?);
        Ok(())
    }

    fn write_clock(&self) -> Result<(), Trouble> {
        self.training.clock.write(0, &[self.setup.seed, self.steps])?;
        self.device.wait()
    }
}

impl Training {
    fn new(
        device: &Arc<Device>,
        plan: &Arc<DeviceProgram>,
        setup: &LearnerSetup,
        weights: &Weights,
    ) -> Result<Training, Trouble> {
        let count = weights.parameters().len();
        Ok(Training {
            network: DeviceNetwork::new(device, plan, setup.batch, true)?,
            parameters: Parameters::new(device, weights)?,
            average: Buffer::from(device, weights.parameters())?,
            moments: [Buffer::of::<f32>(device, count)?, Buffer::of::<f32>(device, count)?],
            clock: Buffer::from(device, &[setup.seed, 0])?,
            numbers: Buffer::of::<f32>(device, 4)?,
            index: Buffer::of::<u32>(device, setup.batch)?,
            losses: Buffer::of::<f32>(device, 6 * setup.batch)?,
            totals: Buffer::of::<f64>(device, 8)?,
        })
    }
}

impl Group {
    fn new(device: &Arc<Device>, setup: &LearnerSetup) -> Result<Group, Trouble> {
        Ok(Group {
            bits: Staging::new(device, setup.ask * setup.words)?,
            legal: Staging::new(device, setup.ask)?,
            noise: Staging::new(device, 128)?,
            answers: Staging::new(device, setup.ask)?,
            count: 0,
        })
    }
}

impl Learner for CudaLearner {
    fn ask(
        &mut self,
        player: usize,
        group: usize,
        bits: &[u64],
        legal: &[u64],
        noise: &AnswerNoise,
        seed: u64,
    ) -> Result<(), Trouble> {
        let (count, q) = (legal.len(), &self.questions);
        assert!(
            count <= self.setup.ask && bits.len() == count * self.setup.words,
            "a question of {count} positions"
        );
        let g = &mut self.groups[group];
        g.count = count;
        if count == 0 {
            return Ok(());
        }
        g.bits.wait()?[..bits.len()].copy_from_slice(bits);
        g.legal.wait()?[..count].copy_from_slice(legal);
        let numbers = g.noise.wait()?;
        numbers[..64].copy_from_slice(&noise.temperature);
        numbers[64..].copy_from_slice(&noise.random);
        q.bits.write(0, &g.bits.for_device()?[..bits.len()])?;
        q.legal.write(0, &g.legal.for_device()?[..count])?;
        q.noise.write(0, g.noise.for_device()?)?;
        g.bits.mark()?;
        g.legal.mark()?;
        g.noise.mark()?;
        let bits = [InputRows { at: q.bits.at(), words: self.setup.words }];
        self.playing.forward(&self.players[player], count, &bits, 0, None)?;
        let args = [
            Address(self.playing.at(self.values)),
            Address(q.legal.at()),
            Address(q.noise.at()),
            Address(q.noise.place::<f32>(64)),
            Long(seed),
            Address(q.answers.at()),
            Int(count as i32),
            Int(self.padding.wide.shape(self.values).width as i32),
        ];
        self.device.rows("pick", count, &args)?;
        q.answers.begin_read(0, &mut g.answers.for_device()?[..count])?;
        g.answers.mark()
    }

    fn answers(&mut self, group: usize, out: &mut [u8]) -> Result<(), Trouble> {
        let g = &mut self.groups[group];
        let count = g.count;
        out[..count].copy_from_slice(&g.answers.wait()?[..count]);
        Ok(())
    }

    fn evaluate(
        &mut self,
        bits: &[u64],
        values: &mut Vec<f32>,
        flags: &mut Vec<f32>,
    ) -> Result<(), Trouble> {
        values.clear();
        flags.clear();
        for part in bits.chunks(self.setup.ask * self.setup.words) {
            let count = part.len() / self.setup.words;
            self.questions.bits.write(0, part)?;
            let bits = [InputRows { at: self.questions.bits.at(), words: self.setup.words }];
            self.playing.forward(&self.players[0], count, &bits, 0, None)?;
            for (value, out) in [(Some(self.values), &mut *values), (self.flags, &mut *flags)] {
                let Some(value) = value else { continue };
                let numbers = count * self.padding.wide.shape(value).width;
                let to = Address(self.questions.floats.at());
                let args = [Address(self.playing.at(value)), to, Long(numbers as u64)];
                self.device.each("to_float", numbers, &args)?;
                let rows = self.questions.floats.read::<f32>(numbers)?;
                self.padding.narrow_rows(value, &rows, out);
            }
        }
        Ok(())
    }

    fn remember(&mut self, samples: &Samples) -> Result<(), Trouble> {
        self.ring.add(samples)
    }

    fn forget(&mut self) {
        self.ring.clear();
    }

    fn train(&mut self, steps: usize, rate: f32) -> Result<(), Trouble> {
        if steps == 0 || self.ring.is_empty() {
            return Ok(());
        }
        if self.step.is_none() {
            self.record_step()?;
        }
        self.ring.tell()?;
        self.training.numbers.write(0, &[rate])?;
        for _ in 0..steps {
            if let Some(step) = &self.step {
                step.launch().map_err(super::device::trouble)?;
            }
        }
        self.steps += steps as u64;
        Ok(())
    }

    fn refresh(&mut self, averaged: bool) -> Result<(), Trouble> {
        let (t, player) = (&self.training, &self.players[0]);
        let from =
            if averaged && self.setup.average > 0.0 { &t.average } else { &t.parameters.weights };
        // The network that plays comes first in the lists.
        player.weights.copy_from(from, 4 * player.count)?;
        player.statistics.copy_from(&t.parameters.statistics, player.statistics.len())?;
        player.renew_copy(&self.device)
    }

    fn seat(&mut self, player: usize, weights: &Weights) -> Result<(), Trouble> {
        self.played.check(weights)?;
        self.players[player].set(&self.device, &self.played.widen_weights(weights))?;
        self.device.wait()
    }

    fn losses(&mut self) -> Result<Losses, Trouble> {
        let totals: Vec<f64> = self.training.totals.read(8)?;
        self.training.totals.clear()?;
        let steps = self.steps - std::mem::replace(&mut self.looked, self.steps);
        let samples = (steps * self.setup.batch as u64).max(1) as f64;
        let mean = |total: f64| total / samples;
        let variance = mean(totals[3]) - mean(totals[2]).powi(2);
        Ok(Losses {
            value: mean(totals[0]) as f32,
            critic: mean(totals[4]) as f32,
            flags: mean(totals[1]) as f32,
            variance: variance as f32,
            steps,
        })
    }

    fn state(&mut self) -> Result<LearnerState, Trouble> {
        let (t, padding) = (&self.training, &self.padding);
        let read = |list: &Buffer| -> Result<Weights, Trouble> {
            Ok(padding.narrow_weights(&t.parameters.read(&padding.wide, list)?))
        };
        let weights = read(&t.parameters.weights)?;
        let average = if self.setup.average > 0.0 { read(&t.average)? } else { weights.clone() };
        let moments = t.moments.iter().map(|m| Ok(padding.narrow(&m.read(t.parameters.count)?)));
        Ok(LearnerState {
            weights,
            average,
            moments: moments.collect::<Result<_, Trouble>>()?,
            step: self.steps,
        })
    }

    fn restore(&mut self, state: &LearnerState) -> Result<(), Trouble> {
        let (t, padding) = (&self.training, &self.padding);
        padding.check(&state.weights)?;
        padding.check(&state.average)?;
        let count = state.weights.parameters().len();
        if state.moments.len() != 2 || state.moments.iter().any(|m| m.len() != count) {
            return Err(Trouble(
                "checkpoint: expected two lists of moments as long as the parameters".to_owned(),
            ));
        }
        t.parameters.set(&self.device, &padding.widen_weights(&state.weights))?;
        t.average.write(0, &padding.widen(state.average.parameters()))?;
        for (buffer, list) in t.moments.iter().zip(&state.moments) {
            buffer.write(0, &padding.widen(list))?;
        }
        (self.steps, self.looked) = (state.step, state.step);
        self.training.totals.clear()?;
        self.write_clock()?;
        self.refresh(false)
    }
}
