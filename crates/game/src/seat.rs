use std::fmt;

/// The largest number of seats any game of the workbench has.
pub const MAX_SEATS: usize = 4;

/// A place at the table, counted from 0 in the order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number; `None` where there is no such seat in any game.
    pub const fn new(number: usize) -> Option<Seat> {
        if number < MAX_SEATS { Some(Seat(number as u8)) } else { None }
    }

    /// The seat with this number, modulo the number of seats at the table.
    #[inline]
    pub const fn wrapping(number: usize, seats: usize) -> Seat {
        Seat((number % seats) as u8)
    }

    /// The seat's number, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat `steps` places further on at a table of `seats`.
    #[inline]
    pub const fn after(self, steps: usize, seats: usize) -> Seat {
        Seat::wrapping(self.index() + steps, seats)
    }

    /// How many places further on `other` sits at a table of `seats`: 0 for the seat itself.
    #[inline]
    pub const fn steps_to(self, other: Seat, seats: usize) -> usize {
        (other.index() + seats - self.index()) % seats
    }

    /// All seats of a table, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..seats.min(MAX_SEATS) as u8).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
