use kontra_game::{Game, Seat, sees};

/// Who looks at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Viewer {
    /// The person or program on a seat.
    Seat(Seat),
    /// Somebody who watches a table where people play: sees what lies open.
    Watcher,
    /// Somebody who looks at a finished game, or at a table without people: sees everything.
    Everything,
}

/// Which seats saw a decision, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SeenBy {
    seats: u8,
    all: bool,
}

impl SeenBy {
    /// Who sees an action that is about to be played.
    pub(super) fn of<G: Game>(before: &G, action: G::Action) -> SeenBy {
        let seeing = Seat::all(before.seats()).filter(|&seat| sees(before, seat, action));
        let seats = seeing.fold(0_u8, |seats, seat| seats | 1 << seat.index());
        SeenBy { seats, all: seats.count_ones() as usize == before.seats() }
    }

    pub(super) fn contains(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => self.seats >> seat.index() & 1 == 1,
            // Only what everybody sees lies open.
            Viewer::Watcher => self.all,
            Viewer::Everything => true,
        }
    }
}
