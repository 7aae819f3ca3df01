use crate::OnTop;
use kontra_game::Ending;

impl Ending for OnTop {
    /// What ended the game: somebody's last stone (the thesis's type 2), or the end of tiles or positions (type 1).
    fn ending(&self) -> &'static str {
        match self.outcome() {
            Some(outcome) if outcome.ending.is_premature() => "stones",
            _ => "points",
        }
    }
}
