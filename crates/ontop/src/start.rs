use crate::{Board, Colour, Lineup, key};

/// Everything that fixes a game before its first tile is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    pub(crate) table: Lineup,
    /// The colours of the seats, then the passive ones in their order.
    pub(crate) colours: [Colour; 4],
    pub(crate) board: Board,
}

impl Start {
    /// A game in which the seats play these colours; `None` unless there are as many as seats, all different.
    pub fn new(table: Lineup, colours: &[Colour], board: Board) -> Option<Start> {
        let passive = Colour::ALL.into_iter().filter(|colour| !colours.contains(colour));
        let all: Vec<Colour> = colours.iter().copied().chain(passive).collect();
        let fits = colours.len() == table.seats();
        Some(Start { table, colours: all.try_into().ok().filter(|_| fits)?, board })
    }

    /// A game in which the seats play the colours in their order: blue, white, red, yellow.
    pub fn usual(table: Lineup, board: Board) -> Start {
        Start { table, colours: Colour::ALL, board }
    }

    /// How many play, and whether they play in teams.
    pub fn table(&self) -> Lineup {
        self.table
    }

    /// The colours of the seats, in order.
    pub fn colours(&self) -> &[Colour] {
        &self.colours[..self.table.seats()]
    }

    /// The board and its tile set.
    pub fn board(&self) -> Board {
        self.board
    }

    pub(crate) fn all_colours(&self) -> [Colour; 4] {
        self.colours
    }

    /// A hash of the start, the same on every machine.
    pub(crate) fn key(&self) -> u64 {
        let colours = self.colours.iter().fold(0, |key, &colour| key << 8 | colour as u64);
        key::mix(self.board.tables().key ^ key::mix((self.table as u64) << 32 | colours))
    }
}
