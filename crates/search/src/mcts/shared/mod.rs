//! A tree that several threads grow at once, without a lock.

mod arena;
mod thread_handle;
mod tree;

pub(crate) use thread_handle::ThreadHandle;
pub(crate) use tree::SharedTree;
