use super::number::Number;
use super::training_graph::TrainingGraph;
use kontra_nets::Value;
use std::ops::Range;

/// What one part of a batch leaves behind on its way through the network: every value, and on the way back every gradient.
#[derive(Debug)]
pub struct Tape<T> {
    /// The samples of the batch that are here.
    pub samples: Range<usize>,
    pub(super) values: Vec<Vec<T>>,
    pub(super) gradients: Vec<Vec<T>>,
    /// What an operation keeps for the way back: slopes, masks, means.
    pub(super) saved: Vec<Vec<T>>,
}

impl<T: Number> Tape<T> {
    pub(super) fn new(operations: usize) -> Tape<T> {
        let lists = || vec![vec![]; operations];
        Tape { samples: 0..0, values: lists(), gradients: lists(), saved: lists() }
    }

    /// Makes room for other samples.
    pub(super) fn hold(&mut self, plan: &TrainingGraph, samples: Range<usize>) {
        for (place, list) in self.values.iter_mut().enumerate() {
            list.resize(samples.len() * plan.len(Value(place)), T::default());
        }
        self.samples = samples;
    }

    /// Sets all gradients to zero.
    pub(super) fn clear_gradients(&mut self) {
        for (gradient, value) in self.gradients.iter_mut().zip(&self.values) {
            gradient.clear();
            gradient.resize(value.len(), T::default());
        }
    }

    /// A value, sample by sample.
    pub fn value(&self, value: Value) -> &[T] {
        &self.values[value.0]
    }

    /// A value, and its gradient to be added to.
    pub fn with_gradient(&mut self, value: Value) -> (&[T], &mut [T]) {
        (&self.values[value.0], &mut self.gradients[value.0])
    }
}
