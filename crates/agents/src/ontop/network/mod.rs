//! A network that values positions of OnTop after a move: its input, and a judge that adds only what a move changes.

mod judge;
mod layout;
mod model;
mod patterns;
mod perspective;

pub use judge::{AfterstateJudge, Before, WinShares, final_shares, payoff, softmax};
pub use layout::{HEADS, INPUTS, LAST_STONES, OUTPUTS, SCORES, VERSION, WINS};
pub use model::{LAYOUT, PositionNetwork};

#[cfg(test)]
mod tests;
