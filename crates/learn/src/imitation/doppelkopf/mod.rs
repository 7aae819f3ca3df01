//! Games of Doppelkopf as samples for the networks of Dockhorn et al. 2017.

mod cards;
mod games;
mod records;

pub use cards::{CardGames, GameModes};
pub use games::{RecordedGame, play_games};
pub use records::{read_records, record_of};
