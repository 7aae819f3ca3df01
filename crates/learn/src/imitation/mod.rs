//! Learning from what others did: for every decision of recorded games, the network learns which answer was given.
//!
//! An [`ImitationLearner`] is given all samples at once and the order in which to go through them; it is the same for every device.
//! [`doppelkopf`] makes samples of games of Doppelkopf for the networks of Dockhorn et al. 2017.

pub mod doppelkopf;
mod learner;
mod samples;

pub(crate) use learner::check_order;
pub use learner::{Hits, ImitationLearner, ImitationSetup};
pub use samples::ImitationSamples;
