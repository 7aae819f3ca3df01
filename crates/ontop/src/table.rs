use kontra_game::Seat;

/// How many play, and whether they play in teams.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Table {
    /// Two players; two colours are passive. The variant that the thesis studies.
    #[default]
    Two,
    /// Three players; one colour is passive.
    Three,
    /// Four players, everybody alone.
    Four,
    /// Four players in two teams: seats 0 and 2 against seats 1 and 3.
    Teams,
}

impl Table {
    /// All four.
    pub const ALL: [Table; 4] = [Table::Two, Table::Three, Table::Four, Table::Teams];

    /// The table for so many players, in teams or not; `None` where there is none.
    pub const fn new(players: usize, teams: bool) -> Option<Table> {
        match (players, teams) {
            (2, false) => Some(Table::Two),
            (3, false) => Some(Table::Three),
            (4, false) => Some(Table::Four),
            (4, true) => Some(Table::Teams),
            _ => None,
        }
    }

    /// The number of players.
    #[inline]
    pub const fn seats(self) -> usize {
        match self {
            Table::Two => 2,
            Table::Three => 3,
            Table::Four | Table::Teams => 4,
        }
    }

    /// The number of sides that play against each other: teams, or players.
    pub const fn sides(self) -> usize {
        match self {
            Table::Two | Table::Teams => 2,
            Table::Three => 3,
            Table::Four => 4,
        }
    }

    /// The side that a seat plays for.
    pub const fn side(self, seat: Seat) -> usize {
        seat.index() % self.sides()
    }

    /// Whether the four players play in two teams.
    pub const fn teams(self) -> bool {
        matches!(self, Table::Teams)
    }
}
