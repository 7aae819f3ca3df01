//! Training on a CUDA device, which is found at run time.
//!
//! Matrix products are cuBLAS, everything else is a few kernels (`kernels/`) that NVRTC compiles at the start. One stream does
//! all work in order, and every sum has a fixed order: the same calls give the same bits.
//!
//! `unsafe` here is what talking to a device needs: kernels and cuBLAS are given raw addresses. All of them come from
//! buffers that live as long as the learner, and sizes come from one place, the plan.
#![allow(unsafe_code)]

mod backward;
mod batch_norm;
mod critic;
mod device;
mod forward;
mod fused;
mod imitation;
mod layer;
mod learner;
mod memory;
mod network;
mod padding;
mod policy;
mod policy_learner;
mod program;
mod ring;
mod staging;
mod steps;

pub use device::{Arithmetic, Device};
pub use imitation::CudaImitation;
pub use learner::CudaLearner;
pub use policy::PolicyTraining;
pub use policy_learner::CudaPolicyLearner;
