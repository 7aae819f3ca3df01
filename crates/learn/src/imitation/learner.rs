use super::ImitationSamples;
use crate::loss::ClassError;
use crate::{LearnerState, Optimizer, Trouble};
use kontra_nets::{Graph, Op, Shape, Value, Weights};

/// What an imitating learner is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct ImitationSetup {
    /// The network: one input of bits, and this output before the softmax.
    pub graph: Graph,
    /// The name of the output.
    pub output: &'static str,
    /// The weights to begin with.
    pub first: Weights,
    /// Samples in a step.
    pub batch: usize,
    /// How weights are moved.
    pub optimizer: Optimizer,
    /// What is made small.
    pub error: ClassError,
    /// The seed of dropout.
    pub seed: u64,
}

/// How often the network was right.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Hits {
    /// Samples.
    pub of: u64,
    /// The answer was the one with the highest value of all ('context-free').
    pub any: u64,
    /// The answer was the one with the highest value of those that are legal ('context-sensitive').
    pub legal: u64,
}

impl Hits {
    /// Both shares.
    pub fn shares(&self) -> [f64; 2] {
        [self.any, self.legal].map(|hits| hits as f64 / self.of.max(1) as f64)
    }
}

impl ImitationSetup {
    /// One sentence where no learner can be made of it; else the output.
    pub fn check(&self) -> Result<Value, Trouble> {
        let fault = |text: &str| Err(Trouble(format!("learner: {text}")));
        let inputs: Vec<_> = self.graph.inputs().collect();
        let [(_, Op::Bits)] = inputs[..] else {
            return fault("expected a network with one input, of bits");
        };
        if self.batch == 0 {
            return fault("expected at least one sample in a step");
        }
        match self.graph.output(self.output) {
            Some(value) if matches!(self.graph.shape(value), Shape { cells: 1, width: 2..64 }) => {
                Ok(value)
            }
            _ => Err(Trouble(format!(
                "learner: expected the output '{}' with 2 to 63 columns",
                self.output
            ))),
        }
    }

    /// Words of a position.
    pub fn words(&self) -> usize {
        let bits = self.graph.inputs().map(|(value, _)| self.graph.shape(value).width);
        bits.sum::<usize>().div_ceil(64)
    }

    /// Columns of the output.
    pub fn answers(&self) -> usize {
        self.graph.output(self.output).map_or(0, |value| self.graph.shape(value).width)
    }
}

/// A network that learns on a device what others did.
///
/// The same calls give the same weights, bit by bit, on the same device.
pub trait ImitationLearner {
    /// Replaces the samples that are learnt from.
    fn load(&mut self, samples: &ImitationSamples) -> Result<(), Trouble>;

    /// Makes one step for each full batch of `order`, which says which samples are in a step.
    fn train(&mut self, order: &[u32], rate: f32) -> Result<(), Trouble>;

    /// The mean error over the steps since the last call.
    fn loss(&mut self) -> Result<f32, Trouble>;

    /// How often the network as it stands is right about these samples.
    fn hits(&mut self, samples: &[u32]) -> Result<Hits, Trouble>;

    /// What a checkpoint keeps.
    fn state(&mut self) -> Result<LearnerState, Trouble>;

    /// Continues from a checkpoint.
    fn restore(&mut self, state: &LearnerState) -> Result<(), Trouble>;
}

/// One sentence where an order names a sample that is not there.
pub(crate) fn check_order(order: &[u32], count: usize) -> Result<(), Trouble> {
    match order.iter().find(|n| **n as usize >= count) {
        Some(n) => Err(Trouble(format!("order: expected samples below {count}, found {n}"))),
        None => Ok(()),
    }
}
