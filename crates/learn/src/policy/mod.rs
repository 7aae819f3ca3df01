//! Networks with a policy and a value, which learn from searches: what they learn from, and how.
//!
//! The network has inputs of numbers and the outputs `policy` (one column for each answer, before the softmax) and `value`. A
//! [`PolicyLearner`] is given all samples of an iteration at once and the order in which to go through them; it is the same for
//! every device.

mod learner;
mod samples;

pub use learner::{PolicyLearner, PolicyLosses, PolicySetup, Stretch};
pub use samples::PolicySamples;
