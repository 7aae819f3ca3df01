use kontra_game::{Game, Seat};
use kontra_just4fun::{Just4Fun, KeyState};
use kontra_search::mcts::Domain;

/// No knowledge of Just 4 Fun but what two situations must have in common to be one node of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Keys(pub KeyState);

impl Domain<Just4Fun> for Keys {
    fn key(&self, game: &Just4Fun, seat: Seat) -> u64 {
        game.view(seat).key_by(self.0).0
    }
}
