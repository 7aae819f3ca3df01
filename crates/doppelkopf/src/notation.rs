use crate::moves::{Level, Move};
use crate::state::Doppelkopf;
use crate::team::Team;
use kontra_game::Notation;

/// An announcement in words. Re and kontra are the same level, said by different teams.
pub(crate) fn level_text(level: Level, team: Team) -> &'static str {
    match level {
        Level::Silent => "no",
        Level::Game => team.name(),
        Level::No90 => "no90",
        Level::No60 => "no60",
        Level::No30 => "no30",
        Level::Black => "black",
    }
}

impl Notation for Doppelkopf {
    fn action_text(&self, action: Move) -> String {
        match action {
            Move::No => "no".to_owned(),
            Move::Yes => "yes".to_owned(),
            Move::Solo(kind) => kind.name().to_owned(),
            Move::Announce(level) => {
                level_text(level, self.true_team(self.public.asked)).to_owned()
            }
            Move::Card(card) => card.to_string(),
        }
    }
}
