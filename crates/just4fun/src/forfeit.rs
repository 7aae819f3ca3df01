use crate::Just4Fun;
use kontra_game::{Forfeit, Game, Payoffs, Seat};

impl Forfeit for Just4Fun {
    /// The player who breaks off gives every other player one stake: with two players a lost game.
    fn forfeit(&self, seat: Seat) -> Payoffs {
        let mut payoffs = [1.0; kontra_game::MAX_SEATS];
        payoffs[seat.index()] = 1.0 - self.seats() as f64;
        Payoffs::new(&payoffs[..self.seats()])
    }
}
