//! Just 4 Fun once more, written from the text, slowly and plainly: numbers, lists and loops.
//!
//! Nothing here comes from the crate under test. Where the text of the thesis is silent, the points of the book's
//! chapter "Just 4 Fun" apply.

#![allow(dead_code, unreachable_pub)]

mod cards;
mod mirror;
mod rules;

pub use mirror::mirror;
pub use rules::{Reference, Result, ToMove};
