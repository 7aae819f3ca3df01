use crate::{Action, Cards, Hand, Just4Fun, KeyState, Public};
use kontra_game::{Actions, InfoKey, Seat, Turn, View};

/// What one player knows: the table, their hand, and what they can conclude about the other's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerView {
    table: Public,
    seat: Seat,
    hand: Hand,
    /// With two players, the cards of each that the other knows. Both know both: all of it happened in the open.
    known: [Cards; 2],
}

impl PlayerView {
    pub(crate) fn new(game: &Just4Fun, seat: Seat) -> PlayerView {
        PlayerView { table: game.table, seat, hand: game.hand(seat), known: game.known }
    }

    /// What lies open on the table.
    pub fn table(&self) -> &Public {
        &self.table
    }

    /// This player's hand.
    pub fn hand(&self) -> Hand {
        self.hand
    }

    /// The cards this player knows to be in the other's hand, with two players: when the stack runs out,
    /// what is neither used nor in the own hand must be in the other's.
    pub fn known(&self) -> Cards {
        match self.seat.index() {
            0 => self.known[1],
            1 => self.known[0],
            _ => Cards::NONE,
        }
    }

    pub(crate) fn known_hands(&self) -> [Cards; 2] {
        self.known
    }

    /// The cards this player does not see: the stack and the others' hands, known cards among them.
    pub fn unseen(&self) -> Cards {
        Cards::DECK - self.table.used() - self.hand.into()
    }

    /// The identity of the information set under this choice of what belongs to it.
    pub fn key_by(&self, state: KeyState) -> InfoKey {
        state.key(self)
    }
}

impl View for PlayerView {
    type Game = Just4Fun;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn actions(&self, out: &mut Actions<Action>) {
        if self.turn() == Turn::Seat(self.seat) {
            crate::moves::actions(&self.table, self.hand, out);
        }
    }

    /// By everything the thesis counts among the known: board, hand and used cards.
    fn key(&self) -> InfoKey {
        self.key_by(KeyState::BoardHandUsed)
    }
}
