use crate::{Cards, Hearts, HeartsMove, HeartsView, SEATS};
use kontra_game::{Ending, Forfeit, Payoffs, Seat, Shown, View, show_seats, show_turn};
use serde_json::{Value, json};

fn cards(cards: Cards) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

impl Shown for Hearts {
    const OPEN_FIELDS: &'static [&'static str] =
        &["turn", "stage", "trick", "tricks", "hearts_broken", "points", "played"];

    fn show_rules(view: &HeartsView) -> Value {
        json!({ "pass": view.table.pass.name() })
    }

    fn show(view: &HeartsView) -> Value {
        let table = &view.table;
        let stage = if table.is_passing() {
            format!("pass {}", table.pass.name())
        } else {
            "play".to_owned()
        };
        let laid = table.trick.iter().flatten().enumerate();
        let laid = laid.map(|(place, card)| {
            json!({ "seat": table.leader.after(place, SEATS).index(), "card": card.to_string() })
        });
        json!({
            "seat": view.seat.index(),
            "turn": show_turn(view.turn()),
            "stage": stage,
            "hand": cards(view.hand),
            "passed": cards(view.passed),
            "received": cards(view.received),
            "trick": laid.collect::<Vec<_>>(),
            "tricks": table.tricks,
            "hearts_broken": table.broken,
            "points": table.points,
            "played": show_seats(SEATS, |seat| cards(table.played[seat.index()])),
        })
    }

    fn show_move(_view: &HeartsView, action: HeartsMove) -> String {
        match action {
            HeartsMove::Pass(card) => format!("pass-{card}"),
            HeartsMove::Play(card) => card.to_string(),
        }
    }
}

impl Ending for Hearts {
    fn ending(&self) -> &'static str {
        if self.table.points.contains(&26) { "moon" } else { "points" }
    }
}

impl Forfeit for Hearts {
    /// All points count against the seat, and that does not count as shooting the moon.
    fn forfeit(&self, seat: Seat) -> Payoffs {
        let mut payoffs = [6.5; SEATS];
        payoffs[seat.index()] = -19.5;
        Payoffs::new(&payoffs)
    }
}
