use crate::{Board, Stones};
use kontra_game::{Payoffs, Seat};

/// How a game ended, and who won it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Four fields in a line.
    Pattern(Seat),
    /// No pattern, but more points than anybody else.
    Points(Seat),
    /// The most points together with others, but of all fields these players hold, the highest.
    HighestField(Seat),
    /// Nobody holds a field at the end.
    Draw,
}

impl Outcome {
    /// Who won when all stones are on the board and nobody made a pattern.
    ///
    /// Only the players with the most points are compared for the highest field: a third player's
    /// higher field does not decide between two who are ahead.
    pub(crate) fn by_counting(stones: &Stones, board: &Board, seats: usize) -> Outcome {
        let points = stones.points();
        let most = points.into_iter().max().unwrap_or(0);
        let leaders = || Seat::all(seats).filter(|seat| points[seat.index()] == most);
        if leaders().count() > 1 {
            let highest = |seat: &Seat| stones.held_fields(*seat, board).highest();
            return match leaders().max_by_key(highest) {
                Some(seat) if most > 0 => Outcome::HighestField(seat),
                _ => Outcome::Draw,
            };
        }
        leaders().next().map_or(Outcome::Draw, Outcome::Points)
    }

    /// Who won.
    pub fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Pattern(seat) | Outcome::Points(seat) | Outcome::HighestField(seat) => {
                Some(seat)
            }
            Outcome::Draw => None,
        }
    }

    /// The result as if everybody had staked 1 and the winner took it all; a draw gives the stakes back.
    pub fn payoffs(self, seats: usize) -> Payoffs {
        let mut payoffs = [0.0; kontra_game::MAX_SEATS];
        if let Some(winner) = self.winner() {
            payoffs.fill(-1.0);
            payoffs[winner.index()] = seats as f64 - 1.0;
        }
        Payoffs::new(&payoffs[..seats])
    }
}
