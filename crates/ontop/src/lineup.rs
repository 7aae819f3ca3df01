use kontra_game::Seat;

/// How many play, and whether they play in teams.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Lineup {
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

impl Lineup {
    /// All four.
    pub const ALL: [Lineup; 4] = [Lineup::Two, Lineup::Three, Lineup::Four, Lineup::Teams];

    /// The table for this many players, in teams or not; `None` where there is none.
    pub const fn new(players: usize, teams: bool) -> Option<Lineup> {
        match (players, teams) {
            (2, false) => Some(Lineup::Two),
            (3, false) => Some(Lineup::Three),
            (4, false) => Some(Lineup::Four),
            (4, true) => Some(Lineup::Teams),
            _ => None,
        }
    }

    /// The number of players.
    #[inline]
    pub const fn seats(self) -> usize {
        match self {
            Lineup::Two => 2,
            Lineup::Three => 3,
            Lineup::Four | Lineup::Teams => 4,
        }
    }

    /// The number of sides that play against each other: teams, or players.
    pub const fn sides(self) -> usize {
        match self {
            Lineup::Two | Lineup::Teams => 2,
            Lineup::Three => 3,
            Lineup::Four => 4,
        }
    }

    /// The side that a seat plays for.
    pub const fn side(self, seat: Seat) -> usize {
        seat.index() % self.sides()
    }

    /// Whether the four players play in two teams.
    pub const fn teams(self) -> bool {
        matches!(self, Lineup::Teams)
    }
}
