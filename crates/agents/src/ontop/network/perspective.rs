use super::layout;
use super::patterns::{CLOSABLE, PATTERNS, PatternNumbers, size};
use arrayvec::ArrayVec;
use kontra_game::{Game, Seat};
use kontra_ontop::{Board, Circle, Colour, Lineup, OnTop, TileKind};

/// Bits that are set.
pub(super) type SetBits = ArrayVec<u16, MOST_ROWS>;

/// More than any position sets.
pub(super) const MOST_ROWS: usize = 512;

/// Bits that sum up a position.
const SUMMARY: usize = 19;
/// Cover codes, in whole groups of four.
const CODES: usize = layout::CIRCLES.next_multiple_of(4);
/// No bit.
const NONE: u16 = u16::MAX;

/// What bits depend on that a board does not change during a game.
#[derive(Clone, Debug)]
pub(super) struct BoardFacts {
    numbers: &'static PatternNumbers,
    pub(super) board: Board,
    circles: [Circle; layout::CIRCLES],
    sizes: [u8; layout::CIRCLES],
    gold: [bool; layout::CIRCLES],
    /// The positions that have an acute, and an obtuse corner on a circle.
    acute: [u128; layout::CIRCLES],
    obtuse: [u128; layout::CIRCLES],
}

impl BoardFacts {
    /// The facts of a board; `None` where it has another outline than the default board.
    pub(super) fn new(board: Board) -> Option<BoardFacts> {
        let outline = |board: Board| board.triangles().map(move |t| board.row_and_column(t));
        if !outline(board).eq(outline(Board::default())) {
            return None;
        }
        let mut facts = BoardFacts {
            numbers: PatternNumbers::get(),
            board,
            circles: board
                .circles()
                .collect::<ArrayVec<_, { layout::CIRCLES }>>()
                .into_inner()
                .ok()?,
            sizes: [0; layout::CIRCLES],
            gold: [false; layout::CIRCLES],
            acute: [0; layout::CIRCLES],
            obtuse: [0; layout::CIRCLES],
        };
        for circle in board.circles() {
            facts.sizes[circle.index()] = size(board.around(circle).count()) as u8;
            facts.gold[circle.index()] = board.is_gold(circle);
        }
        for position in board.positions() {
            for (corner, circle) in board.corners(position).into_iter().enumerate() {
                let sets = if corner % 2 == 0 { &mut facts.obtuse } else { &mut facts.acute };
                sets[circle.index()] |= 1 << position.index();
            }
        }
        Some(facts)
    }
}

/// A position as bits are made of it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SeenPosition {
    codes: [u16; CODES],
    /// The circles of which one sixth is missing, and two.
    near: [u64; 2],
    /// The circles that the next tile can close.
    closable: u64,
    legal: u128,
    open: u128,
    summary: [u16; SUMMARY],
}

/// The colours from where a seat sits.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Perspective {
    /// Its own, those of the seats after it, the passive ones.
    slots: [Colour; 4],
    seat: Seat,
    lineup: Lineup,
    /// For each kind of tile its colouring, for tiles of four colours.
    colourings: [Option<u8>; TileKind::MOST],
    /// Kinds of tiles.
    kinds: ArrayVec<TileKind, { TileKind::MOST }>,
}

impl Perspective {
    pub(super) fn new(state: &OnTop, seat: Seat) -> Perspective {
        let (lineup, seats) = (state.table(), state.seats());
        let mut slots: ArrayVec<Colour, 4> = (0..seats)
            .map(|steps| state.colour(Seat::wrapping(seat.index() + steps, seats)))
            .collect();
        let passive = Colour::ALL.into_iter().filter(|&colour| state.seat(colour).is_none());
        slots.extend(passive.take(4 - seats));
        let slots = slots.into_inner().unwrap_or(Colour::ALL);
        let board = state.board();
        let kinds: ArrayVec<TileKind, { TileKind::MOST }> =
            board.tiles().iter().filter_map(|(tile, _)| board.kind(&tile.to_string())).collect();
        let mut colourings = [None; TileKind::MOST];
        for &kind in &kinds {
            let slot = |colour| slots.iter().position(|&slot| slot == colour).unwrap_or(0);
            colourings[kind.index()] = colouring(board.tile(kind).corners(false).map(slot));
        }
        Perspective { slots, seat, lineup, colourings, kinds }
    }

    /// The seat that looks.
    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    /// A cover code with colours in the order of the slots.
    #[inline]
    fn turned(&self, code: u16) -> usize {
        let mut turned = usize::from(code) & 0x7000;
        for (slot, colour) in self.slots.iter().enumerate() {
            turned |= (usize::from(code) >> (3 * colour.index()) & 7) << (3 * slot);
        }
        turned
    }

