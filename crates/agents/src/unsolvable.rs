use std::fmt;

/// Why the rest of a game cannot be solved, or not yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolvable {
    /// The type of the game is not found.
    NotFound,
    /// A marriage has not found its partner: cards still decide who plays with whom.
    Undecided,
    /// So many sides play against each other. Between three, what a game is worth depends on whom a player who
    /// cannot win lets win: there is no one value to find.
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
                "expected a game of two sides, found one of {sides}, which has no value of its own: it \
                 depends on whom the losers let win"
            ),
        }
    }
}

impl std::error::Error for Unsolvable {}
