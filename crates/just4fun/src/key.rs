use crate::{CardChoice, Cards, Field, PlayerView};
use kontra_game::{InfoKey, StableHasher, Turn, View};
use std::hash::Hasher;

/// What two situations must have in common to be one node of a search tree: the thesis's "information set
/// key-state" (Gastegger 2024, sections 6.4 and 7.2).
///
/// The fewer, the more situations a node combines: the tree is smaller and searched deeper, but tells less apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum KeyState {
    /// BS: the stones on the board, and whose turn it is.
    Board,
    /// BS and HC: the board and the player's hand.
    BoardHand,
    /// BS, HC and UC: the board, the hand and the used cards, with what they tell about the other's hand.
    #[default]
    BoardHandUsed,
}

impl KeyState {
    /// The words for them, in agents' specs.
    pub const WORDS: [(&'static str, KeyState); 3] = [
        ("board", KeyState::Board),
        ("board-hand", KeyState::BoardHand),
        ("board-hand-used", KeyState::BoardHandUsed),
    ];

    pub(crate) fn key(self, view: &PlayerView) -> InfoKey {
        let mut hasher = StableHasher::default();
        let table = view.table();
        hasher.write_u64(table.fingerprint());
        hasher.write_u64(situation(view));
        hasher.write(table.stones().bytes(table.seats()));
        if self != KeyState::Board {
            hasher.write_u64(Cards::from(view.hand()).word());
        }
        if self == KeyState::BoardHandUsed {
            hasher.write_u64(table.used().word());
            view.known_hands().iter().for_each(|known| hasher.write_u64(known.word()));
        }
        InfoKey(hasher.finish())
    }
}

/// Everything about a situation that is neither stones nor cards, in one word.
fn situation(view: &PlayerView) -> u64 {
    let table = view.table();
    let turn = match table.turn() {
        Turn::Seat(seat) => seat.index() as u64,
        Turn::Chance => 4 + u64::from(table.chosen().map_or(0, Field::number)),
        Turn::Over => 64,
    };
    let parts = [
        view.seat().index() as u64,
        table.mover().index() as u64,
        u64::from(table.card_choice() == CardChoice::Player),
        u64::from(table.redraws()),
        turn,
    ];
    parts.into_iter().fold(table.seats() as u64, |word, part| word << 8 | part)
}