    pub(super) fn see(&self, facts: &BoardFacts, state: &OnTop) -> SeenPosition {
        let mut seen = SeenPosition {
            codes: codes(facts, state),
            near: [0; 2],
            closable: 0,
            legal: state.legal_set(),
            open: state.open_set(),
            summary: self.summary(state),
        };
        for i in 0..layout::CIRCLES {
            seen.sort_in(i);
        }
        seen.find_closable(facts);
        seen
    }

    /// The same after a tile was drawn, with the bits that changed: those of the bag.
    pub(super) fn see_drawn(
        &self,
        before: &SeenPosition,
        state: &OnTop,
    ) -> (SeenPosition, [SetBits; 2]) {
        let seen = SeenPosition { summary: self.summary(state), ..before.clone() };
        let (mut plus, mut minus) = (SetBits::new(), SetBits::new());
        summary_changes([before, &seen], [&mut plus, &mut minus]);
        (seen, [plus, minus])
    }

    fn summary(&self, state: &OnTop) -> [u16; SUMMARY] {
        let mut summary = [NONE; SUMMARY];
        let score = |slot: usize| state.score(self.slots[slot]);
        for (slot, left) in summary.iter_mut().take(4).enumerate() {
            *left = layout::stones(slot, state.stones(self.slots[slot]));
        }
        let (own, seats) = (score(0), self.lineup.seats());
        if self.lineup.teams() {
            summary[4] = layout::team_ahead(own + score(2) - score(1) - score(3));
        } else {
            for slot in 1..seats {
                summary[3 + slot] = layout::ahead(slot, own - score(slot));
            }
        }
        for (place, &kind) in self.kinds.iter().enumerate() {
            if let Some(colouring) = self.colourings[kind.index()] {
                summary[7 + place] = layout::bag(colouring, state.tiles_left_of(kind));
            }
        }
        summary[14] = layout::tiles_left(state.tiles_left());
        let [now, ever] = layout::choices(state.legal_set(), state.open_set());
        (summary[15], summary[16]) = (now, ever);
        summary[17] = layout::lineup(self.lineup);
        summary
    }

    /// All bits of a position.
    pub(super) fn rows(&self, facts: &BoardFacts, seen: &SeenPosition) -> SetBits {
        let mut rows = SetBits::new();
        for i in 0..layout::CIRCLES {
            self.circle_rows(facts, i, seen, |row| rows.push(row));
        }
        push_members(&mut rows, seen.legal, layout::LEGAL);
        push_members(&mut rows, seen.open & !seen.legal, layout::LATER);
        rows.extend(seen.summary.into_iter().filter(|&row| row != NONE));
        rows
    }

    /// The bits that a position has and one before it has not, and the other way round.
    #[inline]
    pub(super) fn changes(
        &self,
        facts: &BoardFacts,
        before: &SeenPosition,
        state: &OnTop,
        [plus, minus]: [&mut SetBits; 2],
    ) {
        let mut after = SeenPosition {
            codes: codes(facts, state),
            near: before.near,
            closable: 0,
            legal: state.legal_set(),
            open: state.open_set(),
            summary: self.summary(state),
        };
        let mut changed = 0_u64;
        let groups = before.codes.as_chunks::<4>().0.iter().zip(after.codes.as_chunks::<4>().0);
        for (group, (old, new)) in groups.enumerate() {
            if old != new {
                for i in 0..4 {
                    changed |= u64::from(old[i] != new[i]) << (4 * group + i);
                }
            }
        }
        for i in members64(changed) {
            after.sort_in(i);
        }
        after.find_closable(facts);
        for i in members64(changed) {
            self.circle_changes(i, [before.codes[i], after.codes[i]], [plus, minus]);
        }
        for i in members64(changed | (before.closable ^ after.closable)) {
            minus.push(self.pattern_row(facts, i, before));
            plus.push(self.pattern_row(facts, i, &after));
        }
        let (legal, now) = (before.legal, after.legal);
        push_members(plus, now & !legal, layout::LEGAL);
        push_members(minus, legal & !now, layout::LEGAL);
        let (later, then) = (before.open & !legal, after.open & !now);
        push_members(plus, then & !later, layout::LATER);
        push_members(minus, later & !then, layout::LATER);
        summary_changes([before, &after], [plus, minus]);
    }

