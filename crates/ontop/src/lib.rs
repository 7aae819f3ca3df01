//! OnTop: tiles of four colours, circles to be closed, stones to be got rid of.
//!
//! The rules are those of Briesemeister 2009 as far as its text tells them; what had to be reconstructed (the
//! outline of the board, the tile set) is data, and the book says what is known and what is assumed.
//!
//! ```
//! use kontra_game::{Game, Notation, Recorded, Streams, Turn};
//! use kontra_ontop::{OnTop, Rules};
//!
//! let streams = Streams::new(2009);
//! let start = OnTop::deal(&Rules::default(), &mut streams.deal(0));
//! let mut game = OnTop::begin(&start);
//! assert_eq!(game.turn(), Turn::Chance);
//!
//! game.play(game.parse_action("bwry").unwrap());
//! assert_eq!(game.choices().len(), 24);
//! game.play(game.parse_action("c4c5+").unwrap());
//!
//! game.playout(&mut streams.test(0));
//! assert_eq!(game.payoffs().as_slice().iter().sum::<f64>(), 0.0);
//! println!("{game}");
//! ```

mod action;
mod bag;
mod bits;
mod board;
mod circle;
mod colour;
pub mod draw;
mod encode;
mod ending;
mod forfeit;
mod game;
mod key;
mod laid_tiles;
mod laying;
mod lineup;
mod notation;
mod outcome;
mod placement;
mod record;
mod rules;
mod scoring;
mod shown;
mod start;
mod state;
pub mod statistics;
mod tally;
mod tile;
mod triangle;

pub use action::Action;
pub use board::Board;
pub use circle::Circle;
pub use colour::{Colour, ColourSet};
pub use lineup::Lineup;
pub use outcome::{Cause, Outcome};
pub use placement::{Placement, Position};
pub use rules::{Colours, Rules};
pub use scoring::{Score, score};
pub use start::Start;
pub use state::OnTop;
pub use tile::{Laid, Tile, TileKind};
pub use triangle::{Content, Triangle};
