use crate::{Actions, Chances, Game, Turn};

/// The one way a game's moves are written: on the command line, in records, on the web, in Python.
pub trait Notation: Game {
    /// A decision as text, for example `CQ` or `no90`. No two legal moves of a position are written alike.
    fn action_text(&self, action: Self::Action) -> String;

    /// The legal move, or the possible outcome, that is written like this; `None` where there is none.
    fn parse_action(&self, text: &str) -> Option<Self::Action> {
        self.choices().into_iter().find(|&action| self.action_text(action) == text)
    }

    /// All legal moves, or possible outcomes, of the position.
    fn choices(&self) -> Actions<Self::Action> {
        let mut actions = Actions::new();
        if self.turn() == Turn::Chance {
            let mut chances = Chances::new();
            self.chances(&mut chances);
            actions.extend(chances.into_iter().map(|(action, _)| action));
        } else {
            self.actions(&mut actions);
        }
        actions
    }
}
