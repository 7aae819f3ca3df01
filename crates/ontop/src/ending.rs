use crate::{Cause, OnTop};
use kontra_game::Ending;

impl Ending for OnTop {
    /// `blocked`, `last-tile`, `stones` or, if only passive colours ran out of them, `passive-stones`.
    fn ending(&self) -> &'static str {
        match self.cause() {
            None => "unfinished",
            Some(Cause::Blocked) => "blocked",
            Some(Cause::LastTile) => "last-tile",
            Some(cause) if self.first_to_run_out(cause).is_some() => "stones",
            Some(Cause::Stones(_)) => "passive-stones",
        }
    }
}
