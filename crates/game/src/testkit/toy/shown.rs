//! What the seats of the toy are shown, and what breaking off costs them.

use super::view::ToyView;
use super::{Act, Fault, Toy};
use crate::*;
use serde_json::{Value, json};

impl Shown for Toy {
    fn show_rules(_: &ToyView) -> Value {
        json!({})
    }

    fn show(view: &ToyView) -> Value {
        let game = &view.game;
        let secret = game.has(Fault::ShowsSecret).then_some(game.start.cards);
        json!({
            "seat": view.seat().index(),
            "turn": show_turn(view.turn()),
            "card": game.start.cards[view.seat.index()],
            "said": game.said,
            "secret": secret,
        })
    }

    fn show_move(view: &ToyView, action: Act) -> String {
        let text = view.game.action_text(action);
        if view.game.has(Fault::ShowsOtherText) { format!("say {text}") } else { text }
    }

    fn show_event(&self, action: Act, seat: Seat) -> String {
        let other = self.start.cards[1 - seat.index()];
        let secret =
            if self.has(Fault::ShowsSecretEvent) { other.to_string() } else { String::new() };
        self.action_text(action) + &secret
    }
}

impl Forfeit for Toy {
    fn forfeit(&self, seat: Seat) -> Payoffs {
        let mut payoffs = [10.0; 2];
        payoffs[seat.index()] = match self.start.fault {
            Fault::ForfeitIsNotZeroSum => -11.0,
            _ => -10.0,
        };
        if self.has(Fault::ForfeitPays) {
            payoffs = [0.0; 2];
        }
        Payoffs::new(&payoffs)
    }
}
