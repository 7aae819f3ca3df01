//! All games of the workbench. A new game is added here, and nowhere else by name: one line in [`each_game!`](crate::each_game),
//! and one in `Cargo.toml` for its crate.

use kontra_game::{BadInput, quote};
use std::fmt;
use std::str::FromStr;

/// The list of all games: passes it on to another macro.
///
/// `each_game!([callback] arguments)` becomes `callback! { [arguments] Name = path::to::Type; ... }`. The type of a game
/// is also `kontra_agents::games::Name`, for crates that do not depend on the game's own crate.
#[macro_export]
macro_rules! each_game {
    ([$($callback:tt)+] $($arguments:tt)*) => {
        $($callback)+! { [$($arguments)*]
            Doppelkopf = kontra_doppelkopf::Doppelkopf;
            Just4Fun = kontra_just4fun::Just4Fun;
            OnTop = kontra_ontop::OnTop;
            TicTacToe = kontra_tiny::TicTacToe;
            Pig = kontra_tiny::Pig;
            Kuhn = kontra_tiny::Kuhn;
            Leduc = kontra_tiny::Leduc;
            Hearts = kontra_hearts::Hearts;
        }
    };
}

/// Turns the name of a game into its type: `with_game!(id, G => run::<G>())`.
///
/// The expression is compiled once for every game, with `G` standing for the game's type.
#[macro_export]
macro_rules! with_game {
    ($id:expr, $G:ident => $body:expr) => {
        $crate::each_game!([$crate::match_game] $id, $G => $body)
    };
}

/// What `with_game!` becomes.
#[doc(hidden)]
#[macro_export]
macro_rules! match_game {
    ([$id:expr, $G:ident => $body:expr] $($Name:ident = $Game:path;)*) => {
        match $id {
            $($crate::GameId::$Name => {
                type $G = $crate::games::$Name;
                $body
            })*
        }
    };
}

macro_rules! name_games {
    ([] $($Name:ident = $Game:path;)*) => {
        $(pub use $Game as $Name;)*

        /// A game by its name: its place in the list.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum GameId {
            $(#[doc = concat!("[`", stringify!($Game), "`].")] $Name,)*
        }

        impl GameId {
            /// Every game, in the order of the list.
            pub const ALL: [GameId; [$(GameId::$Name),*].len()] = [$(GameId::$Name),*];
        }
    };
}
each_game!([name_games]);

impl GameId {
    /// The name on the command line and in records.
    pub fn name(self) -> &'static str {
        with_game!(self, G => <G as kontra_game::Recorded>::NAME)
    }

    /// The names of the games for which something holds, for complaints about the others.
    pub fn names_where(holds: impl Fn(GameId) -> bool) -> String {
        let names = GameId::ALL.into_iter().filter(|&id| holds(id)).map(GameId::name);
        names.collect::<Vec<_>>().join(" or ")
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
            BadInput::expected("game", GameId::names_where(|_| true), quote(text))
                .did_you_mean(text, GameId::ALL.map(GameId::name))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_by_its_name() {
        for id in GameId::ALL {
            assert_eq!(id.name().parse(), Ok(id));
        }
        let unknown = "chess".parse::<GameId>().unwrap_err().to_string();
        assert!(
            unknown.starts_with("game: expected doppelkopf or just4fun or ontop or "),
            "{unknown}"
        );
        assert!(unknown.ends_with(", found 'chess'"), "{unknown}");
        let mistyped = "dopelkopf".parse::<GameId>().unwrap_err().to_string();
        assert!(mistyped.ends_with("found 'dopelkopf'; did you mean 'doppelkopf'?"), "{mistyped}");
    }
}
