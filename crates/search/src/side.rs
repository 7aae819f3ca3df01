use std::ops::Neg;

/// One of the two sides of a game: what is good for one is as bad for the other.
///
/// A side is a player, a team, or everybody but one (who then expects the worst of all others).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side whose values are written down as they are: it wants them high.
    First,
    /// The side for which every value is turned round: it wants the values of the first side low.
    Second,
}

impl Side {
    /// A value of the first side as this side sees it, and the other way round.
    #[inline]
    pub fn sees<T: Neg<Output = T>>(self, value: T) -> T {
        match self {
            Side::First => value,
            Side::Second => -value,
        }
    }
}
