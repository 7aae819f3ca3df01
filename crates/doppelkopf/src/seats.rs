use kontra_game::Seat;

/// The number of players at the table.
pub const SEATS: usize = 4;

/// The seat to the left.
#[inline]
pub(crate) const fn next(seat: Seat) -> Seat {
    seat.after(1, SEATS)
}

/// The four seats in order, starting with this one.
pub(crate) fn from(first: Seat) -> impl Iterator<Item = Seat> {
    (0..SEATS).map(move |steps| first.after(steps, SEATS))
}

/// Some of the four seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SeatSet(u8);

impl SeatSet {
    /// Nobody.
    pub const NONE: SeatSet = SeatSet(0);
    /// Everybody.
    pub const ALL: SeatSet = SeatSet(0b1111);

    /// The seats as bits, seat 0 being the lowest.
    #[inline]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// One seat.
    #[inline]
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.index())
    }

    /// Everybody else.
    #[inline]
    pub const fn others(self) -> SeatSet {
        SeatSet(!self.0 & 0b1111)
    }

    /// Whether the seat is among them.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 != 0
    }

    /// This many seats side by side, from this one on.
    #[inline]
    pub(crate) const fn row(first: Seat, seats: usize) -> SeatSet {
        let row = ((1_u8 << seats) - 1) << first.index();
        SeatSet((row | row >> SEATS) & 0b1111)
    }

    /// How many seats further on than `seat` the first one sits; 8 or more if there is none.
    #[inline]
    pub(crate) const fn steps_from(self, seat: Seat) -> usize {
        ((self.0 | self.0 << SEATS) >> seat.index()).trailing_zeros() as usize
    }

    /// Everybody in either set.
    #[inline]
    pub(crate) const fn or(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// Everybody in both sets.
    #[inline]
    pub(crate) const fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// These seats if so, nobody if not.
    #[inline]
    pub(crate) const fn when(self, condition: bool) -> SeatSet {
        SeatSet(self.0 * condition as u8)
    }

    /// Adds a seat.
    #[inline]
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Takes a seat away.
    #[inline]
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// Whether both sets have a seat in common.
    #[inline]
    pub const fn intersects(self, other: SeatSet) -> bool {
        self.0 & other.0 != 0
    }

    /// How many seats.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(SEATS).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::NONE;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: usize) -> Seat {
        Seat::wrapping(number, SEATS)
    }

    #[test]
    fn a_row_goes_round_the_table() {
        let row = |first, seats| SeatSet::row(seat(first), seats).iter().map(Seat::index).collect();
        let rows: [Vec<usize>; 4] = [row(1, 2), row(3, 2), row(2, 0), row(3, 4)];
        assert_eq!(rows, [vec![1, 2], vec![0, 3], vec![], vec![0, 1, 2, 3]]);
    }

    #[test]
    fn steps_are_counted_to_the_first_seat() {
        let set: SeatSet = [1, 3].map(seat).into_iter().collect();
        let steps = [0, 1, 2, 3].map(|from| set.steps_from(seat(from)));
        assert_eq!(steps, [1, 0, 1, 0]);
        assert!(SeatSet::NONE.steps_from(seat(2)) >= SEATS);
    }
}
