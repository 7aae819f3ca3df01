//! What is asked of a sampled world, and means over many of them.

use crate::positions::{TEN_OF_HEARTS, both_queens_unseen, both_tens_unseen, others};
use kontra_doppelkopf::{Card, Doppelkopf, DoppelkopfView};
use kontra_game::Seat;
use std::fmt;

/// Something that is true in some worlds of some views.
pub(crate) struct Event {
    pub(crate) name: &'static str,
    pub(crate) applies: fn(&DoppelkopfView) -> bool,
    holds: fn(&DoppelkopfView, &Doppelkopf) -> bool,
}

/// The last two pairs in the order in which the algorithm assigns cards.
pub(crate) const PAIRS: [Event; 2] = [
    Event {
        name: "both ♣Q in one hand",
        applies: both_queens_unseen,
        holds: |view, world| in_one_hand(view, world, Card::QUEEN_OF_CLUBS),
    },
    Event {
        name: "both ♥10 in one hand",
        applies: both_tens_unseen,
        holds: |view, world| in_one_hand(view, world, TEN_OF_HEARTS),
    },
];

/// Everything that is asked of single positions.
pub(crate) const EVENTS: [Event; 3] = {
    let [queens, tens] = PAIRS;
    let queen_with_most = Event {
        name: "a ♣Q with the player who holds most cards",
        applies: |view| holds_most(view).is_some() && both_queens_unseen(view),
        holds: |view, world| {
            holds_most(view).is_some_and(|seat| world.hand(seat).contains(Card::QUEEN_OF_CLUBS))
        },
    };
    [queens, tens, queen_with_most]
};

fn in_one_hand(view: &DoppelkopfView, world: &Doppelkopf, card: Card) -> bool {
    others(view).iter().any(|&seat| world.hand(seat).count(card) == 2)
}

/// The one among the others who holds more cards than the rest of them.
fn holds_most(view: &DoppelkopfView) -> Option<Seat> {
    let left = |seat: Seat| view.public().cards_left(seat);
    let most = others(view).into_iter().map(left).max()?;
    let mut holders = others(view).into_iter().filter(|&seat| left(seat) == most);
    holders.next().filter(|_| holders.next().is_none())
}

/// In which part of the samples the event holds.
pub(crate) fn share(
    event: &Event,
    view: &DoppelkopfView,
    samples: u32,
    mut draw: impl FnMut() -> Doppelkopf,
) -> f64 {
    let held = (0..samples).filter(|_| (event.holds)(view, &draw())).count();
    held as f64 / f64::from(samples)
}

/// A mean with its standard error.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mean {
    number: u32,
    sum: f64,
    squares: f64,
}

impl Mean {
    pub(crate) fn add(&mut self, value: f64) {
        self.number += 1;
        self.sum += value;
        self.squares += value * value;
    }

    pub(crate) fn number(self) -> u32 {
        self.number
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.number < 2 {
            return Ok(());
        }
        let number = f64::from(self.number);
        let mean = self.sum / number;
        let variance = (self.squares - self.sum * mean) / (number - 1.0);
        write!(f, "{mean:.3} ± {:.3}", (variance / number).sqrt())
    }
}
