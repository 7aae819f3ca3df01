use crate::public::Public;
use crate::{Cards, Hearts, HeartsMove};
use kontra_game::{Actions, InfoKey, Seat, StableHasher, Turn, View};
use std::hash::{Hash, Hasher};

/// What one player knows: the own hand, the cards that were passed and received, and what everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HeartsView {
    pub(crate) seat: Seat,
    pub(crate) hand: Cards,
    pub(crate) passed: Cards,
    pub(crate) received: Cards,
    pub(crate) table: Public,
}

impl HeartsView {
    /// The own hand.
    pub fn hand(&self) -> Cards {
        self.hand
    }

    /// The moves of this seat, whose turn it is.
    pub(crate) fn actions_to(&self, out: &mut Actions<HeartsMove>) {
        if self.table.is_passing() {
            out.extend(self.hand.without(self.passed).iter().map(HeartsMove::Pass));
        } else {
            out.extend(self.table.playable(self.hand).iter().map(HeartsMove::Play));
        }
    }
}

impl View for HeartsView {
    type Game = Hearts;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn actions(&self, out: &mut Actions<HeartsMove>) {
        if self.turn() == Turn::Seat(self.seat) {
            self.actions_to(out);
        }
    }

    fn key(&self) -> InfoKey {
        let mut hasher = StableHasher::default();
        self.hash(&mut hasher);
        InfoKey(hasher.finish())
    }
}
