//! Which bit of a position means what.
//!
//! Colours are told from the seat that is to lay the next tile: its own, those of the seats after it in order, then the
//! passive ones. So one network plays every seat and every number of players.

use super::patterns::{CLOSABLE, PATTERNS};
use kontra_ontop::Lineup;

/// Which layout of bits and heads a network was trained with: it is among the facts of its file.
pub const VERSION: &str = "ontop-1";

/// Circles and positions of the default board. Boards with another outline do not fit.
pub(super) const CIRCLES: usize = 49;
pub(super) const POSITIONS: usize = 96;

/// A circle has this many sixths at most.
const SIXTHS: usize = 6;
/// The most stones a colour may have, and 0.
const STONES: usize = 32;
/// Leads of up to this many points are told apart.
const LEAD: usize = 20;
/// Ways a tile with four different colours may be coloured.
const COLOURINGS: usize = 12;
/// Tiles of a colouring that are told apart, and 0.
const COUNTS: usize = 16;
const TILES: usize = 41;
const CHOICES: usize = 49;

/// For each circle and colour its sixths, 1 to 6.
pub(super) const COVERED: usize = 0;
/// For each circle what is missing, 0 to 6.
pub(super) const MISSING: usize = COVERED + CIRCLES * 4 * SIXTHS;
/// How often each way to cover a circle is there: gold or not, closable by the next tile or not.
pub(super) const PATTERN: usize = MISSING + CIRCLES * (SIXTHS + 1);
/// Positions where a tile may be laid now.
pub(super) const LEGAL: usize = PATTERN + 2 * (PATTERNS + CLOSABLE);
/// Positions where a tile may be laid later.
pub(super) const LATER: usize = LEGAL + POSITIONS;
/// For each colour the stones it has left.
pub(super) const LEFT: usize = LATER + POSITIONS;
/// How far the first colour is ahead of each other one that is played, in points less stones left.
pub(super) const AHEAD: usize = LEFT + 4 * STONES;
/// The same for teams.
pub(super) const TEAM_AHEAD: usize = AHEAD + 3 * (2 * LEAD + 1);
/// For each colouring the tiles in the bag.
pub(super) const BAG: usize = TEAM_AHEAD + 2 * LEAD + 1;
/// Tiles in the bag.
pub(super) const TILES_LEFT: usize = BAG + COLOURINGS * COUNTS;
/// Positions where a tile may be laid now, and those where it may be laid at all.
pub(super) const NOW: usize = TILES_LEFT + TILES;
pub(super) const EVER: usize = NOW + CHOICES;
/// How many play, and whether in teams.
pub(super) const LINEUP: usize = EVER + CHOICES;

/// Bits of a position.
pub const INPUTS: usize = LINEUP + Lineup::ALL.len();

/// Phases of a game that have heads of their own.
const PHASES: usize = 4;
/// Heads of a network: one for each phase of each lineup.
pub const HEADS: usize = PHASES * Lineup::ALL.len();

/// What a head says, in this order: how likely each side wins (before a softmax; sides as colours), the final points less
/// stones of each colour in tens, and how likely each colour places its last stone (before a logistic function).
pub const WINS: usize = 0;
/// See [`WINS`].
pub const SCORES: usize = 4;
/// See [`WINS`].
pub const LAST_STONES: usize = 8;
/// Numbers that a head says.
pub const OUTPUTS: usize = 12;

/// The head for a position.
#[inline]
pub(super) fn head(lineup: Lineup, tiles_left: u32) -> usize {
    let phase = (tiles_left as usize * PHASES / 35).min(PHASES - 1);
    lineup as usize * PHASES + phase
}

#[inline]
pub(super) fn covered(circle: usize, slot: usize, sixths: usize) -> u16 {
    (COVERED + (circle * 4 + slot) * SIXTHS + sixths - 1) as u16
}

#[inline]
pub(super) fn missing(circle: usize, missing: usize) -> u16 {
    (MISSING + circle * (SIXTHS + 1) + missing) as u16
}

#[inline]
pub(super) fn stones(slot: usize, left: u8) -> u16 {
    (LEFT + slot * STONES + usize::from(left).min(STONES - 1)) as u16
}

#[inline]
pub(super) fn ahead(slot: usize, lead: i16) -> u16 {
    (AHEAD + (slot - 1) * (2 * LEAD + 1) + clamped(lead)) as u16
}

#[inline]
pub(super) fn team_ahead(lead: i16) -> u16 {
    (TEAM_AHEAD + clamped(lead)) as u16
}

fn clamped(lead: i16) -> usize {
    (lead.clamp(-(LEAD as i16), LEAD as i16) + LEAD as i16) as usize
}

#[inline]
pub(super) fn bag(colouring: u8, count: u8) -> u16 {
    (BAG + usize::from(colouring) * COUNTS + usize::from(count).min(COUNTS - 1)) as u16
}

#[inline]
pub(super) fn tiles_left(tiles: u32) -> u16 {
    (TILES_LEFT + (tiles as usize).min(TILES - 1)) as u16
}

#[inline]
pub(super) fn choices(now: u128, ever: u128) -> [u16; 2] {
    let now = (now.count_ones() as usize).min(CHOICES - 1);
    let ever = (ever.count_ones() as usize / 2).min(CHOICES - 1);
    [(NOW + now) as u16, (EVER + ever) as u16]
}

#[inline]
pub(super) fn lineup(lineup: Lineup) -> u16 {
    (LINEUP + lineup as usize) as u16
}
