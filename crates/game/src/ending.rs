use crate::Game;

/// The ability to say in a word how a game ended, for tables of results.
pub trait Ending: Game {
    /// A short name such as `hearts-solo`. Asked only when the game is over.
    ///
    /// By default games are just `over`: there is only one way to end.
    fn ending(&self) -> &'static str {
        "over"
    }
}
