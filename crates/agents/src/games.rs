//! All games of the workbench. A new game is added here, and nowhere else by name:
//! one line in [`GameId`], one in [`GameId::ALL`], one in [`with_game!`](crate::with_game), and its [`Playable`](crate::Playable)
//! and [`Solvable`](crate::Solvable).

use kontra_game::{BadInput, quote};
use std::fmt;
use std::str::FromStr;

pub use kontra_doppelkopf::Doppelkopf;
pub use kontra_just4fun::Just4Fun;
pub use kontra_ontop::OnTop;

/// Turns the name of a game into its type: `with_game!(id, G => run::<G>())`.
///
/// The expression is compiled once for every game, with `G` standing for the game's type.
#[macro_export]
macro_rules! with_game {
    ($id:expr, $G:ident => $body:expr) => {
        match $id {
            $crate::GameId::Doppelkopf => {
                type $G = $crate::games::Doppelkopf;
                $body
            }
            $crate::GameId::Just4Fun => {
                type $G = $crate::games::Just4Fun;
                $body
            }
            $crate::GameId::OnTop => {
                type $G = $crate::games::OnTop;
                $body
            }
        }
    };
}

/// A game by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameId {
    /// Doppelkopf by the tournament rules.
    Doppelkopf,
    /// Just 4 Fun.
    Just4Fun,
    /// OnTop, as reconstructed from its thesis.
    OnTop,
}

impl GameId {
    /// Every game.
    pub const ALL: [GameId; 3] = [GameId::Doppelkopf, GameId::Just4Fun, GameId::OnTop];

    /// The name on the command line and in records.
    pub fn name(self) -> &'static str {
        with_game!(self, G => <G as kontra_game::Recorded>::NAME)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for GameId {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<GameId, BadInput> {
        GameId::ALL.into_iter().find(|id| id.name() == text).ok_or_else(|| {
            let names: Vec<&str> = GameId::ALL.into_iter().map(GameId::name).collect();
            BadInput::expected("game", names.join(" or "), quote(text))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Playable;

    #[test]
    fn every_game_is_found_by_its_name() {
        for id in GameId::ALL {
            assert_eq!(id.name().parse(), Ok(id));
            with_game!(id, G => assert_eq!(G::ID, id));
        }
        let unknown = "chess".parse::<GameId>().unwrap_err().to_string();
        assert_eq!(unknown, "game: expected doppelkopf or just4fun or ontop, found 'chess'");
    }
}
