//! Networks whose first layer is a sum: of one row of a table for each input bit that is set.
//!
//! A position of a board game sets a few hundred of some thousand bits, and a move changes a few dozen. So the sums of a
//! position are made once, and those of its successors by adding some rows and taking others away. Behind the sums lie
//! several small heads, of which a position needs one.

mod kernels;
mod network;
mod shape;

pub use network::{HeadInput, SparseNetwork, Trace};
pub use shape::{HIDDEN, OUTPUTS, SparseShape};
