//! The store: matches, games and records in one SQLite file.
//!
//! - [`Store`]: the file. [`Store::play`] plays a match into it, from where it was when it was interrupted.
//! - [`Plan`]: how the match is found in the store; [`Configuration`]: what must not have changed meanwhile.
//! - [`Stored`]: what the store knows about a match.
//! - [`StoredGame`]: a game as a record again; [`Store::import`] takes records from elsewhere, [`Lines`] reads them.
//! - [`Store::migrate`]: how other parts of Kontra keep tables of their own in the same file.

mod check;
mod configuration;
mod entry;
mod error;
mod file;
mod import;
mod lines;
mod matches;
#[cfg(feature = "parquet")]
pub mod parquet;
mod play;
mod ratings;
mod records;
mod row;
mod writer;

pub use configuration::Configuration;
pub use entry::Plan;
pub use error::StoreError;
pub use file::Store;
pub use lines::Lines;
pub use matches::{MatchId, Stored};
pub use records::StoredGame;
/// The library behind the file, for parts of Kontra with tables of their own.
pub use rusqlite;
