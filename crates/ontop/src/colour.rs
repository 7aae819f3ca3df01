use std::fmt;

/// One of the four colours of the game, in the order of the tiles' description.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// Blue, the first player's colour unless colours are drawn.
    Blue = 0,
    /// White, the second player's.
    White = 1,
    /// Red, the third player's; passive with two players.
    Red = 2,
    /// Yellow, the fourth player's; passive with two or three players.
    Yellow = 3,
}

impl Colour {
    /// All four, in order.
    pub const ALL: [Colour; 4] = [Colour::Blue, Colour::White, Colour::Red, Colour::Yellow];

    /// The colour's number, 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour's word in records and on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Blue => "blue",
            Colour::White => "white",
            Colour::Red => "red",
            Colour::Yellow => "yellow",
        }
    }

    /// The colour's letter in the names of tiles and in drawings.
    pub const fn letter(self) -> char {
        match self {
            Colour::Blue => 'b',
            Colour::White => 'w',
            Colour::Red => 'r',
            Colour::Yellow => 'y',
        }
    }

    /// The colour with this letter.
    pub fn from_letter(letter: char) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.letter() == letter)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of colours.
///
/// ```
/// use kontra_ontop::{Colour, ColourSet};
/// let set: ColourSet = [Colour::Yellow, Colour::Blue].into_iter().collect();
/// assert!(set.contains(Colour::Blue) && !set.contains(Colour::Red));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Colour::Blue, Colour::Yellow]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct ColourSet(u8);

impl ColourSet {
    /// No colour.
    pub const EMPTY: ColourSet = ColourSet(0);

    /// Whether `colour` is in the set.
    #[inline]
    pub const fn contains(self, colour: Colour) -> bool {
        self.0 >> colour as u8 & 1 != 0
    }

    /// The set with `colour` in it.
    #[must_use]
    pub const fn with(self, colour: Colour) -> ColourSet {
        ColourSet(self.0 | 1 << colour as u8)
    }

    /// Whether no colour is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many colours are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The colours of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().filter(move |&colour| self.contains(colour))
    }

    /// The set as four bits, blue's the lowest.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }
}

impl FromIterator<Colour> for ColourSet {
    fn from_iter<I: IntoIterator<Item = Colour>>(colours: I) -> ColourSet {
        colours.into_iter().fold(ColourSet::EMPTY, ColourSet::with)
    }
}
