use crate::Effort;
use kontra_game::{Game, History};
use kontra_search::{Analysis, Limits};

/// Anything that picks a move from a view.
///
/// It sees what its seat may know and nothing else: the position as a view, and what happened so far as a history. It
/// owns its random numbers: what it does is a function of what it was shown and of its seed. Every seat of every game gets a fresh agent.
pub trait Agent<G: Game>: Send {
    /// One of the legal moves of the view, in which it is this seat's turn.
    fn choose(&mut self, view: &G::View, history: History<'_, G>) -> G::Action;

    /// What it thinks of every legal move; `None` for agents that do not search.
    fn analyze(
        &mut self,
        _view: &G::View,
        _history: History<'_, G>,
    ) -> Option<Analysis<G::Action>> {
        None
    }

    /// From now on it keeps to these limits, whatever its own budget says. Agents that decide at once need not care.
    fn set_limits(&mut self, _limits: &Limits) {}

    /// What it has done so far; nothing for agents that do not search.
    fn effort(&self) -> Effort {
        Effort::default()
    }
}