    /// What a circle's new cover changes beside its pattern.
    #[inline]
    fn circle_changes(&self, i: usize, [old, new]: [u16; 2], [plus, minus]: [&mut SetBits; 2]) {
        for (slot, colour) in self.slots.iter().enumerate() {
            let shift = 3 * colour.index();
            let (old, new) = (usize::from(old >> shift & 7), usize::from(new >> shift & 7));
            if old != new {
                if old > 0 {
                    minus.push(layout::covered(i, slot, old));
                }
                if new > 0 {
                    plus.push(layout::covered(i, slot, new));
                }
            }
        }
        let (old, new) = (usize::from(old >> 12 & 7), usize::from(new >> 12 & 7));
        if old != new {
            minus.push(layout::missing(i, old));
            plus.push(layout::missing(i, new));
        }
    }

    fn circle_rows(
        &self,
        facts: &BoardFacts,
        i: usize,
        seen: &SeenPosition,
        mut push: impl FnMut(u16),
    ) {
        let code = self.turned(seen.codes[i]);
        for slot in 0..4 {
            let sixths = code >> (3 * slot) & 7;
            if sixths > 0 {
                push(layout::covered(i, slot, sixths));
            }
        }
        push(layout::missing(i, code >> 12 & 7));
        push(self.pattern_row(facts, i, seen));
    }

    #[inline]
    fn pattern_row(&self, facts: &BoardFacts, i: usize, seen: &SeenPosition) -> u16 {
        let code = self.turned(seen.codes[i]);
        let closable = seen.closable >> i & 1 != 0;
        let pattern = facts.numbers.of(usize::from(facts.sizes[i]), code, closable);
        (layout::PATTERN + usize::from(facts.gold[i]) * (PATTERNS + CLOSABLE) + pattern) as u16
    }
}

/// The number of a tile's colouring, from 0 to 11: turned by half a circle it is the same. `None` where a colour is there
/// twice.
fn colouring(corners: [usize; 4]) -> Option<u8> {
    let [a, b, c, d] = corners;
    if (1 << a | 1 << b | 1 << c | 1 << d) != 0b1111 {
        return None;
    }
    let [a, b, c, d] = if a < c { [a, b, c, d] } else { [c, d, a, b] };
    // Six pairs of obtuse corners, and two orders of the others.
    let pair = [[9, 0, 1, 2], [9, 9, 3, 4], [9, 9, 9, 5], [9, 9, 9, 9]][a][c];
    Some(2 * pair + u8::from(b > d))
}

impl SeenPosition {
    /// Puts a circle among those of which one sixth is missing, or two, or neither.
    #[inline]
    fn sort_in(&mut self, i: usize) {
        let missing = self.codes[i] >> 12 & 7;
        let [one, two] = &mut self.near;
        *one = *one & !(1 << i) | u64::from(missing == 1) << i;
        *two = *two & !(1 << i) | u64::from(missing == 2) << i;
    }

    /// Finds the circles that a tile on a legal position closes.
    #[inline]
    fn find_closable(&mut self, facts: &BoardFacts) {
        let (mut closable, [one, two]) = (0, self.near);
        for i in members64(one) {
            closable |= u64::from(self.legal & facts.acute[i] != 0) << i;
        }
        for i in members64(two) {
            closable |= u64::from(self.legal & facts.obtuse[i] != 0) << i;
        }
        self.closable = closable;
    }
}

#[inline]
fn codes(facts: &BoardFacts, state: &OnTop) -> [u16; CODES] {
    let mut codes = [0; CODES];
    for (code, &circle) in codes.iter_mut().zip(&facts.circles) {
        *code = state.cover_code(circle);
    }
    codes
}

#[inline]
fn summary_changes([before, after]: [&SeenPosition; 2], [plus, minus]: [&mut SetBits; 2]) {
    for (&old, &new) in before.summary.iter().zip(&after.summary) {
        if old != new {
            if old != NONE {
                minus.push(old);
            }
            if new != NONE {
                plus.push(new);
            }
        }
    }
}

/// The members of a small set, in order.
#[inline]
fn members64(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (first < layout::CIRCLES).then_some(first)
    })
}

/// Pushes the bits of the members of a set, of which the first bit is `base`.
#[inline]
fn push_members(rows: &mut SetBits, set: u128, base: usize) {
    let (mut low, mut high) = (set as u64, (set >> 64) as u64);
    while low != 0 {
        rows.push((base + low.trailing_zeros() as usize) as u16);
        low &= low - 1;
    }
    while high != 0 {
        rows.push((base + 64 + high.trailing_zeros() as usize) as u16);
        high &= high - 1;
    }
}
