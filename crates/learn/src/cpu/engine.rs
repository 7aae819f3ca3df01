use super::backward::{backward, norm_sums};
use super::forward::{Numbers, PassMode, forward};
use super::normalize::Moments;
use super::number::Number;
use super::parallel;
use super::tape::Tape;
use super::training_graph::TrainingGraph;
use kontra_nets::{Graph, Layout, Op, Value};
use std::ops::Range;
use std::sync::{Barrier, Mutex, PoisonError};

/// Sums that a loss keeps an eye on; what they mean is the loss's own business.
pub type LossSums = [f64; 5];

/// Writes the samples of a range into an input.
pub type Fill<'a, T> = dyn Fn(Value, Range<usize>, &mut [T]) + Sync + 'a;

/// Reads outputs from a tape and adds their gradients; gives what is to be summed.
pub type Loss<'a, T> = dyn Fn(&mut Tape<T>) -> LossSums + Sync + 'a;

/// Parts of a batch, at most. Their number follows from the batch alone: sums over parts, made in order, are the same on any
/// number of threads.
const PARTS: usize = 16;
/// Samples of a part, at least.
const LEAST: usize = 32;

struct MatrixPart<T> {
    index: usize,
    tape: Tape<T>,
    gradient: Vec<T>,
    sums: LossSums,
}

/// Passes through a network, forward and back, on some threads.
pub struct PassEngine<T> {
    plan: TrainingGraph,
    threads: usize,
    parts: Vec<MatrixPart<T>>,
    active: usize,
    /// For every operation and part, what batch normalization must know of the other parts.
    moments: Vec<Mutex<Option<Moments<T>>>>,
    backward_sums: Vec<Mutex<Vec<T>>>,
}

