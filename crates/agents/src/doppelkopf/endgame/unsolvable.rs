use std::fmt;

/// Why the rest of a game cannot be solved yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolvable {
    /// The type of the game is not found.
    NotFound,
    /// A marriage has not found its partner: cards still decide who plays with whom.
    Undecided,
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unsolvable::NotFound => "expected a game whose type is found, found one before that",
            Unsolvable::Undecided => {
                "expected a game whose teams are settled, found a marriage without its partner"
            }
        })
    }
}

impl std::error::Error for Unsolvable {}
