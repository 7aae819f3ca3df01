use super::PolicySamples;
use crate::{LearnerState, Trouble};
use kontra_nets::{Graph, Op, Shape, Value, Weights};

/// What a policy learner is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicySetup {
    /// The network: inputs of numbers, the outputs `policy` and `value`.
    pub graph: Graph,
    /// The weights to begin with.
    pub first: Weights,
    /// Answers, at most 63.
    pub answers: usize,
    /// The seed of dropout and random slopes.
    pub seed: u64,
}

impl PolicySetup {
    /// One sentence where no learner can be made of it; else the outputs `policy` and `value`.
    pub fn check(&self) -> Result<[Value; 2], Trouble> {
        let fault = |text: String| Err(Trouble(format!("learner: {text}")));
        if self.graph.inputs().any(|(_, op)| op != Op::Dense) {
            return fault("expected a network with inputs of numbers".to_owned());
        }
        if !(1..64).contains(&self.answers) {
            return fault(format!("expected 1 to 63 answers, found {}", self.answers));
        }
        let output = |name: &str, width: usize| {
            let value = self.graph.output(name);
            value.filter(|v| self.graph.shape(*v) == Shape { cells: 1, width })
        };
        let (policy, value) = (output("policy", self.answers), output("value", 1));
        match (policy, value) {
            (Some(policy), Some(value)) => Ok([policy, value]),
            _ => fault(format!(
                "expected the outputs 'policy' with {} columns and 'value' with one",
                self.answers
            )),
        }
    }

    /// How many numbers of one sample each input has.
    pub fn widths(&self) -> Vec<usize> {
        self.graph.inputs().map(|(value, _)| self.graph.shape(value).len()).collect()
    }
}

/// How a stretch of steps learns. The loss is the mean over a batch of
/// `weight × (cross-entropy + squared error + penalty × probability of illegal answers)`, and `l2` times the sum of squares of
/// all weights of linear layers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stretch {
    /// Samples in a step.
    pub batch: usize,
    /// The learning rate.
    pub rate: f32,
    /// Gastegger 2024, 'non-validity penalty'.
    pub penalty: f32,
    /// Gastegger 2024, 'L2 regularisation'.
    pub l2: f32,
}

/// Means over the steps since the last look.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct PolicyLosses {
    /// The squared error of values.
    pub value: f32,
    /// The cross-entropy of policies.
    pub policy: f32,
    /// The probability of illegal answers.
    pub invalid: f32,
    /// The steps.
    pub steps: u64,
}

/// A network with a policy and a value that learns on a device. Adam with the usual moments (0.9 and 0.999).
///
/// The same calls give the same weights, bit by bit, on the same device.
pub trait PolicyLearner {
    /// Replaces the samples that are learnt from.
    fn load(&mut self, samples: &PolicySamples) -> Result<(), Trouble>;

    /// Makes one step for each `stretch.batch` numbers of `order`, which say which samples are in a step.
    fn train(&mut self, order: &[u32], stretch: Stretch) -> Result<(), Trouble>;

    /// Losses since the last call.
    fn losses(&mut self) -> Result<PolicyLosses, Trouble>;

    /// What a checkpoint keeps.
    fn state(&mut self) -> Result<LearnerState, Trouble>;

    /// Continues from a checkpoint.
    fn restore(&mut self, state: &LearnerState) -> Result<(), Trouble>;
}
