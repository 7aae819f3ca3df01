use crate::{Board, Lineup};

/// The choices of a table before a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rules {
    /// How many play, and whether they play in teams.
    pub table: Lineup,
    /// Who plays which colour.
    pub colours: Colours,
    /// The board and its tile set.
    pub board: Board,
}

/// Who plays which colour.
///
/// The tile set cannot treat four colours alike, so comparisons of players should rotate seats and draw colours.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Colours {
    /// Seat 0 plays blue, seat 1 white, seat 2 red, seat 3 yellow.
    #[default]
    Fixed,
    /// Drawn for every deal, passive colours too.
    Drawn,
}
