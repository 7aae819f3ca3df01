//! All tests of this crate that need no program of their own: one program is quicker to build than many.

mod agreement;
mod boards;
mod conformance;
mod drawings;
mod encode;
mod endings;
mod files;
mod keys;
mod placement;
mod records;
mod reference;
mod scoring;
mod shown;
mod statistics;
mod support;
