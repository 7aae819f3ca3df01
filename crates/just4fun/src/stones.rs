use crate::{Board, Field, Fields, Place, Places};
use kontra_game::{MAX_SEATS, Seat};

/// How many stones a player has at the beginning.
pub const STONES: u8 = 20;

/// A lead of this many stones closes a field.
pub const SECURE_LEAD: u8 = 2;

/// The stones on the board, and what follows from them: majorities and closed fields.
///
/// Seats that are not at the table have no stones on the board, so they never matter to those who are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stones {
    /// Stones of each seat on each field, by number.
    counts: [[u8; Field::COUNT]; MAX_SEATS],
    /// The fields on which each seat may not put a stone.
    closed: [Fields; MAX_SEATS],
    /// The places on which each seat has the majority.
    held: [Places; MAX_SEATS],
    /// The stones each seat has not yet put on the board.
    left: [u8; MAX_SEATS],
}

impl Stones {
    /// The stones that lie like this on a table of `seats`, everything else found by its definition.
    pub(crate) fn from_counts(
        counts: &[[u8; Field::COUNT]; MAX_SEATS],
        board: &Board,
        seats: usize,
    ) -> Stones {
        let mut stones = Stones {
            counts: *counts,
            closed: [Fields::NONE; MAX_SEATS],
            held: [Places::NONE; MAX_SEATS],
            left: [0; MAX_SEATS],
        };
        for (seat, (left, counts)) in stones.left.iter_mut().zip(counts).enumerate() {
            let stones = if seat < seats { STONES } else { 0 };
            *left = stones.saturating_sub(counts.iter().sum());
        }
        for field in Field::all() {
            let most = counts.iter().map(|counts| counts[field.index()]).max().unwrap_or(0);
            let (leader, lead) = stones.leader(field);
            for (seat, counts) in counts.iter().enumerate().take(seats) {
                let behind = most >= counts[field.index()] + SECURE_LEAD;
                let secured = seat == leader.index() && lead >= SECURE_LEAD;
                stones.closed[seat].insert_if(field, behind || secured);
            }
            stones.held[leader.index()].insert_if(board.place(field), lead > 0);
        }
        stones
    }

    /// The stones of a seat on a field.
    #[inline]
    pub fn on(&self, field: Field, seat: Seat) -> u8 {
        self.counts[seat.index()][field.index()]
    }

    /// The stones a seat has left.
    #[inline]
    pub fn left(&self, seat: Seat) -> u8 {
        self.left[seat.index()]
    }

    /// Whether every stone is on the board.
    #[inline]
    pub fn all_placed(&self) -> bool {
        self.left == [0; MAX_SEATS]
    }

    /// The fields on which `seat` may put a stone (Gastegger 2024, equation 5.13).
    ///
    /// A field is closed to a player when another player is at least two stones ahead of them there, and also
    /// when they are themselves at least two stones ahead of everybody. A closed field never opens again.
    #[inline]
    pub fn open(&self, seat: Seat) -> Fields {
        !self.closed[seat.index()]
    }

    /// The places on which `seat` has more stones than any other player (equation 5.9).
    #[inline]
    pub fn held(&self, seat: Seat) -> Places {
        self.held[seat.index()]
    }

    /// Who has the majority on the field.
    pub fn holder(&self, field: Field) -> Option<Seat> {
        let (first, lead) = self.leader(field);
        (lead > 0).then_some(first)
    }

    /// Who has secured the field: two stones more than any other player (equation 5.10).
    pub fn securer(&self, field: Field) -> Option<Seat> {
        let (first, lead) = self.leader(field);
        (lead >= SECURE_LEAD).then_some(first)
    }

    /// A seat with the most stones on the field, and by how much it leads.
    pub(crate) fn leader(&self, field: Field) -> (Seat, u8) {
        let mut ranking = [0, 1, 2, 3].map(|seat| Seat::wrapping(seat, MAX_SEATS));
        ranking.sort_by_key(|&seat| std::cmp::Reverse(self.on(field, seat)));
        (ranking[0], self.on(field, ranking[0]) - self.on(field, ranking[1]))
    }

    /// The sum of the fields on which each seat has the majority.
    pub fn points(&self) -> [u16; MAX_SEATS] {
        let [a, b, c, d] = &self.counts;
        [points(a, [b, c, d]), points(b, [a, c, d]), points(c, [a, b, d]), points(d, [a, b, c])]
    }

    /// The fields on which `seat` has the majority.
    pub fn held_fields(&self, seat: Seat, board: &Board) -> Fields {
        let held = self.held(seat);
        Field::all().filter(|&field| held.contains(board.place(field))).collect()
    }

    /// Puts a stone of `seat` on a field that is open to it and lies at `place`.
    ///
    /// There is no branch in it: whether a stone wins a majority, nobody can predict.
    #[inline]
    pub(crate) fn put(&mut self, seat: Seat, field: Field, place: Place, seats: usize) {
        let (own, i) = (seat.index(), field.index());
        self.left[own] -= 1;
        self.counts[own][i] += 1;
        let mine = self.counts[own][i];
        let mut best = 0;
        for other in (0..seats.min(MAX_SEATS)).filter(|&other| other != own) {
            let theirs = self.counts[other][i];
            self.closed[other].insert_if(field, mine >= theirs + SECURE_LEAD);
            // Drawing level takes the majority from the player who had it.
            self.held[other].remove_if(place, mine == theirs);
            best = best.max(theirs);
        }
        self.closed[own].insert_if(field, mine >= best + SECURE_LEAD);
        self.held[own].insert_if(place, mine > best);
    }

    /// The stones of the first `seats` seats, field by field, as one list of bytes.
    #[inline]
    pub(crate) fn bytes(&self, seats: usize) -> &[u8] {
        &self.counts.as_flattened()[..seats * Field::COUNT]
    }
}

/// The sum of the fields on which one has more stones than any of three others.
fn points(own: &[u8; Field::COUNT], others: [&[u8; Field::COUNT]; 3]) -> u16 {
    let mut sum = 0;
    for i in 0..Field::COUNT {
        let most = others[0][i].max(others[1][i]).max(others[2][i]);
        sum += if own[i] > most { i as u16 + 1 } else { 0 };
    }
    sum
}
