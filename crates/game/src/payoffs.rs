use crate::{MAX_SEATS, Seat};
use std::ops::Index;

/// What a finished game was worth to each seat.
///
/// ```
/// use kontra_game::{Payoffs, Seat};
/// let payoffs = Payoffs::new(&[1.0, -1.0]);
/// assert_eq!(payoffs[Seat::new(1).unwrap()], -1.0);
/// assert_eq!(payoffs.as_slice(), [1.0, -1.0]);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Payoffs {
    values: [f64; MAX_SEATS],
    seats: u8,
}

impl Payoffs {
    /// Payoffs of a table with as many seats as there are values.
    ///
    /// # Panics
    /// When there are more values than a table has seats: a mistake in the rules, never in input.
    #[inline]
    pub fn new(values: &[f64]) -> Payoffs {
        let mut padded = [0.0; MAX_SEATS];
        padded[..values.len()].copy_from_slice(values);
        Payoffs { values: padded, seats: values.len() as u8 }
    }

    /// One number for each seat, in order.
    #[inline]
    pub fn as_slice(&self) -> &[f64] {
        &self.values[..usize::from(self.seats)]
    }
}

impl Index<Seat> for Payoffs {
    type Output = f64;

    fn index(&self, seat: Seat) -> &f64 {
        &self.as_slice()[seat.index()]
    }
}
