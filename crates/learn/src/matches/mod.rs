//! Matches of a network on duplicate deals, in lockstep: how strong it is, and how it plays.

mod calibration;
mod format;
mod party;
mod play;
mod statistics;

pub use calibration::{Bin, Calibration};
pub use format::Format;
pub use party::{Ended, Seen};
pub use play::{DuplicateMatch, Opponent};
pub use statistics::Statistics;
