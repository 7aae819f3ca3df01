//! The card assignment problem: every deal that is consistent with what a player knows.
//!
//! Sievers 2012, chapter 4, gives an algorithm that is not uniform, because counting assignments is
//! #P-complete in general. For this game it is easy: only three hands are unknown, so the unseen cards fall
//! into at most seven groups by who may hold them, and the number of assignments is a short sum of products
//! of binomials. [`Worlds`] counts exactly, samples uniformly and enumerates; [`Published`] is the
//! algorithm of the thesis, with its bias.

mod enumerate;
mod published;
mod rewind;
mod swaps;
mod uniform;
mod unseen;

pub use published::Published;
pub(crate) use rewind::imagined_past;
pub use uniform::Worlds;
pub(crate) use unseen::{Unseen, possible_cards};

/// The players whose cards are unknown to a viewer.
const OTHERS: usize = 3;
