//! Many games side by side: a step plays one decision in every game and writes what the next seat sees into arrays of the
//! caller. This is the environment that learners ask for batches.
//!
//! ```
//! use kontra_batch::{Buffers, GameBatch, Tensor};
//! use kontra_tiny::TicTacToe;
//!
//! let mut batch = GameBatch::<TicTacToe>::new(Default::default(), 8, 1, 1.try_into()?, Tensor::Observation)?;
//! let mut buffers = Buffers::new(batch.shape());
//! batch.reset(&mut buffers.arrays());
//! // Everybody begins in the corner a1.
//! batch.step(&[0; 8], &mut buffers.arrays())?;
//! assert!(!buffers.masks[0] && buffers.masks[1] && buffers.seats == [1; 8]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game that is over is followed by the next one at once: `done` says so, `rewards` has what the game was worth to each
//! seat, and the observation is that of the new game. The game in lane `i` of `n` begins with deal `i` of the seed, then come the
//! deals `i + n`, `i + 2 n` and so on: the same deals that a match with that seed plays. Nothing depends on the number of
//! threads.

mod arrays;
mod batch;
mod lane;
mod random;

pub use arrays::{Arrays, BatchShape, Buffers};
pub use batch::GameBatch;
pub use lane::Tensor;
pub use random::random_actions;
