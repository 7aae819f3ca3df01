//! Hash keys that are the same on every machine.

use crate::{Placement, TileKind};
use kontra_game::StableHasher;
use std::hash::Hasher;

/// A tile lying somewhere: keys of several tiles are combined with exclusive or, in any order.
#[inline]
pub(crate) const fn of_tile(kind: TileKind, placement: Placement) -> u64 {
    mix((kind.0 as u64) << 8 | placement.index() as u64)
}

/// The tile that was drawn and is to be placed.
#[inline]
pub(crate) const fn of_hand(kind: TileKind) -> u64 {
    mix(1 << 16 | kind.0 as u64)
}

/// A text.
pub(crate) fn of_text(text: &str) -> u64 {
    let mut hasher = StableHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// The finaliser of splitmix64: neighbouring numbers become unrelated ones.
#[inline]
pub(crate) const fn mix(number: u64) -> u64 {
    let x = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
