use crate::game_type::GameType;
use crate::state::Doppelkopf;
use kontra_game::Ending;

impl Ending for Doppelkopf {
    /// The type of the game; solos that nobody announced have names of their own.
    fn ending(&self) -> &'static str {
        match (self.public.kind, self.tally().is_solo()) {
            (GameType::Normal, true) => "silent-solo",
            (GameType::Marriage, true) => "marriage-alone",
            (kind, _) => kind.name(),
        }
    }
}
