//! Training: networks that learn from games.
//!
//! A [`Learner`] holds a network on a device. It answers batches of positions, keeps samples in a ring, and trains on them.
//! Self-play asks and feeds it, and knows nothing of the device.
//!
//! # A network that learns
//!
//! Sixteen positions of four bits. Answer 0 is worth what the first bit says, answer 1 the opposite:
//!
//! ```
//! use kontra_learn::cpu::CpuLearner;
//! use kontra_learn::{Learner, Samples, LearnerSetup};
//! use kontra_nets::{Activation, Builder};
//!
//! let mut b = Builder::new();
//! let bits = b.bits(4);
//! let hidden = b.linear(bits, 16);
//! let hidden = b.activation(hidden, Activation::Relu);
//! // One column for each answer, and one that they share.
//! let values = b.linear(hidden, 3);
//! let setup = LearnerSetup {
//!     graph: b.finish(&[("values", values)]),
//!     words: 1,
//!     answers: 2,
//!     flags: 0,
//!     flag_weight: 0.0,
//!     batch: 32,
//!     ring: 64,
//!     ask: 16,
//!     groups: 1,
//!     others: 0,
//!     betas: [0.9, 0.999],
//!     decay: 0.0,
//!     average: 0.0,
//!     seed: 1,
//!     critic: None,
//! };
//! let mut learner = CpuLearner::new(&setup, 1)?;
//! let mut samples = Samples::new(1, 0);
//! for position in 0..16 {
//!     for answer in 0..2 {
//!         samples.bits.push(position);
//!         samples.answers.push(answer);
//!         samples.next.push(0);
//!         samples.targets.push(if (position & 1 == 1) == (answer == 0) { 1.0 } else { -1.0 });
//!     }
//! }
//! learner.remember(&samples)?;
//! learner.train(300, 0.02)?;
//! learner.refresh(false)?;
//!
//! let (mut values, mut flags) = (vec![], vec![]);
//! learner.evaluate(&[0b0101, 0b0110], &mut values, &mut flags)?;
//! let value = |position: usize, answer: usize| values[3 * position + answer] + values[3 * position + 2];
//! assert!(value(0, 0) > 0.5 && value(0, 1) < -0.5);
//! assert!(value(1, 0) < -0.5 && value(1, 1) > 0.5);
//! # Ok::<(), kontra_learn::Trouble>(())
//! ```

pub mod afterstate;
pub mod checkpoint;
mod choice;
pub mod cpu;
pub mod cuda;
mod files;
mod first;
pub mod imitation;
mod learner;
pub mod loss;
pub mod matches;
mod optimizer;
pub mod policy;
pub mod progress;
pub mod random;
mod ring;
pub mod run;
mod samples;
mod schedule;
pub mod searched;
pub mod selfplay;
mod setup;
mod teacher;

pub use choice::choose;
pub use files::write_whole;
pub use first::{First, first_weights, first_weights_by};
pub use learner::{
    AnswerNoise, CriticSetup, Learner, LearnerSetup, LearnerState, Losses, Trouble, look_ahead,
};
pub use optimizer::{ADA_DELTA_EPSILON, ADAM_EPSILON, Optimizer, corrections};
pub use ring::Ring;
pub use samples::Samples;
pub use schedule::{Decay, Schedule};
pub use teacher::Teacher;
