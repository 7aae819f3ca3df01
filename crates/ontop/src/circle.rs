use crate::Colour;

/// One circle of the board: a point where triangles meet, numbered line by line from the top left. Its name
/// (`C1`: third line, first from the left) is the board's to give.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Circle(pub(crate) u8);

impl Circle {
    /// The most circles a board may have (the game's has 49).
    pub const MOST: usize = 64;

    /// The circle's number on its board, which is also the order of evaluation.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a circle is covered, in sixteen bits: three for each colour's sixths, three for the sixths that are
/// still missing and one for gold.
///
/// Laying a corner is one addition; what a closed circle is worth is one look into a table of 4096 entries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Cover(u16);

impl Cover {
    const COLOURS: u16 = 0x0fff;
    const MISSING: u16 = 0x7000;
    const ONE_MISSING: u16 = 0x1000;
    const GOLD: u16 = 0x8000;

    /// An empty circle of this many sixths.
    pub(crate) const fn empty(sixths: u8, gold: bool) -> Cover {
        Cover((sixths as u16 * Cover::ONE_MISSING) | if gold { Cover::GOLD } else { 0 })
    }

    /// What a corner of this colour and size adds.
    pub(crate) const fn corner(colour: Colour, sixths: u8) -> Corner {
        Corner(
            ((sixths as u16) << (3 * colour as u16))
                .wrapping_sub(sixths as u16 * Cover::ONE_MISSING),
        )
    }

    /// Lays a corner of a tile on the circle.
    #[inline]
    pub(crate) fn lay(&mut self, corner: Corner) {
        self.0 = self.0.wrapping_add(corner.0);
    }

    /// Lays a corner of a black triangle on the circle.
    #[inline]
    pub(crate) fn lay_black(&mut self) {
        self.0 = self.0.wrapping_sub(Cover::ONE_MISSING);
    }

    /// Whether all its sixths are covered.
    #[inline]
    pub(crate) const fn is_closed(self) -> bool {
        self.0 & Cover::MISSING == 0
    }

    /// Whether the circle was closed, but the game ended before it was evaluated.
    pub(crate) const fn is_void(self) -> bool {
        self.0 & Cover::MISSING == Cover::MISSING
    }

    /// Marks a closed circle that is not evaluated any more; no circle misses seven sixths otherwise.
    pub(crate) fn make_void(&mut self) {
        self.0 |= Cover::MISSING;
    }

    /// Whether points count twice here.
    #[inline]
    pub(crate) const fn is_gold(self) -> bool {
        self.0 & Cover::GOLD != 0
    }

    /// How many sixths are not covered yet.
    pub(crate) const fn missing(self) -> u8 {
        if self.is_void() { 0 } else { ((self.0 & Cover::MISSING) / Cover::ONE_MISSING) as u8 }
    }

    /// The colours of a closed circle as an index into a table; 0, which is nobody's, if it is still open.
    #[inline]
    pub(crate) const fn closed_colours(self) -> usize {
        (if self.is_closed() { self.0 & Cover::COLOURS } else { 0 }) as usize
    }

    /// Colours and what is missing, without gold.
    #[inline]
    pub(crate) const fn code(self) -> u16 {
        self.0 & !Cover::GOLD
    }

    /// How many sixths each colour covers.
    pub(crate) const fn sixths(self) -> [u8; 4] {
        sixths_of((self.0 & Cover::COLOURS) as usize)
    }
}

/// What [`Cover::closed_colours`] stands for: how many sixths each colour covers.
pub(crate) const fn sixths_of(colours: usize) -> [u8; 4] {
    let [a, b, c, d] = [colours, colours >> 3, colours >> 6, colours >> 9];
    [(a & 7) as u8, (b & 7) as u8, (c & 7) as u8, (d & 7) as u8]
}

/// What one corner of a tile adds to a [`Cover`].
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Corner(u16);
