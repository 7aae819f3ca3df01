use crate::bag::Bag;
use crate::bits::{self, Ranked};
use crate::circle::Cover;
use crate::layout::Layout;
use crate::tally::Tally;
use crate::{
    Action, Board, Circle, Colour, Content, Kind, Laid, Placement, Position, Score, Start, Table,
    Triangle, key, score,
};
use kontra_game::Seat;
use std::hash::{Hash, Hasher};

/// The state of a game of OnTop: a few hundred bytes without pointers into anything that moves, copied freely.
///
/// It holds no history. Two games that laid the same tiles in the same places in a different order are in the
/// same state, with the same [`key`](OnTop::key).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct OnTop {
    /// The positions both triangles of which are empty.
    pub(crate) open: u128,
    /// Those of them that touch a filled triangle.
    pub(crate) legal: u128,
    pub(crate) covers: [Cover; Circle::MOST],
    layout: Layout,
    pub(crate) tally: Tally,
    pub(crate) bag: Bag,
    /// The keys of all tiles on the board and of how the game started.
    laid_key: u64,
    board: Board,
    /// The colours of the seats in order, then the passive ones.
    colours: [Colour; 4],
    table: Table,
    mover: u8,
    pub(crate) phase: Phase,
}

/// What is to be decided next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    Draw,
    Place(Kind),
    Over,
}

impl OnTop {
    /// The state before the first tile is drawn.
    pub fn new(start: &Start) -> OnTop {
        let tables = start.board().tables();
        OnTop {
            open: tables.open,
            legal: tables.legal,
            covers: tables.covers,
            layout: Layout::EMPTY,
            tally: Tally::default(),
            bag: tables.bag,
            laid_key: start.key(),
            board: start.board(),
            colours: start.all_colours(),
            table: start.table(),
            mover: 0,
            phase: Phase::Draw,
        }
    }

    /// The board the game is played on.
    pub fn board(&self) -> Board {
        self.board
    }

    /// How many play, and whether they play in teams.
    pub fn table(&self) -> Table {
        self.table
    }

    /// The colour that a seat plays.
    pub fn colour(&self, seat: Seat) -> Colour {
        self.colours[seat.index()]
    }

    /// Who plays a colour; `None` if it is passive.
    pub fn seat(&self, colour: Colour) -> Option<Seat> {
        Seat::all(self.table.seats()).find(|&seat| self.colour(seat) == colour)
    }

    /// The seat that places the next tile, also while it is being drawn.
    pub fn mover(&self) -> Seat {
        Seat::wrapping(usize::from(self.mover), self.table.seats())
    }

    /// The tile that was drawn and is to be placed.
    pub fn hand(&self) -> Option<Kind> {
        match self.phase {
            Phase::Place(kind) => Some(kind),
            Phase::Draw | Phase::Over => None,
        }
    }

    /// How many tiles of a kind can still be drawn.
    pub fn tiles_left_of(&self, kind: Kind) -> u8 {
        self.bag.count(kind)
    }

    /// How many tiles can still be drawn.
    pub fn tiles_left(&self) -> u32 {
        self.bag.len()
    }

    /// How many tiles lie on the board.
    pub fn tiles_laid(&self) -> u32 {
        self.board.tables().bag.len() - self.bag.len() - u32::from(self.hand().is_some())
    }

    /// The points that a colour has won so far.
    pub fn points(&self, colour: Colour) -> u8 {
        self.tally.points(colour)
    }

    /// The stones that a colour has left.
    pub fn stones(&self, colour: Colour) -> u8 {
        self.board.stones() - self.tally.placed(colour)
    }

    /// What lies on a triangle.
    pub fn content(&self, triangle: Triangle) -> Content {
        let positions = self.board.tables().positions_of[triangle.index()];
        let laid = bits::members(positions).map(Position).find_map(|position| {
            let (kind, turned) = self.layout.get(position)?;
            Some(Laid { kind, placement: Placement::new(position, turned) })
        });
        match laid {
            Some(laid) => Content::Tile(laid),
            None if positions & self.open == 0 => Content::Black,
            None => Content::Empty,
        }
    }

    /// The tiles on the board, by position.
    pub fn tiles(&self) -> impl Iterator<Item = Laid> {
        self.board.positions().filter_map(|position| {
            let (kind, turned) = self.layout.get(position)?;
            Some(Laid { kind, placement: Placement::new(position, turned) })
        })
    }

    /// How many sixths of a circle each colour covers.
    pub fn sixths(&self, circle: Circle) -> [u8; 4] {
        self.covers[circle.index()].sixths()
    }

    /// How many sixths of a circle are still empty.
    pub fn missing(&self, circle: Circle) -> u8 {
        self.covers[circle.index()].missing()
    }

