//! All tests of this crate that need no program of their own: one program is quicker to build than many.

mod against_reference;
mod common;
mod encode;
mod kit;
mod pictures;
mod policies;
mod records;
mod reference;
mod rules;
mod shown;
mod statistics;
mod worlds;
