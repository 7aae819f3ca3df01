use crate::state::Phase;
use crate::{Colour, ColourSet, Lineup, OnTop};
use kontra_game::{Payoffs, Seat};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// No position is left for a tile: the thesis's terminal position of type 1.
    Blocked,
    /// No tile is left, though a position is: type 1 as well.
    LastTile,
    /// These colours placed their last stones, all on the same circle: type 2.
    Stones(ColourSet),
}

impl Cause {
    /// Whether somebody's last stone ended the game.
    pub fn is_premature(self) -> bool {
        matches!(self, Cause::Stones(_))
    }
}

/// How a game ended, and for whom.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Why the game is over.
    pub cause: Cause,
    /// Points minus remaining stones of each side, teams summed up; as many as there are sides.
    scores: [i16; 4],
    /// The sides that won, as bits.
    winners: u8,
    table: Lineup,
}

impl Outcome {
    /// Points minus remaining stones of each side: of each player, or of each team.
    pub fn scores(&self) -> &[i16] {
        &self.scores[..self.table.sides()]
    }

    /// Points minus remaining stones of the side of `seat`.
    pub fn score(&self, seat: Seat) -> i16 {
        self.scores[self.table.side(seat)]
    }

    /// How far the side of `seat` is ahead of the best other side, in points minus remaining stones. A game
    /// that ended prematurely may be won by a side that is behind.
    pub fn margin(&self, seat: Seat) -> i16 {
        let own = self.table.side(seat);
        let others = self.scores().iter().enumerate().filter(|&(side, _)| side != own);
        self.score(seat) - others.map(|(_, &score)| score).max().unwrap_or(0)
    }

    /// Whether the side of `seat` won, alone or together with others.
    pub fn wins(&self, seat: Seat) -> bool {
        self.winners >> self.table.side(seat) & 1 != 0
    }

    /// Whether several sides share the first place.
    pub fn is_draw(&self) -> bool {
        self.winners.count_ones() > 1
    }

    /// The result as numbers that add up to zero: 1 for winning alone, -1 divided among the losing sides,
    /// and a fair part of that for those who share the first place. With two sides: 1, 0 and -1.
    ///
    /// With `n` sides of which `k` share the first place a winner gets `(n - k) / (k (n - 1))` and a loser
    /// `-1 / (n - 1)`. Partners get the same.
    pub fn payoffs(&self) -> Payoffs {
        let (sides, winners) = (self.table.sides() as f64, f64::from(self.winners.count_ones()));
        let won = (sides - winners) / (winners * (sides - 1.0));
        let lost = -1.0 / (sides - 1.0);
        let mut payoffs = [0.0; 4];
        for seat in Seat::all(self.table.seats()) {
            payoffs[seat.index()] = if self.wins(seat) { won } else { lost };
        }
        Payoffs::new(&payoffs[..self.table.seats()])
    }
}

impl OnTop {
    /// How the game ended; `None` while it is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        let cause = self.cause()?;
        let table = self.table();
        let mut scores = [0; 4];
        for seat in Seat::all(table.seats()) {
            scores[table.side(seat)] += self.score(self.colour(seat));
        }
        let winners = self.first_to_run_out(cause).unwrap_or_else(|| {
            let best = scores[..table.sides()].iter().max();
            (0..table.sides())
                .filter(|&side| Some(&scores[side]) == best)
                .fold(0, |w, s| w | 1 << s)
        });
        Some(Outcome { cause, scores, winners, table })
    }

    /// Why the game is over; `None` while it is not over.
    pub(crate) fn cause(&self) -> Option<Cause> {
        if self.phase != Phase::Over {
            return None;
        }
        let empty = self.tally.reached(self.board().tables().limit);
        Some(match () {
            () if !empty.is_empty() => Cause::Stones(empty),
            () if self.legal == 0 => Cause::Blocked,
            () => Cause::LastTile,
        })
    }

    /// A colour's points minus its remaining stones: what counts at the end of the game.
    pub fn score(&self, colour: Colour) -> i16 {
        i16::from(self.points(colour)) - i16::from(self.stones(colour))
    }

    /// The sides that placed a last stone; `None` if only passive colours did, or nobody.
    pub(crate) fn first_to_run_out(&self, cause: Cause) -> Option<u8> {
        let Cause::Stones(colours) = cause else { return None };
        let sides = colours.iter().filter_map(|colour| self.seat(colour));
        let sides = sides.fold(0, |sides, seat| sides | 1 << self.table().side(seat));
        (sides != 0).then_some(sides)
    }
}
