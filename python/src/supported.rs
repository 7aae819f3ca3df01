//! What Python needs of a game beyond what all of Kontra needs: numbers, and some abilities that not every game has.

use kontra_agents::games::{Doppelkopf, Just4Fun, Kuhn, Leduc, OnTop, Pig, TicTacToe};
use kontra_agents::{GameId, Playable};
use kontra_doppelkopf::Worlds;
use kontra_game::{BadInput, Deals, Encode, Enumerate, Game, Past, Recorded, Rewind, Seat, quote};
use kontra_just4fun::{CardChoice, table_svg};
use kontra_ontop::draw::svg;

/// A game with numbers for its moves and views.
pub(crate) trait Supported: Playable + Encode {
    /// The past of a world, where it can be told.
    fn past(
        _start: &Self::Start,
        _actions: &[Self::Action],
        _world: &Self,
        _seat: Seat,
    ) -> Option<Past<Self>> {
        None
    }

    /// A decision of somebody (`None`: chance) as it is written, for games whose worlds begin at the position.
    fn read_action(_view: &Self::View, _by: Option<Seat>, _text: &str) -> Option<Self::Action> {
        None
    }

    /// Every start with its probability, where they can be listed.
    fn starts(_rules: &Self::Rules) -> Option<Vec<(Self::Start, f64)>> {
        None
    }

    /// How many worlds a seat cannot tell apart, where they can be counted.
    fn count_worlds(_view: &Self::View) -> Option<u64> {
        None
    }

    /// What lies open, as SVG.
    fn picture(_view: &Self::View) -> Option<String> {
        None
    }
}

impl Supported for Doppelkopf {
    fn past(
        start: &Self::Start,
        actions: &[Self::Action],
        world: &Self,
        seat: Seat,
    ) -> Option<Past<Self>> {
        Some(Doppelkopf::rewind(start, actions, world, seat))
    }

    fn count_worlds(view: &Self::View) -> Option<u64> {
        Some(Worlds::new(view).count())
    }
}

impl Supported for Just4Fun {
    fn read_action(view: &Self::View, by: Option<Seat>, text: &str) -> Option<Self::Action> {
        let chosen = view.table().card_choice() == CardChoice::Player;
        Self::Action::parse(text, chosen || by.is_none())
    }

    fn picture(view: &Self::View) -> Option<String> {
        Some(table_svg(view.table()))
    }
}

impl Supported for OnTop {
    fn past(
        start: &Self::Start,
        actions: &[Self::Action],
        world: &Self,
        seat: Seat,
    ) -> Option<Past<Self>> {
        Some(OnTop::rewind(start, actions, world, seat))
    }

    fn count_worlds(_: &Self::View) -> Option<u64> {
        Some(1)
    }

    fn picture(view: &Self::View) -> Option<String> {
        Some(svg::board(view, svg::Names::Border))
    }
}

/// The tiny games: every start and every world can be listed.
macro_rules! tiny {
    ($Game:ident, $count:expr) => {
        impl Supported for $Game {
            fn past(
                start: &<$Game as Recorded>::Start,
                actions: &[<$Game as Game>::Action],
                world: &Self,
                seat: Seat,
            ) -> Option<Past<Self>> {
                Some($Game::rewind(start, actions, world, seat))
            }

            fn starts(
                rules: &<$Game as Recorded>::Rules,
            ) -> Option<Vec<(<$Game as Recorded>::Start, f64)>> {
                Some($Game::deals(rules))
            }

            fn count_worlds(view: &<$Game as Game>::View) -> Option<u64> {
                let count: fn(&<$Game as Game>::View) -> u64 = $count;
                Some(count(view))
            }
        }
    };
}

tiny!(TicTacToe, |_| 1);
tiny!(Pig, |_| 1);
tiny!(Kuhn, |view| view.worlds().len() as u64);
tiny!(Leduc, |view| view.worlds().len() as u64);

/// The games with numbers: passes them on to another macro.
macro_rules! each_supported {
    ([$($callback:tt)+] $($arguments:tt)*) => {
        $($callback)+! { [$($arguments)*] Doppelkopf Just4Fun OnTop TicTacToe Pig Kuhn Leduc }
    };
}
pub(crate) use each_supported;

/// Turns the name of a game into its type, as `with_game!` does; games without numbers are refused.
macro_rules! with_supported {
    ($id:expr, $G:ident => $body:expr) => {
        $crate::supported::each_supported!([$crate::supported::match_supported] $id, $G => $body)
    };
}
pub(crate) use with_supported;

/// What `with_supported!` becomes.
macro_rules! match_supported {
    ([$id:expr, $G:ident => $body:expr] $($Name:ident)*) => {
        match $id {
            $(kontra_agents::GameId::$Name => {
                type $G = kontra_agents::games::$Name;
                $body
            })*
            other => Err($crate::supported::without_numbers(other)),
        }
    };
}
pub(crate) use match_supported;

macro_rules! list_supported {
    ([] $($Name:ident)*) => {
        /// The games that Python knows.
        const SUPPORTED: &[GameId] = &[$(GameId::$Name),*];
    };
}
each_supported!([list_supported]);

/// The names of the games that Python knows.
pub(crate) fn names() -> Vec<&'static str> {
    SUPPORTED.iter().map(|id| id.name()).collect()
}

pub(crate) fn without_numbers(id: GameId) -> BadInput {
    let expected = format!("a game with action ids and tensors ({})", names().join(", "));
    BadInput::expected("game", expected, quote(id.name()))
}
