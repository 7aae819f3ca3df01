//! All tests of this crate that need no program of their own: one program is quicker to build than many.

mod common;
mod kept;
mod mutations;
mod protected;
mod resume;
