use crate::deal::Deal;
use crate::moves::Move;
use crate::rules::Rules;
use crate::seats::SEATS;
use crate::start::{Duty, Start};
use crate::state::Doppelkopf;
use crate::view::DoppelkopfView;
use kontra_game::{Determinize, Game, History, Past, Recorded, Rewind, Seat, Streams, Turn, View};

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

/// A game that the viewer cannot tell from the true one: the same decisions from a deal of one of the viewer's worlds.
pub(crate) fn imagined_past(
    view: &DoppelkopfView,
    history: History<'_, Doppelkopf>,
) -> Option<Past<Doppelkopf>> {
    let public = &view.public;
    let mut hands = view.determinize(&mut Streams::new(view.key().0).test(0)).hands;
    for event in history.iter() {
        if let (Some(seat), Some(Move::Card(card))) = (event.by, event.action) {
            hands[seat.index()].insert(card);
        }
    }
    let duty =
        public.games_left().map(|games_left| Duty { games_left, open_solos: public.open_solos });
    let start = Start {
        rules: Rules { announcing: public.announcing },
        dealer: public.first.after(SEATS - 1, SEATS),
        duty,
        deal: Deal::new(hands)?,
    };
    Some(Past { start, history: history.actions()? })
}
