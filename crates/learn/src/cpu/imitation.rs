use super::batch_player::BatchPlayer;
use super::engine::{Batch, PassEngine};
use super::learner::{expand, moments_of, same_shape};
use super::parallel;
use super::tape::Tape;
use crate::imitation::{Hits, ImitationLearner, ImitationSamples, ImitationSetup, check_order};
use crate::loss::{self, LossOutput};
use crate::{LearnerState, Trouble};
use kontra_nets::{Value, Weights};

/// An imitating learner on the CPU: the reference for other devices. The weights are the same on any number of threads.
pub struct CpuImitation {
    setup: ImitationSetup,
    output: Value,
    engine: PassEngine<f32>,
    samples: ImitationSamples,
    weights: Weights,
    moments: [Vec<f32>; 2],
    gradient: Vec<f32>,
    step: u64,
    error: f64,
    seen: u64,
}

/// Samples that are looked at together.
const LOOK: usize = 8192;

impl CpuImitation {
    /// A learner with the setup's first weights, on some threads.
    pub fn new(setup: &ImitationSetup, threads: usize) -> Result<CpuImitation, Trouble> {
        let output = setup.check()?;
        let zeros = || vec![0.0; setup.first.parameters().len()];
        Ok(CpuImitation {
            engine: PassEngine::new(&setup.graph, threads),
            output,
            samples: ImitationSamples::default(),
            weights: setup.first.clone(),
            moments: [zeros(), zeros()],
            gradient: zeros(),
            step: 0,
            error: 0.0,
            seen: 0,
            setup: setup.clone(),
        })
    }

    fn make_step(&mut self, drawn: &[u32], rate: f32) {
        self.step += 1;
        let (samples, setup, words) = (&self.samples, &self.setup, self.setup.words());
        let fill = |_: Value, rows: std::ops::Range<usize>, out: &mut [f32]| {
            let width = out.len() / rows.len().max(1);
            for (n, out) in drawn[rows].iter().zip(out.chunks_exact_mut(width)) {
                expand(&samples.bits[*n as usize * words..][..words], out);
            }
        };
        let (output, scale) = (self.output, 1.0 / drawn.len() as f32);
        let loss = |tape: &mut Tape<f32>| {
            let drawn = &drawn[tape.samples.clone()];
            let answers: Vec<u8> = drawn.iter().map(|n| samples.answers[*n as usize]).collect();
            let (values, gradient) = tape.with_gradient(output);
            let output = LossOutput { columns: setup.answers(), values, gradient };
            [loss::classes(output, &answers, setup.error, scale), 0.0, 0.0, 0.0, 0.0]
        };
        let (seed, step) = (setup.seed, self.step);
        let batch = Batch { samples: drawn.len(), seed, step, fill: &fill, loss: &loss };
        let (parameters, statistics) = self.weights.lists_mut();
        let sums = self.engine.train(parameters, statistics, batch, &mut self.gradient);
        self.error += sums[0];
        self.seen += drawn.len() as u64;
        self.update(rate);
    }

    fn update(&mut self, rate: f32) {
        const SIZE: usize = 1 << 14;
        let (optimizer, step) = (self.setup.optimizer, self.step);
        let [first, second] = &mut self.moments;
        let moments = first.chunks_mut(SIZE).zip(second.chunks_mut(SIZE));
        let weights = self.weights.lists_mut().0.chunks_mut(SIZE);
        let jobs = weights.zip(self.gradient.chunks(SIZE)).zip(moments);
        parallel::each(self.engine.threads(), jobs, |((w, g), (m, v))| {
            optimizer.step(step, rate, w, g, [m, v]);
        });
    }
}

impl ImitationLearner for CpuImitation {
    fn load(&mut self, samples: &ImitationSamples) -> Result<(), Trouble> {
        samples.check(self.setup.words(), self.setup.answers())?;
        self.samples.clone_from(samples);
        Ok(())
    }

    fn train(&mut self, order: &[u32], rate: f32) -> Result<(), Trouble> {
        check_order(order, self.samples.len())?;
        for drawn in order.chunks_exact(self.setup.batch) {
            self.make_step(drawn, rate);
        }
        Ok(())
    }

    fn loss(&mut self) -> Result<f32, Trouble> {
        let (error, seen) = (std::mem::take(&mut self.error), std::mem::take(&mut self.seen));
        Ok((error / seen.max(1) as f64) as f32)
    }

    fn hits(&mut self, samples: &[u32]) -> Result<Hits, Trouble> {
        check_order(samples, self.samples.len())?;
        let (words, answers) = (self.setup.words(), self.setup.answers());
        let (graph, threads) = (&self.setup.graph, self.engine.threads());
        let mut player = BatchPlayer::new(graph, &self.weights, words, threads);
        let mut hits = Hits::default();
        let (mut bits, mut values) = (vec![], vec![]);
        for part in samples.chunks(LOOK) {
            bits.clear();
            for n in part {
                bits.extend_from_slice(&self.samples.bits[*n as usize * words..][..words]);
            }
            values.resize(part.len() * answers, 0.0);
            player.evaluate(&bits, vec![(self.setup.output, &mut values)]);
            for (n, values) in part.iter().zip(values.chunks_exact(answers)) {
                let answer = self.samples.answers[*n as usize];
                let is_best = |legal: u64| best(values, legal) == Some(answer);
                hits.of += 1;
                hits.any += u64::from(is_best(u64::MAX));
                hits.legal += u64::from(is_best(self.samples.legal[*n as usize]));
            }
        }
        Ok(hits)
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
        (self.error, self.seen) = (0.0, 0);
        Ok(())
    }
}

/// The legal answer with the highest value, the first of equals.
fn best(values: &[f32], legal: u64) -> Option<u8> {
    let legal = (0..values.len() as u8).filter(|answer| legal >> answer & 1 == 1);
    legal.reduce(
        |best, next| {
            if values[usize::from(next)] > values[usize::from(best)] { next } else { best }
        },
    )
}
