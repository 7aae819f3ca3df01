use crate::Effort;
use kontra_game::Game;
use kontra_search::Analysis;

/// Anything that picks a move from a view.
///
/// It sees what its seat may know and nothing else, and owns its random numbers: what it does is a function
/// of the views it was shown and of its seed. Every seat of every game gets a fresh agent.
pub trait Agent<G: Game>: Send {
    /// One of the legal moves of the view, in which it is this seat's turn.
    fn choose(&mut self, view: &G::View) -> G::Action;

    /// What it thinks of every legal move; `None` for agents that do not search.
    fn analyze(&mut self, _view: &G::View) -> Option<Analysis<G::Action>> {
        None
    }

    /// What it has done so far; nothing for agents that do not search.
    fn effort(&self) -> Effort {
        Effort::default()
    }
}
