//! A tree that several threads grow at once, without a lock.

mod arena;
mod hand;
mod tree;

pub(crate) use hand::Hand;
pub(crate) use tree::SharedTree;
