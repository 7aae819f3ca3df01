//! Exact and depth-limited search for two sides and chance: Expectimax, Star1, Star2 and Star2.5.
//!
//! A search is told about a game by a [`Guide`]: what states are worth ([`Evaluate`]), what they cannot be
//! worth ([`Bounds`]), which moves look good ([`Order`]) and which states are the same ([`StateKeys`]). [`Star`]
//! searches as its [`Settings`] say; [`expectimax`] is the plain search that all are compared with; [`solve`] goes to
//! the end of the game.
//!
//! A state is worth what it is worth to the first [`Side`]. Depth is counted in decisions; the thesis's
//! depth `n`, with `n` chance events, is `n + 1` decisions.
//!
//! ```
//! use kontra_game::{Game, Recorded, Seat};
//! use kontra_search::expectimax::{Algorithm, Payoff, Settings, Star};
//! use kontra_tiny::{Pig, PigMove, PigRules};
//!
//! // The race to ten points with one die, five decisions deep: nothing else is known than who won.
//! let guide = Payoff::new(Seat::new(0).unwrap(), -1.0, 1.0);
//! let mut search = Star::new(guide, Settings::new(Algorithm::Star2).plies(5));
//! let mut game = Pig::begin(&PigRules { target: 10 });
//! game.play(PigMove::Roll);
//! game.play(PigMove::Face(6));
//! let analysis = search.analyze(&game);
//! assert_eq!(analysis.chosen, PigMove::Roll);
//! ```

mod chance;
mod counts;
mod decision;
mod fan;
mod guide;
mod moves;
mod payoff;
mod reference;
mod root;
mod settings;
mod solve;
mod span;
mod star;
mod table;

pub use crate::Side;
pub use counts::NodeCounts;
pub use guide::{Bounds, Evaluate, Guide, MoveRatings, Order, StateKeys, hashed};
pub use payoff::Payoff;
pub use reference::{PlainExpectimax, WrongBounds, expectimax, verify};
pub use settings::{Algorithm, ProbCut, Probing, Settings};
pub use solve::{solve, solver};
pub use span::Span;
pub(crate) use span::Window;
pub use star::Star;
pub use table::bytes_of_table;