fn lock<X>(slot: &Mutex<X>) -> std::sync::MutexGuard<'_, X> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Number> PassEngine<T> {
    /// An engine for a graph.
    pub fn new(graph: &Graph, threads: usize) -> PassEngine<T> {
        let (plan, operations) = (TrainingGraph::new(graph), graph.nodes().len());
        let moments = (0..operations * PARTS).map(|_| Mutex::new(None)).collect();
        let backward_sums = (0..operations * PARTS).map(|_| Mutex::new(vec![])).collect();
        PassEngine {
            plan,
            threads: threads.max(1),
            parts: vec![],
            active: 0,
            moments,
            backward_sums,
        }
    }

    /// Where the weights lie.
    pub fn layout(&self) -> &Layout {
        &self.plan.layout
    }

    /// How many threads it works on.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Splits a batch into parts.
    fn split(&mut self, samples: usize) {
        let size = samples.div_ceil(PARTS).max(LEAST);
        self.active = samples.div_ceil(size);
        let operations = self.plan.graph.nodes().len();
        for index in self.parts.len()..self.active {
            let tape = Tape::new(operations);
            self.parts.push(MatrixPart {
                index,
                tape,
                gradient: vec![],
                sums: LossSums::default(),
            });
        }
        for (index, part) in self.parts[..self.active].iter_mut().enumerate() {
            part.tape.hold(&self.plan, index * size..samples.min((index + 1) * size));
        }
    }

    /// Computes the outputs for some samples, with running statistics.
    pub fn infer(
        &mut self,
        parameters: &[T],
        statistics: &[T],
        samples: usize,
        fill: &Fill<'_, T>,
    ) {
        self.split(samples);
        let numbers = Numbers { parameters, statistics };
        let plan = &self.plan;
        parallel::each(self.threads, self.parts[..self.active].iter_mut(), |part| {
            fill_inputs(plan, &mut part.tape, fill);
            for place in 0..plan.graph.nodes().len() {
                forward(plan, numbers, PassMode::Inference, &mut part.tape, place);
            }
        });
    }

    /// The parts of the last pass, in the order of samples.
    pub fn tapes(&self) -> impl Iterator<Item = &Tape<T>> {
        self.parts[..self.active].iter().map(|part| &part.tape)
    }

    /// Computes the gradient of a loss over a batch, and moves the running statistics. `seed` and `step` decide dropout and
    /// random slopes.
    pub fn train(
        &mut self,
        parameters: &[T],
        statistics: &mut [T],
        batch: Batch<'_, T>,
        gradient: &mut [T],
    ) -> LossSums {
        self.split(batch.samples);
        let workers = self.threads.min(self.active);
        let numbers = Numbers { parameters, statistics };
        let shared = Shared {
            plan: &self.plan,
            numbers,
            batch: &batch,
            barrier: &Barrier::new(workers),
            parts: self.active,
            moments: &self.moments,
            backward_sums: &self.backward_sums,
        };
        let groups = spread(&mut self.parts[..self.active], workers);
        std::thread::scope(|scope| {
            let mut groups = groups.into_iter();
            let own = groups.next();
            for group in groups {
                let shared = &shared;
                scope.spawn(move || shared.work(group));
            }
            if let Some(own) = own {
                shared.work(own);
            }
        });
        self.move_statistics(statistics);
        self.reduce(gradient);
        self.parts[..self.active].iter().fold(LossSums::default(), |mut all, part| {
            all.iter_mut().zip(part.sums).for_each(|(a, x)| *a += x);
            all
        })
    }

    /// Adds up the parts' gradients, in order.
    fn reduce(&self, gradient: &mut [T]) {
        let (parts, size) = (&self.parts[..self.active], 1 << 14);
        parallel::each(self.threads, gradient.chunks_mut(size).enumerate(), |(n, out)| {
            out.fill(T::default());
            for part in parts {
                for (x, g) in out.iter_mut().zip(&part.gradient[n * size..]) {
                    *x += *g;
                }
            }
        });
    }

    /// Moves the running statistics towards those of the batch; the variance is the one of a sample (n − 1).
    fn move_statistics(&self, statistics: &mut [T]) {
        for place in 0..self.plan.graph.nodes().len() {
            let value = Value(place);
            let Op::BatchNorm { momentum, .. } = self.plan.graph.nodes()[place].op else {
                continue;
            };
            let slots = (self.plan.layout.mean(value), self.plan.layout.variance(value));
            let (Some(mean), Some(variance)) = slots else { continue };
            let Some(batch) = joined(&self.moments, place, self.active) else { continue };
            let share = T::round(1.0 / (batch.count.max(2) - 1) as f64);
            let towards = |old: &mut T, new: T| {
                *old += (new - *old) * T::of(momentum);
            };
            for (old, new) in statistics[mean.range.clone()].iter_mut().zip(&batch.mean) {
                towards(old, *new);
            }
            for (old, new) in statistics[variance.range.clone()].iter_mut().zip(&batch.squares) {
                towards(old, *new * share);
            }
        }
    }
}

/// A batch to learn from.
pub struct Batch<'a, T> {
    /// How many samples it has.
    pub samples: usize,
    /// The seed of dropout and random slopes.
    pub seed: u64,
    /// Steps made before.
    pub step: u64,
    /// Writes the inputs.
    pub fill: &'a Fill<'a, T>,
    /// Reads the outputs.
    pub loss: &'a Loss<'a, T>,
}

/// What all workers see.
struct Shared<'a, T> {
    plan: &'a TrainingGraph,
    numbers: Numbers<'a, T>,
    batch: &'a Batch<'a, T>,
    barrier: &'a Barrier,
    parts: usize,
    moments: &'a [Mutex<Option<Moments<T>>>],
    backward_sums: &'a [Mutex<Vec<T>>],
}

