use crate::{Action, Just4Fun};
use kontra_game::Notation;

impl Notation for Just4Fun {
    /// A field as its number (`29`), cards by number with plus signs (`5+11+13`), and `redraw`.
    fn action_text(&self, action: Action) -> String {
        action.to_string()
    }
}
