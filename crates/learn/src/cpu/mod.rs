//! Training on the CPU: every operation forward and back, in `f32` and, to check gradients, in `f64`.
//!
//! The reference for other devices, and the way to train without one. A batch is split into parts whose number does not depend
//! on the threads; all sums over parts are made in their order.

mod activation;
mod backward;
mod batch_player;
mod critic;
mod engine;
mod forward;
mod imitation;
mod learner;
mod normalize;
mod number;
pub(crate) mod parallel;
mod policy;
mod tape;
mod taught;
mod training_graph;

pub use activation::sigmoid;
pub use engine::{Batch, Fill, Loss, LossSums, PassEngine};
pub use forward::PassMode;
pub use imitation::CpuImitation;
pub use learner::CpuLearner;
pub use number::{MatrixPart, Number};
pub use policy::CpuPolicyLearner;
pub use tape::Tape;