impl<T: Number> Shared<'_, T> {
    /// Takes some parts of the batch through the network and back. All workers meet at every batch normalization.
    fn work(&self, parts: &mut [MatrixPart<T>]) {
        let (plan, length) = (self.plan, self.numbers.parameters.len());
        for part in &mut *parts {
            fill_inputs(plan, &mut part.tape, self.batch.fill);
            part.gradient.clear();
            part.gradient.resize(length, T::default());
        }
        for place in 0..plan.graph.nodes().len() {
            self.forward(parts, place);
        }
        for part in &mut *parts {
            part.tape.clear_gradients();
            part.sums = (self.batch.loss)(&mut part.tape);
        }
        for place in (0..plan.graph.nodes().len()).rev() {
            if plan.learned[place] {
                self.backward(parts, place);
            }
        }
    }

    fn forward(&self, parts: &mut [MatrixPart<T>], place: usize) {
        if let Op::BatchNorm { from, .. } = self.plan.graph.nodes()[place].op {
            let width = self.plan.graph.shape(from).width;
            for part in &*parts {
                let moments = Moments::of(part.tape.value(from), width);
                *lock(&self.moments[place * PARTS + part.index]) = Some(moments);
            }
            self.barrier.wait();
            if let Some(all) = joined(self.moments, place, self.parts) {
                let inverse = all.inverse();
                for part in &mut *parts {
                    part.tape.saved[place] = [&all.mean[..], &inverse].concat();
                }
            }
        }
        let pass = PassMode::Training { seed: self.batch.seed, step: self.batch.step };
        for part in parts {
            forward(self.plan, self.numbers, pass, &mut part.tape, place);
        }
    }

    fn backward(&self, parts: &mut [MatrixPart<T>], place: usize) {
        let mut sums = None;
        if let Op::BatchNorm { from, .. } = self.plan.graph.nodes()[place].op {
            for part in &mut *parts {
                let own = norm_sums(self.plan, &part.tape, &mut part.gradient, place, from);
                *lock(&self.backward_sums[place * PARTS + part.index]) = own;
            }
            self.barrier.wait();
            sums = Some(self.joined_sums(place));
        }
        let rows = self.batch.samples * self.plan.graph.nodes()[place].shape.cells;
        for part in parts {
            let sums = sums.as_deref().map(|sums| (sums, rows));
            let MatrixPart { tape, gradient, .. } = part;
            backward(self.plan, self.numbers.parameters, tape, gradient, place, sums);
        }
    }

    fn joined_sums(&self, place: usize) -> Vec<T> {
        let mut slots = self.backward_sums[place * PARTS..][..self.parts].iter();
        let mut all = slots.next().map_or(vec![], |slot| lock(slot).clone());
        for slot in slots {
            all.iter_mut().zip(lock(slot).iter()).for_each(|(a, x)| *a += *x);
        }
        all
    }
}

/// The moments of a whole batch at one operation: those of its parts, joined in order.
fn joined<T: Number>(
    moments: &[Mutex<Option<Moments<T>>>],
    place: usize,
    parts: usize,
) -> Option<Moments<T>> {
    let mut slots = moments[place * PARTS..][..parts].iter();
    let mut all = lock(slots.next()?).clone()?;
    for slot in slots {
        all.join(lock(slot).as_ref()?);
    }
    Some(all)
}

fn fill_inputs<T: Number>(plan: &TrainingGraph, tape: &mut Tape<T>, fill: &Fill<'_, T>) {
    for (value, _) in plan.graph.inputs() {
        fill(value, tape.samples.clone(), &mut tape.values[value.0]);
    }
}

/// Neighbouring parts for each worker, every worker at least one: all of them are needed where they meet.
fn spread<T>(mut parts: &mut [MatrixPart<T>], workers: usize) -> Vec<&mut [MatrixPart<T>]> {
    let mut groups = Vec::with_capacity(workers);
    for left in (1..=workers).rev() {
        let (group, rest) = parts.split_at_mut(parts.len().div_ceil(left));
        groups.push(group);
        parts = rest;
    }
    groups
}
