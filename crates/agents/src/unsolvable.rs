use std::fmt;

/// Why the rest of a game cannot be solved, or not yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolvable {
    /// The type of the game is not found.
    NotFound,
    /// A marriage has not found its partner: cards still decide who plays with whom.
    Undecided,
    /// This many sides play against each other. Between three there is no one value to find, because of king-making: a
    /// player who cannot win decides who does.
    Sides(usize),
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolvable::NotFound => {
                f.write_str("expected a game whose type is found, found one before that")
            }
            Unsolvable::Undecided => f.write_str(
                "expected a game whose teams are settled, found a marriage without its partner",
            ),
            Unsolvable::Sides(sides) => write!(
                f,
                "expected a game of two sides, found one of {sides}, which has no value: a player \
                 who cannot win decides who does (king-making)"
            ),
        }
    }
}

impl std::error::Error for Unsolvable {}
