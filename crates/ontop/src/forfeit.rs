use crate::OnTop;
use kontra_game::{Forfeit, Game, Payoffs, Seat};

impl Forfeit for OnTop {
    /// The side of the player who breaks off loses 1, and the other sides share it: between two sides a lost game.
    fn forfeit(&self, seat: Seat) -> Payoffs {
        let table = self.table();
        let others = (table.sides() - 1) as f64;
        let mut payoffs = [1.0 / others; kontra_game::MAX_SEATS];
        for mate in Seat::all(self.seats()).filter(|&mate| table.side(mate) == table.side(seat)) {
            payoffs[mate.index()] = -1.0;
        }
        Payoffs::new(&payoffs[..self.seats()])
    }
}