    /// How a circle was evaluated; `None` while it is open, where nobody has the majority, and where the game
    /// ended before its turn came.
    pub fn scored(&self, circle: Circle) -> Option<Score> {
        let cover = self.covers[circle.index()];
        if cover.is_closed() { score(cover.sixths(), cover.is_gold()) } else { None }
    }

    /// The positions where a tile may be laid now, in order; each allows two rotations.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        bits::members(self.legal).map(Position)
    }

    /// How many moves there are for whatever tile is drawn: twice the number of positions.
    pub fn branching(&self) -> u32 {
        2 * Ranked::new(self.legal).len()
    }

    /// A hash of the state, updated with every move: equal states have equal keys, on every machine.
    #[inline]
    pub fn key(&self) -> u64 {
        match self.phase {
            Phase::Place(kind) => self.laid_key ^ key::of_hand(kind),
            Phase::Draw | Phase::Over => self.laid_key,
        }
    }

    /// Whether `action` can be played now.
    pub fn is_legal(&self, action: Action) -> bool {
        match (action, self.phase) {
            (Action::Draw(kind), Phase::Draw) => self.bag.count(kind) > 0,
            (Action::Place(placement), Phase::Place(_)) => {
                self.legal >> placement.position().index() & 1 != 0
            }
            _ => false,
        }
    }

    /// Takes a tile from the bag.
    #[inline]
    pub(crate) fn draw(&mut self, kind: Kind) {
        self.bag.take(kind);
        self.phase = Phase::Place(kind);
    }

    /// Lays a tile of this kind: fills triangles, closes and evaluates circles, and ends the game if it must.
    #[inline]
    pub(crate) fn lay(&mut self, kind: Kind, placement: Placement) {
        let tables = self.board.tables();
        let spot = &tables.spots[placement.position().index() & 127];
        self.layout.lay(kind, placement);
        self.laid_key ^= key::of_tile(kind, placement);

        let colours = &tables.corners[usize::from(kind.0 << 1 | u8::from(placement.turned())) & 15];
        for (corner, colour) in spot.corners.into_iter().zip(colours) {
            self.covers[usize::from(corner) & 63].lay(*colour);
        }
        let open = self.open & !spot.blocks;
        let mut touched = Touched::new(spot.corners);
        for side in 0..4 {
            let positions = tables.positions_of[usize::from(spot.beyond[side]) & 127];
            // This triangle has just lost its last empty neighbour.
            if positions & open == 0 && positions & self.open != 0 {
                let tip = spot.tips[side];
                for circle in [spot.corners[side], spot.corners[(side + 1) & 3], tip] {
                    self.covers[usize::from(circle) & 63].lay_black();
                }
                touched.add(tip);
            }
        }
        self.open = open;
        self.legal = (self.legal | spot.touches) & open;

        let mut tally = self.tally;
        for circle in touched.iter() {
            tally = tally.with(self.covers[circle]);
        }
        self.mover =
            if usize::from(self.mover) + 1 == self.table.seats() { 0 } else { self.mover + 1 };
        if tally.any_reached(tables.limit) {
            self.end_by_stones(touched);
        } else {
            self.tally = tally;
            let over = self.legal == 0 || self.bag.is_empty();
            self.phase = if over { Phase::Over } else { Phase::Draw };
        }
    }

    /// Some colour runs out of stones: now the order of the circles counts. The first circle that takes
    /// somebody's last stone ends the game, and those after it are not evaluated any more.
    #[cold]
    fn end_by_stones(&mut self, touched: Touched) {
        let limit = self.board.tables().limit;
        let circles = touched.iter().fold(0_u128, |set, circle| set | 1 << circle);
        for circle in bits::members(circles).map(usize::from) {
            let cover = &mut self.covers[circle];
            if !cover.is_closed() {
                continue;
            }
            if self.tally.any_reached(limit) {
                cover.make_void();
            } else {
                self.tally = self.tally.with(*cover);
            }
        }
        self.phase = Phase::Over;
    }
}

/// The circles that a move changed: the four corners of the tile, and the far corner of every triangle that
/// became black. No circle is twice in the list.
#[derive(Clone, Copy)]
struct Touched {
    circles: [u8; 8],
    len: u8,
}

impl Touched {
    #[inline]
    fn new([a, b, c, d]: [u8; 4]) -> Touched {
        Touched { circles: [a, b, c, d, 0, 0, 0, 0], len: 4 }
    }

    #[inline]
    fn add(&mut self, circle: u8) {
        self.circles[usize::from(self.len) & 7] = circle;
        self.len += 1;
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = usize> {
        self.circles[..usize::from(self.len).min(8)].iter().map(|&circle| usize::from(circle) & 63)
    }
}

impl Hash for OnTop {
    /// The key stands for the whole state.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}
