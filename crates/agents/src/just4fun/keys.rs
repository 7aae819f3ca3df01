use kontra_just4fun::{Just4Fun, KeyState, PlayerView};
use kontra_search::mcts::Domain;

/// No knowledge of Just 4 Fun but what two situations must have in common to be one node of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Keys(pub KeyState);

impl Domain<Just4Fun> for Keys {
    fn key(&self, view: &PlayerView) -> u64 {
        view.key_by(self.0).0
    }
}
