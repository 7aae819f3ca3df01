use crate::PlayedGame;

/// What a match remembers of games that were played before, and where games go that have just ended.
///
/// It is asked on every thread that plays, in any order. Which games are remembered does not change the table:
/// every game is a function of the match, its deal and its arrangement.
pub trait Memory: Sync {
    /// The game on this deal in this arrangement, if it was played before.
    fn recall(&self, deal: u64, arrangement: usize) -> Option<PlayedGame>;

    /// A game on this deal has ended; others on the same deal may still be to come.
    fn keep(&self, deal: u64, game: &PlayedGame);

    /// Whether no further game shall be begun.
    fn stopped(&self) -> bool;
}

/// Nothing is remembered.
impl Memory for () {
    fn recall(&self, _deal: u64, _arrangement: usize) -> Option<PlayedGame> {
        None
    }

    fn keep(&self, _deal: u64, _game: &PlayedGame) {}

    fn stopped(&self) -> bool {
        false
    }
}
