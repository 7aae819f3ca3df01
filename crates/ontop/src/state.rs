use crate::bag::Bag;
use crate::bits::{self, Ranked};
use crate::circle::Cover;
use crate::laid_tiles::LaidTiles;
use crate::tally::ColourTally;
use crate::{
    Action, Board, Circle, Colour, Content, Laid, Lineup, Placement, Position, Score, Start,
    TileKind, Triangle, key, score,
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
    pub(crate) layout: LaidTiles,
    pub(crate) tally: ColourTally,
    pub(crate) bag: Bag,
    /// The keys of all tiles on the board and of how the game started.
    pub(crate) laid_key: u64,
    board: Board,
    /// The colours of the seats in order, then the passive ones.
    colours: [Colour; 4],
    table: Lineup,
    pub(crate) mover: u8,
    pub(crate) phase: Phase,
}

/// What is to be decided next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    Draw,
    Place(TileKind),
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
            layout: LaidTiles::EMPTY,
            tally: ColourTally::default(),
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
    pub fn table(&self) -> Lineup {
        self.table
    }

    /// The colour that a seat plays.
    pub fn colour(&self, seat: Seat) -> Colour {
        self.colours[seat.index()]
    }

    /// The colours of the seats in order, then the passive ones.
    pub(crate) fn all_colours(&self) -> [Colour; 4] {
        self.colours
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
    pub fn hand(&self) -> Option<TileKind> {
        match self.phase {
            Phase::Place(kind) => Some(kind),
            Phase::Draw | Phase::Over => None,
        }
    }

    /// How many tiles of a kind can still be drawn.
    pub fn tiles_left_of(&self, kind: TileKind) -> u8 {
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

    /// How a circle is covered, as one number: three bits for the sixths of each colour, in the colours' order, then three
    /// for the sixths that are missing.
    #[inline]
    pub fn cover_code(&self, circle: Circle) -> u16 {
        self.covers[circle.index() & (Circle::MOST - 1)].code()
    }

    /// The positions where a tile may be laid now, as a set of their numbers.
    #[inline]
    pub fn legal_set(&self) -> u128 {
        self.legal
    }

    /// The positions both triangles of which are empty, as a set of their numbers: where a tile may be laid now or later.
    #[inline]
    pub fn open_set(&self) -> u128 {
        self.open
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
}

impl Hash for OnTop {
    /// The key stands for the whole state.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}
