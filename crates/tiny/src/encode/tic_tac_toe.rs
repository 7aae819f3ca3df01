use super::name;
use crate::{Square, TicTacToe};
use kontra_game::{Encode, History, Open, Parts, TensorPart, View};

const NAMES: [&str; 9] = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

impl Encode for TicTacToe {
    const ACTIONS: usize = NAMES.len();
    const OBSERVATION: &'static [TensorPart] = &[
        TensorPart::new("begins", 1, "Whether this seat began."),
        TensorPart::new("own", 9, "The squares of this seat: a1, b1, c1, a2 and so on."),
        TensorPart::new("other", 9, "The squares of the other."),
    ];
    const PAST: &'static [TensorPart] = &[TensorPart::new(
        "when",
        9,
        "For each square the number of the move that took it, in ninths.",
    )];
    const RECALLS: bool = true;

    fn action_id(square: Square) -> usize {
        usize::from(square.0)
    }

    fn action_name(id: usize) -> String {
        name(&NAMES, id)
    }

    fn decisions(_: &Open<TicTacToe>) -> usize {
        Self::ACTIONS
    }

    fn observe(view: &Open<TicTacToe>, parts: &mut Parts<'_>) {
        let own = view.seat();
        parts.flag("begins", own.index() == 0);
        for (name, seat) in [("own", own), ("other", own.after(1, 2))] {
            let taken = view.taken[seat.index()];
            parts.fill(name, (0..9).map(|square| f32::from((taken >> square & 1) as u8)));
        }
    }

    fn remember(_: &Open<TicTacToe>, history: History<'_, TicTacToe>, parts: &mut Parts<'_>) {
        let when = parts.next("when");
        for (number, event) in (1_u8..).zip(history.iter()) {
            if let Some(Square(square)) = event.action {
                when[usize::from(square)] = f32::from(number) / 9.0;
            }
        }
    }
}
