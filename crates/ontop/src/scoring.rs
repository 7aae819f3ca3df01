//! What a closed circle is worth (Briesemeister 2009, section 2.2 and table 2.1).

use crate::{Colour, ColourSet};

/// The value of a closed circle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// The colour with more sixths than any other: it gets the points, and its stone lies on top.
    pub winner: Colour,
    /// The colours that share the second place: each puts a stone below the winner's.
    pub seconds: ColourSet,
    /// What the winner gets.
    pub points: u8,
}

impl Score {
    /// All colours that place a stone.
    pub fn stones(self) -> ColourSet {
        self.seconds.with(self.winner)
    }
}

/// Evaluates a closed circle by the sixths that each colour covers; black sixths are nobody's.
///
/// The winner gets one point for itself and one for every colour that shares the second place, all twice on
/// gold. Where two colours share the first place nobody gets anything.
///
/// ```
/// use kontra_ontop::{Colour, score};
/// // Two sixths blue, one white, one yellow, on the gold border: the most a circle can be worth.
/// let best = score([2, 1, 0, 1], true).unwrap();
/// assert_eq!((best.winner, best.points), (Colour::Blue, 6));
/// assert_eq!(score([3, 0, 3, 0], false), None);
/// ```
pub const fn score(sixths: [u8; 4], gold: bool) -> Option<Score> {
    let most = largest(sixths, u8::MAX);
    let second = largest(sixths, most);
    let firsts = with_sixths(sixths, most);
    if most == 0 || firsts.len() != 1 {
        return None;
    }
    let winner = Colour::ALL[firsts.bits().trailing_zeros() as usize];
    let seconds = if second == 0 { ColourSet::EMPTY } else { with_sixths(sixths, second) };
    let points = (1 + seconds.len() as u8) * if gold { 2 } else { 1 };
    Some(Score { winner, seconds, points })
}

/// The largest of the numbers below `limit`, or 0.
const fn largest(sixths: [u8; 4], limit: u8) -> u8 {
    let (mut largest, mut i) = (0, 0);
    while i < 4 {
        if sixths[i] < limit && sixths[i] > largest {
            largest = sixths[i];
        }
        i += 1;
    }
    largest
}

/// The colours that cover exactly this many sixths.
const fn with_sixths(sixths: [u8; 4], number: u8) -> ColourSet {
    let (mut set, mut i) = (ColourSet::EMPTY, 0);
    while i < 4 {
        if sixths[i] == number {
            set = set.with(Colour::ALL[i]);
        }
        i += 1;
    }
    set
}
