use crate::circle::{Cover, sixths_of};
use crate::{Colour, ColourSet, score};

/// Stones placed and points won by each colour: one byte each, stones in the lower half.
///
/// A closed circle changes several of these numbers at once; packed like this it is a single addition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct ColourTally(u64);

impl ColourTally {
    /// Stones that `colour` has placed.
    #[inline]
    pub(crate) const fn placed(self, colour: Colour) -> u8 {
        (self.0 >> (8 * colour as u64)) as u8
    }

    /// Points that `colour` has won.
    #[inline]
    pub(crate) const fn points(self, colour: Colour) -> u8 {
        (self.0 >> (32 + 8 * colour as u64)) as u8
    }

    /// The tally with what a circle brings, if it is closed.
    #[inline]
    #[must_use]
    pub(crate) fn with(self, cover: Cover) -> ColourTally {
        let class = CLASSES[cover.closed_colours()] | u8::from(cover.is_gold()) << GOLD;
        ColourTally(self.0.wrapping_add(GAINS[usize::from(class)]))
    }

    /// The colours that have placed `limit` stones or more.
    #[inline]
    pub(crate) const fn reached(self, limit: Limit) -> ColourSet {
        let full = ((self.0 & !POINTS) + limit.0) & TOP_BITS;
        let mut set = ColourSet::EMPTY;
        let mut i = 0;
        while i < 4 {
            if full >> (8 * i + 7) & 1 != 0 {
                set = set.with(Colour::ALL[i]);
            }
            i += 1;
        }
        set
    }

    /// Whether any colour has placed `limit` stones or more.
    #[inline]
    pub(crate) const fn any_reached(self, limit: Limit) -> bool {
        ((self.0 & !POINTS) + limit.0) & TOP_BITS != 0
    }
}

/// How many stones each colour has, ready for a comparison of all four at once: the number that lifts a
/// byte to 128 exactly when the colour's stones have run out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit(u64);

impl Limit {
    /// The most stones a colour may have, so that points always fit into a byte (the game's has 20).
    pub(crate) const MOST: u8 = 31;

    pub(crate) const fn new(stones: u8) -> Limit {
        Limit((128 - stones as u64) * 0x0101_0101)
    }
}

/// The bytes of the points.
const POINTS: u64 = 0xffff_ffff_0000_0000;

/// The top bits of the bytes of the stones.
const TOP_BITS: u64 = 0x8080_8080;

/// For the colours of a closed circle: the colours that place stones, in four bits, and the winner, in two.
static CLASSES: [u8; 4096] = classes();

/// The bit that makes a class of colours one of a gold circle.
const GOLD: u32 = 6;

/// What each class adds to a tally.
static GAINS: [u64; 256] = gains();

const fn classes() -> [u8; 4096] {
    let (mut classes, mut colours) = ([0; 4096], 0);
    while colours < classes.len() {
        if let Some(score) = score(sixths_of(colours), false) {
            let stones = score.seconds.with(score.winner).bits();
            classes[colours] = stones | (score.winner as u8) << 4;
        }
        colours += 1;
    }
    classes
}

const fn gains() -> [u64; 256] {
    let (mut gains, mut class) = ([0; 256], 0);
    while class < 2 << GOLD {
        let stones = class as u64 & 0xf;
        // Each of the four bits moves to the byte of its colour.
        let each = stones & 1 | (stones & 2) << 7 | (stones & 4) << 14 | (stones & 8) << 21;
        let points = (stones.count_ones() as u64) << (class >> GOLD);
        gains[class] = each | points << (32 + 8 * (class as u64 >> 4 & 3));
        class += 1;
    }
    gains
}
