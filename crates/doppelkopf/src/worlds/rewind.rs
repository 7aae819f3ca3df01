use crate::deal::Deal;
use crate::moves::Move;
use crate::start::Start;
use crate::state::Doppelkopf;
use kontra_game::{Game, Past, Recorded, Rewind, Seat, Turn};

impl Rewind for Doppelkopf {
    /// The same decisions from a deal in which everybody got what they hold in `world` and have played.
    fn rewind(
        start: &Start,
        history: &[Move],
        world: &Doppelkopf,
        _seat: Seat,
    ) -> Past<Doppelkopf> {
        let mut hands = world.hands;
        let mut game = Doppelkopf::begin(start);
        for &action in history {
            if let (Turn::Seat(seat), Move::Card(card)) = (game.turn(), action) {
                hands[seat.index()].insert(card);
            }
            game.play(action);
        }
        // A world whose cards are not the deck has no past: the true deal will not lead to it.
        let deal = Deal::new(hands).unwrap_or(start.deal);
        Past::new(Start { deal, ..*start }, history)
    }
}
