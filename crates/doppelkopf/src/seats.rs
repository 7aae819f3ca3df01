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
