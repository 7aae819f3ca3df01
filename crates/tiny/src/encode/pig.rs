use super::name;
use crate::{Pig, PigMove};
use kontra_game::{Encode, Open, Parts, TensorPart, View};

/// Decisions first, then how the die falls.
const NAMES: [&str; 8] = ["roll", "hold", "1", "2", "3", "4", "5", "6"];
const DECISIONS: usize = 2;

impl Encode for Pig {
    const ACTIONS: usize = NAMES.len();
    const OBSERVATION: &'static [TensorPart] = &[
        TensorPart::new("mover", 2, "Whose turn it is: this seat's, the other's."),
        TensorPart::new("rolling", 1, "Whether the die is in the air."),
        TensorPart::new("pot", 1, "The points of this turn, in hundredths."),
        TensorPart::new("scores", 2, "The points of this seat and of the other, in hundredths."),
        TensorPart::new("target", 1, "The score that wins, in hundredths."),
    ];
    // A game has no longest length, and nothing of the past matters.
    const PAST: &'static [TensorPart] = &[];
    const RECALLS: bool = false;

    fn action_id(action: PigMove) -> usize {
        match action {
            PigMove::Roll => 0,
            PigMove::Hold => 1,
            PigMove::Face(face) => DECISIONS + usize::from(face) - 1,
        }
    }

    fn action_name(id: usize) -> String {
        name(&NAMES, id)
    }

    fn decisions(_: &Open<Pig>) -> usize {
        DECISIONS
    }

    fn observe(view: &Open<Pig>, parts: &mut Parts<'_>) {
        let own = view.seat();
        let hundredths = |points: u16| f32::from(points) / 100.0;
        parts.one_hot("mover", Some(own.steps_to(view.mover, 2)));
        parts.flag("rolling", view.rolling);
        parts.number("pot", hundredths(view.pot));
        let scores = [own, own.after(1, 2)].map(|seat| hundredths(view.scores[seat.index()]));
        parts.fill("scores", scores);
        parts.number("target", hundredths(view.target));
    }
}
